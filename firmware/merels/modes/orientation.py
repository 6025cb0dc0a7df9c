# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The eight ways a square board can lie: which of them do a few known points allow?

Used by learning.py, for sensors and LEDs that are wired as planned, but turned or mirrored.

    turned({0: 2, 1: 14})       # 25 bytes: a quarter turn; None if no way fits
"""

from merels.board import WOOD

# x' = a x + b y, y' = c x + d y
_WAYS = (
    (1, 0, 0, 1),
    (0, 1, -1, 0),
    (-1, 0, 0, -1),
    (0, -1, 1, 0),
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
)


def turned(known):
    """The way, 25 bytes from point to point, that agrees with the dict; None if there is none."""
    for way in _WAYS:
        points = bytes([_moved(point, way) for point in range(25)])
        if all(points[point] == known[point] for point in known):
            return points
    return None


def filled(known):
    """25 bytes: the dict, and the points it leaves out in their order on what is left."""
    left = [point for point in range(25) if point not in known.values()]
    same = [point for point in left if point not in known]
    left = [point for point in left if point not in same]
    found = []
    for point in range(25):
        if point in known:
            found.append(known[point])
        else:
            found.append(point if point in same else left.pop(0))
    return bytes(found)


def _moved(point, way):
    x = ord(WOOD[point][0]) - ord("d")
    y = int(WOOD[point][1]) - 4
    x, y = way[0] * x + way[1] * y, way[2] * x + way[3] * y
    return WOOD.index("abcdefg"[x + 3] + str(y + 4))
