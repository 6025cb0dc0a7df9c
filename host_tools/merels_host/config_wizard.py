# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Questions about how a board was wired, and the config.py that the answers make.

Every answer is checked as the board would check it, before the next question. An empty answer
takes what is in brackets, which is the reference wiring where that fits.

    text = ask_wiring(ask=input, say=print)
"""

import ast
from collections.abc import Callable
from types import SimpleNamespace

from merels_host.config_file import check_config, read_config
from merels_host.config_place import default_config
from merels_host.errors import ConfigProblem

_PINS_24 = (*range(2, 23), 26, 27, 28)
_NO_CENTRE = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"

# constant: (question, default; None for that of the reference wiring)
_SENSORS = {
    "matrix": {
        "ROWS": ("GPIO numbers of the rows", None),
        "COLUMNS": ("GPIO numbers of the columns", None),
        "SETTLE_US": ("microseconds that a column gets to charge", None),
    },
    "switches": {"SWITCHES": ("GPIO number of each switch", _PINS_24)},
    "shift": {
        "SHIFT_LOAD": ("GPIO number of SH/LD of the 74HC165", 2),
        "SHIFT_CLOCK": ("GPIO number of their clock", 3),
        "SHIFT_DATA": ("GPIO number of the last one's QH", 4),
    },
    "expander": {
        "I2C_SDA": ("GPIO number of SDA", 4),
        "I2C_SCL": ("GPIO number of SCL", 5),
        "EXPANDERS": ("addresses of the MCP23017", (0x20, 0x21)),
    },
}
_LIGHTS = {
    "ws2812": {
        "LED_DATA": ("GPIO number of the LED data wire", None),
        "LEDS": ("the point of each LED, first in the chain first", None),
        "LED_COLOURS": ("order of colours", None),
    },
    "apa102": {
        "LED_DATA": ("GPIO number of the LED data wire", None),
        "LED_CLOCK": ("GPIO number of the LED clock wire", 14),
        "LEDS": ("the point of each LED, first in the chain first", None),
        "LED_COLOURS": ("order of colours", "BGR"),
    },
    "hc595": {
        "LED_DATA": ("GPIO number of the data wire to the 74HC595", None),
        "LED_CLOCK": ("GPIO number of their SRCLK", 14),
        "LED_LATCH": ("GPIO number of their RCLK", 15),
        "LEDS": ("the point at each output, QA of the first chip first", None),
    },
    "ht16k33": {
        "I2C_SDA": ("GPIO number of SDA", 18),
        "I2C_SCL": ("GPIO number of SCL", 19),
        "LED_ADDRESS": ("address of the HT16K33", 0x70),
        "LEDS": ("the point at ROW0 to ROW7 of COM0, then of COM1, ...", None),
    },
    "none": {},
}
_POINTS = "the points in the order of the wires (walk along them and name each)"


def ask_wiring(ask: Callable[[str], str], say: Callable[[str], object]) -> str:
    """The text of a config.py that the board takes.

    ask: shows a question and returns the answer. Raises ConfigProblem when answers end too early.
    """
    wizard = _Wizard(ask, say)
    sensors = wizard.choose("SENSORS", "kind of sensors", _SENSORS)
    for name, (question, default) in _SENSORS[sensors].items():
        wizard.ask(name, question, default)
    wizard.ask("POINTS", _POINTS, _NO_CENTRE if sensors == "switches" else None)
    switches_take_all = sensors == "switches"
    for name, question in (
        ("NEW_BUTTON", "GPIO number of the new button, None without one"),
        ("BACK_BUTTON", "GPIO number of the back button, None without one"),
        ("BUZZER", "GPIO number of the buzzer, None without one"),
    ):
        wizard.ask(name, question, "None" if switches_take_all else None)
    lights = wizard.choose("LIGHTS", "kind of lights", _LIGHTS)
    for name, (question, default) in _LIGHTS[lights].items():
        if name in wizard.given:
            continue  # sensors and lights are on the same bus
        if name == "LEDS" and "d4" not in wizard.given["POINTS"].split():
            default = " ".join(p for p in wizard.reference.LEDS.split() if p != "d4")
        wizard.ask(name, question, default)
    check_config(wizard.text())
    return wizard.text()


class _Wizard:
    def __init__(self, ask: Callable[[str], str], say: Callable[[str], object]):
        self._ask = ask
        self._say = say
        self.reference: SimpleNamespace = read_config(default_config())
        self.given: dict = {}

    def text(self) -> str:
        """The answers so far as a config.py."""
        lines = [f"{name} = {value!r}" for name, value in self.given.items()]
        return "\n".join(
            ['"""How this board is wired, as told to merels config wizard."""', "", *lines, ""]
        )

    def choose(self, name: str, question: str, kinds: dict) -> str:
        """Ask for one of the kinds."""
        self.ask(f"{name}", f"{question}: {', '.join(kinds)}", None, kinds)
        return self.given[name]

    def ask(self, name: str, question: str, default: object, among: dict | None = None) -> None:
        """Ask until the answer is one that the board takes."""
        if default is None:
            default = getattr(self.reference, name)
        elif default == "None":
            default = None
        while True:
            shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
            try:
                answer = self._ask(f"{question} [{shown}]: ").strip()
            except EOFError as error:
                raise ConfigProblem(
                    f"the answers ended before {name} was given; nothing was written."
                ) from error
            self.given[name] = _value(answer, default) if answer else default
            if among is not None and self.given[name] not in among:
                self._say(f"{answer} is none of {', '.join(among)}.")
                continue
            wrong = self._wrong(name)
            if not wrong:
                return
            self._say(wrong)

    def _wrong(self, name: str) -> str:
        """What the board would say to this answer, "" for nothing."""
        try:
            check_config(self.text())
        except ConfigProblem as error:
            if error.message.startswith(f"{name} in") and "is missing;" not in error.message:
                return error.message
        return ""


def _value(answer: str, default: object) -> object:
    """The answer as a constant of the kind that the default is; text when it cannot be."""
    if isinstance(default, str):
        return answer
    if isinstance(default, tuple):
        words = answer.replace(",", " ").split()
        return tuple(_number(word) for word in words)
    return _number(answer)


def _number(word: str) -> object:
    try:
        return ast.literal_eval(word)
    except (ValueError, SyntaxError):
        return word
