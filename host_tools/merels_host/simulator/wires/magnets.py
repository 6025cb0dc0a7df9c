# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The field of the magnets in the pieces, as a sensor under each point feels it.

Points are 36 mm apart. Straight above its point a magnet of 8 x 3 mm gives 49 mT at 6 mm; some 11
mm aside the sign turns, so that a piece slid past, and one on the next point, weakly feign the
other colour (computed with magpylib for 10 x 3 and 8 x 3 mm).

    magnets = [Magnet("d6", 49), Magnet("f4", -49, dx=-15)]
    field_at("f4", magnets)           # 1.47: of the piece 15 mm to its left, and of d6
"""

PITCH_MM = 36
# Distance from the axis in mm, and what is left there of the field, in thousandths.
_PROFILE = ((0, 1000), (4, 600), (6, 390), (8, 180), (11, 0), (13, -25), (15, -30), (20, -20),
            (36, -5))  # fmt: skip


class Magnet:
    """The magnet of a piece near a point. mt: field straight below it in mT, white's positive.
    dx, dy: mm that it stands beside the point, to the right and up."""

    def __init__(self, point, mt, dx=0, dy=0):
        x, y = where(point)
        self.x, self.y, self.mt = x + dx, y + dy, mt


def where(point):
    """Millimetres of a point from a1."""
    return PITCH_MM * (ord(point[0]) - ord("a")), PITCH_MM * (int(point[1]) - 1)


def field_at(point, magnets, aside=1):
    """mT of all magnets at a point; those beside it count `aside` times."""
    x, y = where(point)
    total = 0.0
    for magnet in magnets:
        mm = ((magnet.x - x) ** 2 + (magnet.y - y) ** 2) ** 0.5
        total += magnet.mt * _left(mm) / 1000 * (1 if mm < PITCH_MM // 2 else aside)
    return total


def _left(mm):
    before, left = _PROFILE[0]
    for at, here in _PROFILE[1:]:
        if mm <= at:
            return left + (here - left) * (mm - before) / (at - before)
        before, left = at, here
    return left * (before / mm) ** 3
