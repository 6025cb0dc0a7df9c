# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which LED of a chain to look at, and whether the colours are in the right order."""

from collections.abc import Iterator

from merels_host.selftest.observed import Observed
from merels_host.selftest.suspects import names
from merels_host.selftest.wiring import UNUSED

_CHAINS = ("ws2812", "apa102", "unknown")
_LETTERS = {"red": "R", "green": "G", "blue": "B"}


def findings(seen: Observed) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """What is wrong with the lights."""
    wiring, lights = seen.wiring, seen.lights
    if not lights.tested:
        return
    dark = [wiring.leds[number - 1] for number in lights.dark]
    points = tuple(point for point in dark if point != UNUSED)
    if len(lights.dark) == len([led for led in wiring.leds if led != UNUSED]):
        yield "lights", points, f"No LED shines: {_supply(seen)}"
    elif lights.chain_broken:
        first = lights.dark[0]
        before = wiring.leds[first - 2]
        yield (
            "chain",
            points,
            f"The chain is dark from LED {first} ({dark[0]}) on: look at the wire from DOUT of "
            f"LED {first - 1} ({before}) to DIN of LED {first}, at the supply of LED {first}, and "
            f"then at LED {first - 1} itself.",
        )
    elif dark:
        which = names([f"{number} ({wiring.leds[number - 1]})" for number in lights.dark])
        yield (
            "led",
            points,
            f"LED {which} is dark, and others after it shine: look at its solder joints, or "
            "replace it.",
        )
    yield from _colours(seen)


def _supply(seen: Observed) -> str:
    constants = seen.wiring.light_constants
    pins = [
        f"{word} on {seen.wiring.pin(int(constants[name]))}"
        for name, word in (
            ("led_data", "the data wire"),
            ("led_clock", "the clock wire"),
            ("led_latch", "the latch wire"),
            ("i2c_sda", "SDA"),
            ("i2c_scl", "SCL"),
        )
        if constants.get(name, "").isdecimal()
    ]
    shifter = ", the level shifter" if seen.wiring.lights in _CHAINS else ""
    return (
        f"look at the 5 V of the LEDs, their ground, which must be the Pico's{shifter}, and "
        f"{names(pins) if pins else 'the data wire'}."
    )


def _colours(seen: Observed) -> Iterator[tuple[str, tuple[str, ...], str]]:
    red, blue = seen.lights.colours
    if (red, blue) == ("red", "blue") or not {red, blue} <= _LETTERS.keys() or red == blue:
        return
    order = seen.wiring.light_constants.get("led_colours", "GRB")
    (green,) = _LETTERS.keys() - {red, blue}
    # The byte meant for red went to the LED that shone instead.
    true = {"R": _LETTERS[red], "B": _LETTERS[blue], "G": _LETTERS[green], "W": "W"}
    right = "".join(true[letter] for letter in order)
    yield (
        "colours",
        (),
        f'The colours are in another order: set LED_COLOURS = "{right}" in config.py (it says '
        f'"{order}").',
    )
