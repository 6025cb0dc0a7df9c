# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where two pairs of turns leave the same image, the board goes by what it saw first, or asks."""

import sys

from fuzz.acted import Acted, deeds_of, image_after, sampled, turns_of
from merels.rules.game import OFF

SLOW = sys.implementation.name == "micropython"  # a smaller sample there
SOON = 50  # ms between two deeds


def check_pairs(game, dice):
    """Two turns that leave an image which two others leave as well: in order, then at once."""
    groups = {}
    for first in turns_of(game):
        if first.gone or first.marked:
            continue
        first.play(game)
        for second in [] if game.over else turns_of(game):
            if not second.gone and second.target not in (OFF, first.source):
                deeds = deeds_of(first) + deeds_of(second)
                image = image_after(game, deeds_of(second))
                groups.setdefault(image, []).append((first, second, deeds))
        game.undo_turn()
    several = [group for group in groups.values() if len(group) > 1]
    for group in dice.shuffled(several)[:6]:
        first, second, deeds = dice.pick(group)
        acted = Acted(game, False)
        for deed in deeds:
            acted.deed([deed])
            acted.wait(SOON)
        acted.wait(2500)
        taken = acted.undo()
        meant = [first.text, second.text]
        assert taken == meant or acted.asked, (game.position(), deeds, taken, meant)
        acted = Acted(game, False)
        acted.deed(deeds)
        acted.wait(2500)
        taken = acted.undo()
        assert acted.asked and not taken, (game.position(), deeds, taken)
    return len(several)


def test_pairs_of_turns():
    pairs = 0
    for seed, variant in enumerate(
        ("three-mens-morris", "six-mens-morris", "nine-mens-morris", "morabaraba")
    ):
        for game, dice in sampled(variant, seed, 3 if SLOW else 20):
            pairs += check_pairs(game, dice)
    assert pairs
