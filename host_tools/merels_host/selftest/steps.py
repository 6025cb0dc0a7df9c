# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Steps of the self test that look at all of a board at once: empty, its lights, its diodes.

`procedure` takes them before and after the walk of one piece, and hands itself to each.
"""

from merels.board import WOOD

from merels_host.selftest import diodes
from merels_host.selftest.board import SensorLook
from merels_host.selftest.keys import ENTER
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Points, SeenLights
from merels_host.selftest.suspects import names

_STANDS = 0.8  # seconds that many pieces must have rested
_FEW_DEAD = 3  # with more dead points it is no diode
_CHAINS = ("ws2812", "apa102", "unknown")  # an LED hands on what comes after it
_COLOURED = ("ws2812", "apa102")
_SEEN = {"r": "red", "g": "green", "b": "blue", "o": "another"}
_WATCHED = 2.0  # seconds
_NOISE = 48  # codes of the ADC: its own noise and its jumps are less


def try_diodes(procedure) -> None:
    """procedure: see procedure.Procedure."""
    if procedure.board.wiring.kind != "matrix":
        return
    seen = procedure.seen
    matrix = Matrix(procedure.board.wiring)
    sound = seen.sound - seen.left
    sets = diodes.fills(matrix, sound)
    for count, points in enumerate(sets, 1):
        _put(procedure, points, f"Diodes, {count} of {len(sets)}: put pieces", sound)
    for dead in sorted(seen.dead) if len(seen.dead) <= _FEW_DEAD else ():
        points = diodes.rectangle(matrix, dead, sound)
        if points:
            why = f"Is the diode of {dead} the wrong way round? One after the other, put pieces"
            _put(procedure, points, why, sound)
    for doubt in diodes.doubts(matrix, seen):
        points = diodes.rectangle(matrix, doubt, sound)
        _put(procedure, points, f"The diode of {doubt}? Put pieces", sound)
    if sets:
        procedure.person.tell("Take all pieces off the board.")


def _put(procedure, points: tuple[str, ...], why: str, sound: Points) -> None:
    """Pieces on these points, and on no others; s leaves it out."""
    procedure.board.light(*points)
    procedure.asked = points
    procedure.person.tell(f"{why} on {names(points)}, and on no other point. s: leave this out.")
    wanted = frozenset(points)
    rested = 0.0
    before: Points = frozenset()
    asked = False
    while True:
        look, key = procedure.look()
        if key == "s":
            break
        rested = rested + procedure.LOOK if look.lit == before else 0.0
        before = look.lit
        if not wanted & sound <= look.lit or rested < _STANDS:
            continue
        extra = look.lit - wanted - procedure.seen.stuck
        if not extra or (asked and key == ENTER):
            procedure.seen.fills.append((wanted, look.lit))
            break
        if not asked:
            procedure.person.tell(
                f"  One is seen on {names(sorted(extra))}, too. If one stands there, take it off; "
                "Enter: none does."
            )
            asked = True
    procedure.asked = ()
    procedure.board.light()


def ask_for_lights(procedure) -> None:
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


def watch_empty_board(procedure, confirmed: bool) -> None:
    """procedure: see procedure.Procedure. confirmed: has somebody said that it is empty?"""
    board, seen = procedure.board, procedure.seen
    board.bounces()
    always = set(WOOD)
    readings: list[dict[str, int]] = []

    def see(look: SensorLook) -> None:
        always.intersection_update(look.lit)
        readings.append(procedure.levels)

    procedure.watch(_WATCHED, see)
    _, changes = board.bounces()
    seen.empty = True
    seen.told = board.told()
    seen.stuck = frozenset(always) if confirmed else frozenset()
    seen.noisy = {point: f"{count} changes in {_WATCHED:g} s" for point, count in changes.items()}
    third = max(1, len(readings) // 3)
    for point in readings[0]:
        codes = [one[point] for one in readings]
        seen.rest[point] = sum(codes) // len(codes)
        seen.moved[point] = (sum(codes[-third:]) - sum(codes[:third])) // third
        seen.spread[point] = spread = max(codes) - min(codes)
        if spread > _NOISE:
            seen.noisy[point] = f"readings {spread} codes apart"
    if always:
        where = f"one is seen on {names(sorted(always))}"
        procedure.person.tell(
            f"Without a piece, {where}."
            if confirmed
            else f"Nobody says whether it is so: {where}."
        )
