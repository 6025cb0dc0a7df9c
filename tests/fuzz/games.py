# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which game a number stands for: kind, variant and seed; and playing it.

    play(1, 17)     # the result of game 17 of seed 1

A result is a dict, see match.py.
"""

from merels.rules.variants import ids

from fuzz.dice import Dice
from fuzz.kinds import KINDS, MIXED, find
from fuzz.match import Match

_STANDARD = "nine-mens-morris"


def kind_of(number):
    """Every third game is of all kinds mixed, the others take turns."""
    if number % 3 == 0:
        return find(MIXED)
    others = [kind for kind in KINDS if kind.name != MIXED]
    return others[(number - number // 3 - 1) % len(others)]


def make(seed, number, only=""):
    """The Match of a game; `only`: the name of the kind that all games shall have."""
    kind = find(only) if only else kind_of(number)
    dice = Dice(seed * 1000003 + number)
    variant = _STANDARD if dice.chance(40) else dice.pick(ids())
    return Match(dice.roll(0, 1 << 30), kind, variant)


def play(seed, number, only=""):
    """Play a game; its result. Raises what the firmware raises, with the game named."""
    match = make(seed, number, only)
    match.run()
    result = match.result()
    result["number"] = number
    result["variant"] = match.game.variant
    result["colour"] = match.colour
    return result
