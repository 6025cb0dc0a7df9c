# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Random games of all variants acted out by clumsy hands: the board must record exactly these.

The first games of `make fuzz`, in one process and on both interpreters; tests/fuzz explains them.
"""

from fuzz.dice import Dice
from fuzz.games import play
from fuzz.kinds import find

GAMES = 60  # each kind once, and some more
SEED = 1


def test_dice_fall_alike_everywhere():
    dice = Dice(7)
    assert [dice.roll(1, 6) for _ in range(8)] == [1, 5, 4, 1, 5, 5, 6, 2]
    assert dice.shuffled(range(5)) == [3, 0, 4, 2, 1]


def test_games_by_hand():
    kinds = set()
    failed = []
    for number in range(GAMES):
        result = play(SEED, number)
        kinds.add(result["kind"])
        counts = result["counts"]
        wrong = counts["silent"] + counts["unmeant"] + counts["refused"]
        if counts["stuck"] or (wrong and find(result["kind"]).decidable):
            failed.append((number, result["kind"], result["variant"]))
    assert len(kinds) > 30
    assert not failed, failed  # make fuzz N=60 tells them as hand scripts
