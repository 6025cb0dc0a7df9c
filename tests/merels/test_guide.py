# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The way back into step: the nearest pair first, of one colour where colours are seen."""

from merels.board import wood_bit
from merels.hands.guide import nearest, pair
from merels.rules.game import Game


def mask(names):
    total = 0
    for name in names.split():
        total |= 1 << wood_bit(name)
    return total


def both(missing, extra):
    return (wood_bit(missing) if missing else 31) * 32 + (wood_bit(extra) if extra else 31)


def test_the_nearest_pair():
    assert nearest(mask("a7 g1"), mask("f2 a1")) == both("g1", "f2")
    assert nearest(mask("d4"), mask("a7 d5")) == both("d4", "d5")


def test_one_side_alone():
    assert nearest(mask("b4 g1"), 0) == both("b4", "")
    assert nearest(0, mask("d6 f4")) == both("", "d6")
    assert nearest(0, 0) == both("", "")


def test_presence():
    game = Game.from_position("white=d6 black=f4,a1,g1")
    image = mask("d5 a1 g1 f2")
    assert pair(game, image, image, False) == both("d6", "d5")


def test_colour_pairs_what_belongs_together():
    game = Game.from_position("white=d6,a7,a4 black=f4,a1,g1")
    # the white piece of d6 is at f2 and the black one of f4 at d5: nearest alone would mix them
    assert pair(game, mask("f2 a7 a4"), mask("d5 a1 g1"), True) == both("d6", "f2")
    # the right place, the wrong colour: that piece goes first
    assert pair(game, mask("a7 a4"), mask("d6 f4 a1 g1"), True) == both("", "d6")
    assert pair(game, mask("a7 a4"), mask("f4 a1 g1"), True) == both("d6", "")


def test_every_repair_ends():
    # following the pairs always leads back to the position, in at most one move a piece
    game = Game.from_position("white=d6,a7,a4,b2 black=f4,a1,g1,c5")
    image = mask("d7 d5 e5 b4 a1 f2 e3 c3")
    moves = 0
    while image != game.white | game.black:
        step = pair(game, image, image, False)
        if step & 31 != 31:
            image &= ~(1 << (step & 31))
        if step >> 5 != 31:
            image |= 1 << (step >> 5)
        moves += 1
        assert moves <= 8
    assert moves == 7
