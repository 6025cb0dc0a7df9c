# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board as thirteen lines of text.

print("\\n".join(draw(game.white, game.black, game.board.points, marked=last_move)))
"""

from merels.board import WOOD

_WIRES = (
    "7  +-----------+-----------+",
    "   |           |           |",
    "6  |   +-------+-------+   |",
    "   |   |       |       |   |",
    "5  |   |   +---+---+   |   |",
    "   |   |   |       |   |   |",
    "4  +---+---+       +---+---+",
    "   |   |   |       |   |   |",
    "3  |   |   +---+---+   |   |",
    "   |   |       |       |   |",
    "2  |   +-------+-------+   |",
    "   |           |           |",
    "1  +-----------+-----------+",
)
FILES = "   a   b   c   d   e   f   g"
ASCII = ("O", "@", "+")
UNICODE = ("○", "●", "·")


def draw(
    white: int, black: int, points: int, marked: int = 0, glyphs: tuple[str, str, str] = ASCII
) -> list[str]:
    """The lines of the picture. All arguments are masks of wood bits; `marked` get brackets."""
    grid = [list(f"{line:<29}") for line in _WIRES]
    for bit, name in enumerate(WOOD):
        row = grid[2 * (7 - int(name[1]))]
        column = 3 + 4 * "abcdefg".index(name[0])
        if white >> bit & 1:
            row[column] = glyphs[0]
        elif black >> bit & 1:
            row[column] = glyphs[1]
        elif points >> bit & 1:
            row[column] = glyphs[2]
        if marked >> bit & 1:
            row[column - 1], row[column + 1] = "[", "]"
    return ["".join(row) for row in grid] + [FILES]
