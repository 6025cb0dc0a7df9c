# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The symmetries of the boards, as permutations of the wood's bits.

Eight turns and reflections; on boards of rings each also with the rings exchanged, the outermost
with the innermost: 16. On the square, 8. Every rule of the family looks at lines and ways only,
and each of these permutations maps lines to lines and ways to ways.

    for symmetry in symmetries("three-rings"):
        symmetry[bit]
"""

from merels.board import WOOD, wood_bit

_CENTRE = 4  # of files and ranks 1 to 7
_RINGS = {"three-rings": (1, 3), "two-rings": (1, 2), "square": ()}


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
