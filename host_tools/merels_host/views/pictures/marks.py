# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What marks a moment of a game on the board: the last move, mills, and what was taken.

[*under(moment, board, frame), *pieces, *over(moment, frame)]
"""

from math import hypot

from merels.board import Board

from merels_host.views.moments import Moment
from merels_host.views.pictures.shapes import Area, Disc, Place, Shape, Strokes
from merels_host.views.pictures.wood import PIECE, Frame, bits, ends

_HEAD = 20  # of an arrow
_CROSS = 11  # half of its width


def under(moment: Moment, board: Board, frame: Frame, last_move: bool) -> list[Shape]:
    """Marks below the pieces: mills, those that the last turn closed stronger."""
    shapes: list[Shape] = []
    for line, middle in zip(board.lines, board.middles, strict=True):
        if line in moment.mills:
            look = "closed" if last_move and line in moment.closed else "mill"
            first, last = ends(line, middle)
            shapes.append(Strokes(look, ((frame.place(first), frame.place(last)),)))
    return shapes


def over(moment: Moment, frame: Frame, last_move: bool) -> list[Shape]:
    """Marks above the pieces."""
    shapes: list[Shape] = []
    for bit in bits(moment.marked):
        shapes.append(_cross("marked", frame.place(bit)))
    for bit in bits(moment.banned):
        shapes.append(_cross("marked", frame.place(bit)))
    if not last_move:
        return shapes
    for bit in bits(moment.removed):
        if not (moment.white | moment.black) >> bit & 1:
            shapes.append(Disc(f"ghost-{_other(moment.side)}", *frame.place(bit), PIECE))
            shapes.append(_cross("taken", frame.place(bit)))
    if moment.source >= 0:
        shapes += _arrow(frame.place(moment.source), frame.place(moment.target))
    if moment.target >= 0:
        shapes.append(Disc("last", *frame.place(moment.target), PIECE + 4))
    return shapes


def _other(side: int) -> str:
    return ("black", "white")[side]


def _cross(look: str, place: Place) -> Strokes:
    x, y = place
    return Strokes(
        look,
        (
            ((x - _CROSS, y - _CROSS), (x + _CROSS, y + _CROSS)),
            ((x - _CROSS, y + _CROSS), (x + _CROSS, y - _CROSS)),
        ),
    )


def _arrow(start: Place, end: Place) -> list[Shape]:
    """From a point to the ring around the piece on another."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = (end[0] - dx * (PIECE + 6), end[1] - dy * (PIECE + 6))
    neck = (tip[0] - dx * _HEAD, tip[1] - dy * _HEAD)
    wing = _HEAD * 0.6
    corners = (
        tip,
        (neck[0] - dy * wing, neck[1] + dx * wing),
        (neck[0] + dy * wing, neck[1] - dx * wing),
    )
    round_ = tuple((round(x, 1), round(y, 1)) for x, y in corners)
    shaft = (start, (round(neck[0], 1), round(neck[1], 1)))
    return [Strokes("way", (shaft,)), Area("head", round_)]
