# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Small questions to a mask of points, without allocation; counting is in board.py.

single(0b100), lowest(0b100), at_most(0b111, 2)     # True, 2, False
"""

OFF = 31  # as in position.py: no point


def single(mask):
    """Is exactly one bit set?"""
    return mask != 0 and not mask & (mask - 1)


def lowest(mask):
    """The number of the lowest bit that is set; 31 when none is."""
    if not mask:
        return OFF
    point = 0
    while not mask & 1:
        mask >>= 1
        point += 1
    return point


def at_most(mask, count):
    """Has the mask at most so many bits?"""
    while mask and count:
        mask &= mask - 1
        count -= 1
    return not mask
