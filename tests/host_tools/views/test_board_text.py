# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board as text."""

from merels.board import wood_bit
from merels_host.views.board_text import UNICODE, draw


def mask(names):
    return sum(1 << wood_bit(name) for name in names.split())


def test_pieces_points_and_marks_are_where_they_belong():
    lines = draw(mask("a7 f2"), mask("e4 d3"), (1 << 24) - 1, marked=mask("d3 a7"))
    assert "\n".join(line.rstrip() for line in lines) == (
        "7 [O]----------+-----------+\n"
        "   |           |           |\n"
        "6  |   +-------+-------+   |\n"
        "   |   |       |       |   |\n"
        "5  |   |   +---+---+   |   |\n"
        "   |   |   |       |   |   |\n"
        "4  +---+---+       @---+---+\n"
        "   |   |   |       |   |   |\n"
        "3  |   |   +--[@]--+   |   |\n"
        "   |   |       |       |   |\n"
        "2  |   +-------+-------O   |\n"
        "   |           |           |\n"
        "1  +-----------+-----------+\n"
        "   a   b   c   d   e   f   g"
    )


def test_the_centre_is_drawn_where_there_is_one():
    assert draw(0, 0, 1 << 24, glyphs=UNICODE)[6][15] == "·"
    assert draw(0, 0, 0)[6][15] == " "
