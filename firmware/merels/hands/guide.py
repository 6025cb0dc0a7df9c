# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The way back into step: which piece to move where, one pair at a time.

Called by hands.py when the wood is out of step; the lights show the pair as `extra` (take this
one) and `missing` (put it there). The nearest pair comes first, so that the whole repair is short.
Where sensors tell colours, a pair is of one colour.

    pair = nearest(missing, extra)      # missing point * 32 + extra point, either of them 31
"""

from merels.board import WOOD
from merels.rules.position import OFF

_FILES = bytes([ord(name[0]) - ord("a") for name in WOOD])
_RANKS = bytes([ord(name[1]) - ord("1") for name in WOOD])


def nearest(missing, extra):
    """The nearest pair of a missing point and an extra one, as missing * 32 + extra.

    With nothing missing (or nothing extra) the first of the others alone, 31 in the other place.
    """
    if not missing or not extra:
        return _first(missing) * 32 + _first(extra)
    best = 0
    shortest = 1 << 10
    for point in range(25):
        if missing >> point & 1:
            for other in range(25):
                if extra >> other & 1:
                    files = _FILES[point] - _FILES[other]
                    ranks = _RANKS[point] - _RANKS[other]
                    distance = files * files + ranks * ranks
                    if distance < shortest:
                        shortest = distance
                        best = point * 32 + other
    return best


def pair(game, white, black, colour):
    """The next pair for this image of the wood (masks; the same mask twice without colour)."""
    if not colour:
        stands = game.white | game.black
        return nearest(stands & ~white, white & ~stands)
    image = white | black
    for stands, seen in ((game.white, white), (game.black, black)):
        if stands & ~image and seen & ~stands:
            return nearest(stands & ~image, seen & ~stands)
    stands = game.white | game.black
    wrong = (white & ~game.white) | (black & ~game.black)
    if wrong:  # one that stands in another's place goes first, then the right one is missing
        return nearest(0, wrong & stands or wrong)
    return nearest(stands & ~image, 0)


def _first(mask):
    for point in range(25):
        if mask >> point & 1:
            return point
    return OFF
