# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The symmetries of the boards, as permutations of the wood's bits.

Eight turns and reflections; on boards of rings each also with the rings exchanged, the outermost
with the innermost: 16. On the square, 8.

    for symmetry in symmetries(game.board):
        symmetry[bit], moved(symmetry, mask)
"""

from merels.board import WOOD, wood_bit

_CENTRE = 4  # of files and ranks 1 to 7


def symmetries(board):
    """Tuples of 25 bits; the first is the identity."""
    rings = {"three-rings": (1, 3), "two-rings": (1, 2), "square": ()}[board.id]
    found = []
    for exchange in (False, True) if rings else (False,):
        for turns in range(4):
            for reflect in (False, True):
                found.append(tuple(_image(name, turns, reflect, exchange, rings) for name in WOOD))
    return found


def _image(name, turns, reflect, exchange, rings):
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


def moved(symmetry, mask):
    """The mask after the symmetry."""
    return sum(1 << symmetry[bit] for bit in range(25) if mask >> bit & 1)


class Canonical:
    """One number for all positions that are the same up to symmetry; quick, by tables."""

    def __init__(self, board):
        self.tables = [
            [[moved(symmetry, part << low) for part in range(512)] for low in (0, 9, 18)]
            for symmetry in symmetries(board)
        ]

    def __call__(self, white, black):
        return min(
            (a[white & 511] | b[white >> 9 & 511] | c[white >> 18]) << 25
            | a[black & 511] | b[black >> 9 & 511] | c[black >> 18]
            for a, b, c in self.tables
        )  # fmt: skip
