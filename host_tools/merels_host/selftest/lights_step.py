# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The step of the self test that asks whether the lights shine, and in the right colours."""

from merels_host.selftest.observed import SeenLights

_CHAINS = ("ws2812", "apa102", "unknown")  # an LED hands on what comes after it
_COLOURED = ("ws2812", "apa102")
_SEEN = {"r": "red", "g": "green", "b": "blue", "o": "another"}


def run(procedure) -> None:
    """procedure: see procedure.Procedure."""
    wiring = procedure.board.wiring
    if not wiring.leds or wiring.lights == "none":
        return
    leds = [number for number, point in enumerate(wiring.leds, 1) if point != "-"]
    procedure.board.light_all()
    answer = procedure.choose(
        f"All {len(leds)} lights should shine now, in white. Do they? y: yes, n: no, s: leave the "
        "lights out.",
        "yns",
    )
    if answer not in ("y", "n"):
        return
    found = SeenLights(tested=True)
    if answer == "n":
        found = _dark(procedure, leds)
    if wiring.lights in _COLOURED and len(found.dark) < len(leds):
        found.colours = _colours(procedure)
    procedure.seen.lights = found
    procedure.board.light()


def _shines(procedure, number: int) -> bool:
    procedure.board.light_led(number)
    point = procedure.board.wiring.leds[number - 1]
    return procedure.choose(f"Does light {number}, at {point}, shine? y or n.", "yn") == "y"


def _dark(procedure, leds: list[int]) -> SeenLights:
    """Go to the first dark one: by halves where it takes all after it along."""
    if procedure.board.wiring.lights in _CHAINS and not _shines(procedure, leds[-1]):
        shining, dark = -1, len(leds) - 1
        while dark - shining > 1:
            middle = (shining + dark) // 2
            if _shines(procedure, leds[middle]):
                shining = middle
            else:
                dark = middle
        return SeenLights(True, tuple(leds[dark:]), chain_broken=True)
    for number in leds:
        if not _shines(procedure, number):
            return SeenLights(True, (number,))
    return SeenLights(True)


def _colours(procedure) -> tuple[str, str]:
    seen = []
    for colour in ("red", "blue"):
        procedure.board.light_all(colour)
        key = procedure.choose(
            "Which colour blinks now? r: red, g: green, b: blue, o: another.", "rgbo"
        )
        seen.append(_SEEN[key])
    return seen[0], seen[1]
