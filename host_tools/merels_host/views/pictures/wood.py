# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wood and what stands on it, as shapes: ways, lines, names, points and pieces.

frame = Frame(game.board)
[*wood(game.board, frame), *men(game.board, frame, game.white, game.black)]
"""

from merels.board import WOOD, Board

from merels_host.views.pictures.shapes import Box, Disc, Shape, Strokes, Words

STEP = 70  # between two neighbouring files or ranks, in units of the drawing
EDGE = 60  # from the outermost points to the edge
PIECE = 20  # radii
POINT = 6


class Frame:
    """Where the points of a board lie on the drawing. side: width and height of the wood."""

    def __init__(self, board: Board):
        columns = [ord(WOOD[bit][0]) for bit in range(25) if board.points >> bit & 1]
        self.left, right = min(columns), max(columns)
        self.side = STEP * (right - self.left) + 2 * EDGE
        self.top = max(int(WOOD[bit][1]) for bit in range(25) if board.points >> bit & 1)

    def place(self, bit: int) -> tuple[int, int]:
        """The place of a wood bit."""
        name = WOOD[bit]
        x = EDGE + STEP * (ord(name[0]) - self.left)
        return x, EDGE + STEP * (self.top - int(name[1]))


def wood(board: Board, frame: Frame) -> list[Shape]:
    """The empty board without its points."""
    return [
        Box("wood", 0, 0, frame.side, frame.side, 16),
        *_wires(board, frame),
        *_names(board, frame),
    ]


def point(bit: int, frame: Frame) -> Disc:
    """A point of the board."""
    return Disc("point", *frame.place(bit), POINT)


def man(side: int, bit: int, frame: Frame) -> Disc:
    """A piece of side 0 or 1."""
    return Disc(("white", "black")[side], *frame.place(bit), PIECE)


def bits(mask: int) -> list[int]:
    """The points of a mask."""
    return [bit for bit in range(25) if mask >> bit & 1]


def ends(line: int, middle: int) -> tuple[int, int]:
    """The outer points of a line."""
    first, last = (bit for bit in bits(line) if bit != middle)
    return first, last


def _wires(board: Board, frame: Frame) -> list[Strokes]:
    """The ways between points, and dashed the lines on which no piece may slide."""
    ways = []
    for bit in range(25):
        for other in range(bit + 1, 25):
            if board.adjacent[bit] >> other & 1:
                ways.append((frame.place(bit), frame.place(other)))
    lines = []
    for line, middle in zip(board.lines, board.middles, strict=True):
        if not board.adjacent[middle] & line:
            first, last = ends(line, middle)
            lines.append((frame.place(first), frame.place(last)))
    both = (Strokes("wires", tuple(ways)), Strokes("line", tuple(lines)))
    return [strokes for strokes in both if strokes.lines]


def _names(board: Board, frame: Frame) -> list[Words]:
    """The letters of the files below, the numbers of the ranks at the left."""
    files: dict[int, str] = {}
    ranks: dict[int, str] = {}
    for bit in bits(board.points):
        x, y = frame.place(bit)
        files[x], ranks[y] = board.name(bit)
    below = frame.side - 12
    texts = [(x, below, letter) for x, letter in sorted(files.items())]
    texts += [(16, y + 6, number) for y, number in sorted(ranks.items())]
    return [Words("name", x, y, text) for x, y, text in texts]
