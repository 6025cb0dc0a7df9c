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

from merels.board import Board
from merels.errors import RulesError
from merels.rules import variants

from merels_host.symmetries import symmetries

PLIES = 4
_POINT = re.compile("[a-g][1-7]")


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
