# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What other programs call the points of three rings: numbers on PlayOK, E1 to R8 at the MSSA.

Between a turn in our names and the same turn in theirs, both ways; whether it is legal is for
the rules to say.

    PLAYOK.theirs("d7-a7xd2")       # "2-1x20"
    MSSA.ours("e2-e1XA6")           # "d7-a7xd2"

Sources: games as PlayOK writes them; the Generally Accepted Rules of Mind Sports South Africa.
"""

import re
from collections.abc import Sequence

from merels.board import WOOD

_CLOCKWISE = {  # each ring from its top left corner
    "E": "a7 d7 g7 g4 g1 d1 a1 a4",
    "A": "b6 d6 f6 f4 f2 d2 b2 b4",
    "R": "c5 d5 e5 e4 e3 d3 c3 c4",
}
_SIGNS = re.compile(r"(x|-)")


def _turns_of(names: Sequence[str]) -> re.Pattern[str]:
    """A move with its removals; or removals alone, as where a full board is thinned out."""
    name = f"(?:{'|'.join(sorted(names, key=len, reverse=True))})"
    return re.compile(f"(?:{name}(?:-{name})?)?(?:x{name})*", re.IGNORECASE)


class PointNames:
    """The names of one program: `theirs_of` a point of ours, `ours_of` one of theirs; `numbers`:
    they are numbers."""

    def __init__(self, points: Sequence[str], names: Sequence[str]):
        self.theirs_of = dict(zip(points, names, strict=True))
        self.ours_of = dict(zip(names, points, strict=True))
        self.numbers = all(name.isdigit() for name in names)
        self._theirs = _turns_of(names)
        self._ours = _turns_of(points)

    def is_turn(self, word: str) -> bool:
        """Is this a turn, or a part of one, as this program writes it?"""
        return bool(word) and self._theirs.fullmatch(word) is not None

    def has(self, text: str) -> bool:
        """Is this a turn of ours that can be written in their names?"""
        return bool(text) and self._ours.fullmatch(text) is not None

    def ours(self, word: str) -> str:
        """A turn of theirs, for which `is_turn` holds, in our names."""
        parts = _SIGNS.split(word.upper().replace("X", "x"))
        return "".join(part if part in ("x", "-", "") else self.ours_of[part] for part in parts)

    def theirs(self, text: str) -> str:
        """A turn of ours, for which `has` holds, in their names."""
        parts = _SIGNS.split(text)
        return "".join(part if part in ("x", "-", "") else self.theirs_of[part] for part in parts)


PLAYOK = PointNames(WOOD[:24], [str(number) for number in range(1, 25)])  # in reading order
MSSA = PointNames(
    " ".join(_CLOCKWISE.values()).split(),
    [f"{ring}{number}" for ring in _CLOCKWISE for number in range(1, 9)],
)
