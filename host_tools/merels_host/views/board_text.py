# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board as thirteen lines of text: with its pieces, or as it lies on the wood.

    print("\\n".join(draw(game.white, game.black, game.board.points, marked=last_move)))
    print("\\n".join(diagram(Board("square", "yes"))))

In a diagram, points of the game are `o` and other points of the wood `.`; ways to slide are drawn,
a line that is no way is dotted with `:`. Files and ranks at the edge are the game's own.
"""

from merels.board import WOOD, Board

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
_ROWS, _COLUMNS = 13, 25


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


def diagram(board: Board) -> list[str]:
    """Thirteen lines for the wood, and one with the files."""
    grid = [[" "] * _COLUMNS for _ in range(_ROWS)]
    for line, middle in zip(board.lines, board.middles, strict=True):
        for end in (bit for bit in range(25) if line >> bit & 1 and bit != middle):
            if not board.adjacent[end] >> middle & 1:
                _draw(grid, end, middle, dotted=True)
    for here in range(25):
        for there in range(here + 1, 25):
            if board.adjacent[here] >> there & 1:
                _draw(grid, here, there, dotted=False)
    for bit in range(25):
        if bit < 24 or board.points >> 24 & 1:
            row, column = _place(bit)
            grid[row][column] = "o" if board.points >> bit & 1 else "."
    ranks = {_place(board.bit(name))[0]: name[1] for name in board.names}
    files = {_place(board.bit(name))[1]: name[0] for name in board.names}
    lines = [f"{ranks.get(row, ' ')}  {''.join(grid[row])}".rstrip() for row in range(_ROWS)]
    lines.append("   " + "".join(files.get(column, " ") for column in range(_COLUMNS)).rstrip())
    return lines


def _place(bit: int) -> tuple[int, int]:
    """Row and column of a wood bit."""
    name = WOOD[bit]
    return 2 * (7 - int(name[1])), 4 * "abcdefg".index(name[0])


def _draw(grid: list[list[str]], one: int, other: int, dotted: bool) -> None:
    """Draw what is between two points; slanting steps have room for one sign."""
    (row, column), (to_row, to_column) = _place(one), _place(other)
    if row == to_row:
        for at in range(min(column, to_column) + 1, max(column, to_column)):
            grid[row][at] = ":" if dotted else "-"
    elif column == to_column:
        for at in range(min(row, to_row) + 1, max(row, to_row)):
            grid[at][column] = ":" if dotted else "|"
    else:
        falls = (to_row > row) == (to_column > column)
        at, across = (row + to_row) // 2, (column + to_column) // 2
        sign = ":" if dotted else "\\" if falls else "/"
        grid[at][across] = sign if grid[at][across] in (" ", sign) else "X"
