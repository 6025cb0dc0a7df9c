# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The symmetries of the boards (merels_host.rulebook.openings), applied to masks and positions."""

from merels_host.rulebook import openings as boards


def symmetries(board):
    """Tuples of 25 bits; the first is the identity."""
    return boards.symmetries(board.id)


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
