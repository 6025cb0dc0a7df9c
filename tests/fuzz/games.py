# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which game a number stands for: kind, variant and seed; and playing it.

    play(1, 17)                             # the result of game 17 of seed 1
    play(1, 17, {"settle": 160})            # in this setting, instead of any

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


def make(seed, number, setting=None):
    """The Match of a game; `setting` may name the kind, variant, sensors and settle time that all
    games shall have."""
    setting = setting or {}
    kind = find(setting["kind"]) if setting.get("kind") else kind_of(number)
    dice = Dice(seed * 1000003 + number)
    variant = _STANDARD if dice.chance(40) else dice.pick(ids())
    return Match(
        dice.roll(0, 1 << 30),
        kind,
        setting.get("variant") or variant,
        sensors=setting.get("sensors", ""),
        settle=setting.get("settle", 0),
    )


def play(seed, number, setting=None):
    """Play a game; its result. Raises what the firmware raises, with the game named."""
    match = make(seed, number, setting)
    match.run()
    result = match.result()
    result["number"] = number
    result["variant"] = match.game.variant
    result["colour"] = match.colour
    return result
