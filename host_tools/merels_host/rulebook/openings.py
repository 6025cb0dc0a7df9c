# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Openings: the first four plies of a game, with one name for all that the board makes the same.

Beside the archive, which keeps the opening of each game. Two openings are the same if a symmetry
of the board turns one into the other, and if they differ only in the order in which a side placed
its two pieces. The name is one of them, written as moves.

    opening("nine-mens-morris", ["d2", "b4", "d6", "f4", "g4"])     # "d6 b4 d2 f4"
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from merels.board import WOOD, Board, wood_bit
from merels.errors import RulesError
from merels.rules import variants

PLIES = 4
_POINT = re.compile("[a-g][1-7]")
_CENTRE = 4  # of files and ranks 1 to 7
_RINGS = {"three-rings": (1, 3), "two-rings": (1, 2), "square": ()}


def opening(variant: str, turns: Sequence[str]) -> str:
    """The name of the opening, "" for a game of less than four plies or of an unknown variant."""
    return _named(variant, tuple(turns[:PLIES])) if len(turns) >= PLIES else ""


@lru_cache(maxsize=1 << 12)
def _named(variant: str, turns: tuple[str, ...]) -> str:
    try:
        board, maps = _geometry(variants.find(variant).board)
        points = [[board.bit(name) for name in _POINT.findall(turn)] for turn in turns]
    except RulesError:
        return ""
    shapes = [_POINT.sub("{}", turn) for turn in turns]
    images = [[[image[bit] for bit in turn] for turn in points] for image in maps]
    if all(shape == "{}" for shape in shapes):
        images = [_in_order(image) for image in images]
    return " ".join(
        shape.format(*map(board.name, turn))
        for shape, turn in zip(shapes, min(images), strict=True)
    )


def _in_order(turns: list[list[int]]) -> list[list[int]]:
    """Placements with each side's own in the order of the points."""
    first, second = sorted(turns[::2]), sorted(turns[1::2])
    return [first[0], second[0], first[1], second[1]]


@lru_cache
def _geometry(board_id: str) -> tuple[Board, list[tuple[int, ...]]]:
    return Board(board_id), symmetries(board_id)


def symmetries(board_id: str) -> list[tuple[int, ...]]:
    """Tuples of 25 bits; the first is the identity. Raises KeyError for what is no board."""
    rings = _RINGS[board_id]
    found = []
    for exchange in (False, True) if rings else (False,):
        for turns in range(4):
            for reflect in (False, True):
                found.append(tuple(_image(name, turns, reflect, exchange, rings) for name in WOOD))
    return found


def _image(name: str, turns: int, reflect: bool, exchange: bool, rings: tuple[int, ...]) -> int:
    x, y = "abcdefg".index(name[0]) + 1 - _CENTRE, int(name[1]) - _CENTRE
    ring = max(abs(x), abs(y))
    if exchange and rings[0] <= ring <= rings[1]:
        other = sum(rings) - ring
        x, y = x // ring * other, y // ring * other
    if reflect:
        x = -x
    for _ in range(turns):
        x, y = y, -x
    return wood_bit("abcdefg"[x + _CENTRE - 1] + str(y + _CENTRE))
