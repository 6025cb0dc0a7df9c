# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A moment of a game as a picture: the board with marks, and beside it hands and captures.

svg.document(scene(film.moments[12], film.board), size=540, theme="light")
"""

from merels.board import Board

from merels_host.views.moments import Moment
from merels_host.views.pictures import marks
from merels_host.views.pictures.shapes import Box, Disc, Scene, Shape, Words
from merels_host.views.pictures.wood import Frame, bits, man, point, wood

SIZES = (60, 4000)  # pixels of the board's side: what can be seen, and what memory can hold
_BESIDE = 176  # width of what stands beside the board
_LEFT = 24  # from the board to what stands there
_SMALL = 10  # radius of a piece beside the board
_PITCH = 24
_ROW = 6  # pieces in one row


def scene(moment: Moment, board: Board, last_move: bool = True) -> Scene:
    """The whole picture. last_move: mark what the last turn did."""
    frame = Frame(board)
    width = frame.side + _BESIDE
    return Scene(
        width,
        frame.side,
        frame.side,
        (*setting(board), *standing(moment, board, last_move)),
    )


def setting(board: Board) -> list[Shape]:
    """What is the same in all pictures of a game."""
    frame = Frame(board)
    return [Box("page", 0, 0, frame.side + _BESIDE, frame.side), *wood(board, frame)]


def standing(moment: Moment, board: Board, last_move: bool = True) -> list[Shape]:
    """What is of this moment."""
    frame = Frame(board)
    shapes = marks.under(moment, board, frame, last_move)
    shapes += [point(bit, frame) for bit in bits(board.points)]
    for side, mask in enumerate((moment.white, moment.black)):
        shapes += [man(side, bit, frame) for bit in bits(mask)]
    shapes += marks.over(moment, frame, last_move)
    half = frame.side / 2
    x = frame.side + _LEFT
    if moment.end:
        winner, _, reason = moment.end.rstrip(")").partition(" (")
        shapes.append(Words("side", x, half - 18, winner[0].upper() + winner[1:]))
        shapes.append(Words("words", x, half + 4, reason))
    return [*shapes, *_side(moment, 1, x, 0), *_side(moment, 0, x, half)]


def _side(moment: Moment, side: int, x: float, top: float) -> list[Shape]:
    """A side's hand and captures, below `top`."""
    y = top + 36
    shapes: list[Shape] = [Words("side", x, y, ("White", "Black")[side])]
    if not moment.end and moment.to_move == side:
        shapes.append(Disc("turn", x + 72, y - 7, 6))
    for words, number, colour in (
        ("in hand", moment.hand[side], side),
        ("captured", moment.captured[side], 1 - side),
    ):
        if number:
            y += 26
            shapes.append(Words("words", x, y, f"{words}: {number}"))
            for place in range(number):
                across, down = place % _ROW, place // _ROW
                shapes.append(
                    Disc(
                        ("white", "black")[colour],
                        x + _SMALL + across * _PITCH,
                        y + 20 + down * _PITCH,
                        _SMALL,
                    )
                )
            y += 20 + _SMALL + (number - 1) // _ROW * _PITCH
    return shapes
