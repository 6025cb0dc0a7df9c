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

from merels.board import WOOD

from merels_host.errors import ConfigProblem
from merels_host.setup.config_file import check_config, read_config
from merels_host.setup.config_place import default_config

_ORDERED = ("POINTS", "LEDS")  # points, in the order of the wires
_NO_CENTRE = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
_WALK = "the points in the order of the wires (walk along them and name each)"

# constant: (question, default; None for that of the reference wiring, "None" for none). Defaults
# are those of the examples in hardware/configs.
_SENSORS = {
    "matrix": {
        "ROWS": ("GPIO numbers of the rows", None),
        "COLUMNS": ("GPIO numbers of the columns", None),
        "SETTLE_US": ("microseconds that a column gets to charge", None),
        "POINTS": ("the point at each crossing, along row 0 first", None),
    },
    "switches": {
        "SWITCHES": ("GPIO number of each switch", (*range(16), *range(17, 22), 26, 27, 28)),
        "POINTS": (_WALK, _NO_CENTRE),
        "BACK_BUTTON": ("GPIO number of the back button, None without one", "None"),
    },
    "shift": {
        "SHIFT_LOAD": ("GPIO number of the load wire to the 74HC165", 2),
        "SHIFT_CLOCK": ("GPIO number of their clock", 3),
        "SHIFT_DATA": ("GPIO number of the data wire from the first one", 4),
        "POINTS": ("the point at each input, D7 of the first chip first", None),
    },
    "expander": {
        "I2C_SDA": ("GPIO number of SDA", 18),
        "I2C_SCL": ("GPIO number of SCL", 19),
        "EXPANDERS": ("addresses of the MCP23017", (0x20, 0x21)),
        "POINTS": (
            "the point at GPA0 to GPB7 of each chip, - for none",
            "a7 d7 g7 b6 d6 f6 c5 - d5 e5 a4 b4 c4 e4 f4 - g4 c3 d3 e3 b2 d2 f2 - a1 d1 g1 d4",
        ),
    },
    "hall": {
        "MUX_SELECT": ("GPIO numbers of the address wires S0, S1, ...", (12, 13, 14, 15)),
        "MUX_ADC": ("GPIO numbers of the multiplexers' outputs", (26, 27)),
        "MUX_ENABLE": ("GPIO numbers of their enable wires, empty when they are at ground", ()),
        "HALL_POWER": ("GPIO number of the gate that feeds the sensors, None without one", 21),
        "POINTS": (
            "the point at each channel, C0 of the first chip first",
            "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4 d4",
        ),
    },
}
_BUTTONS = {
    "NEW_BUTTON": "GPIO number of the new button, None without one",
    "BACK_BUTTON": "GPIO number of the back button, None without one",
    "BUZZER": "GPIO number of the buzzer, None without one",
}
_ALONG = " ".join(WOOD)  # the order in which chips have their outputs
_SK6812_TIMING = (300, 900, 600, 600)  # LEDs with white are these
_LIGHTS = {
    "ws2812": {
        "LED_DATA": ("GPIO number of the LED data wire", None),
        "LEDS": ("the point of each LED, first in the chain first", None),
        "LED_COLOURS": ("order of colours, W for one that has white", None),
        "LED_TIMING": ("ns high and low for a 0, and high and low for a 1", None),
        "LED_DRIVER": ("what times the data line, pio or neopixel", None),
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
        "LEDS": ("the point at each output, QA of the first chip first", _ALONG),
    },
    "ht16k33": {
        "I2C_SDA": ("GPIO number of SDA", 18),
        "I2C_SCL": ("GPIO number of SCL", 19),
        "LED_ADDRESS": ("address of the HT16K33", 0x70),
        "LEDS": ("the point at ROW0 to ROW7 of COM0, then of COM1, ...", _ALONG),
    },
    "none": {},
}
ORDERS = {
    "rows": "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 d4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1",
    "snake": "a7 d7 g7 f6 d6 b6 c5 d5 e5 g4 f4 e4 d4 c4 b4 a4 c3 d3 e3 f2 d2 b2 a1 d1 g1",
    "rings": "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4 d4",
}
HINT = "or rows, snake or rings, if need be `without d4`"
_WITHOUT = ["without", "d4"]


def ask_wiring(ask: Callable[[str], str], say: Callable[[str], object]) -> str:
    """The text of a config.py that the board takes.

    ask: shows a question and returns the answer. Raises ConfigProblem when answers end too early.
    """
    wizard = _Wizard(ask, say)
    sensors = wizard.choose("SENSORS", "kind of sensors", _SENSORS)
    for name, (question, default) in _SENSORS[sensors].items():
        wizard.ask(name, question, default)
    for name, question in _BUTTONS.items():
        if name not in wizard.given:
            wizard.ask(name, question, None)
    lights = wizard.choose("LIGHTS", "kind of lights", _LIGHTS)
    for name, (question, default) in _LIGHTS[lights].items():
        if name in wizard.given:
            continue  # sensors and lights are on the same bus
        if name == "LEDS" and "d4" not in wizard.given["POINTS"].split():
            order = default or wizard.reference.LEDS
            default = " ".join(point for point in str(order).split() if point != "d4")
        if name == "LED_TIMING" and "W" in wizard.given["LED_COLOURS"]:
            default = _SK6812_TIMING
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
        if name in _ORDERED:
            question = f"{question}, {HINT}"
        while True:
            shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
            try:
                answer = self._ask(f"{question} [{shown}]: ").strip()
            except EOFError as error:
                raise ConfigProblem(
                    f"the answers ended before {name} was given; nothing was written."
                ) from error
            if name in _ORDERED:
                answer = points_in_order(answer)
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


def points_in_order(answer: str) -> str:
    """The points of an order that is named; any other answer as it is."""
    name, *rest = answer.split() or [""]
    if name not in ORDERS or rest not in ([], _WITHOUT):
        return answer
    points = ORDERS[name].split()
    return " ".join(point for point in points if not rest or point != "d4")
