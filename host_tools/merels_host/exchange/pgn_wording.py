# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Movetext as the reader takes it: in our names, with words put together that a line break cut.

Where that is not sure, there are several readings: each doubtful word is two at first, and `other`
puts together the last one that could be the reason why a game cannot be played.

    wording = Wording("1. 5 1\n3 2. 20 19", PLAYOK)
    wording.text                    # "1. d6 a7\ng7 2. ..."
    wording.other(0, 12)            # True
    wording.text                    # "1. d6 b4\n 2. ..."
"""

from merels_host.exchange.dialect import to_ours
from merels_host.exchange.pgn_breaks import doubtful, joined, mended
from merels_host.exchange.point_names import PointNames

_WORK = 4_000_000  # characters that may be read anew in one piece of a file


class Wording:
    """text: the movetext. names: of its points, None if they are ours. dotted: a number without a
    dot is a move. doubts: are there words of which it is not sure whether they are one?"""

    def __init__(self, text: str, names: PointNames | None):
        self.dotted = names is not None and names.numbers
        self._names = names
        self._raw = mended(text, self.dotted)
        self._ends = doubtful(self._raw, names) if names and self.dotted else []
        self._rows: list[int] = []
        row = at = 0
        for end in self._ends:
            row += self._raw.count("\n", at, end)
            self._rows.append(row)
            at = end
        self._work = _WORK
        self.read(frozenset())

    @property
    def doubts(self) -> bool:
        return bool(self._ends)

    def read(self, together: frozenset[int]) -> None:
        """Read the doubtful words of these numbers as one."""
        self.together = together
        text = joined(self._raw, [self._ends[number] for number in sorted(together)])
        self.text = to_ours(text, self._names) if self._names else text

    def other(self, start: int, end: int) -> bool:
        """Read a word between these offsets another way; False if there is no other. The text
        before stays as it is."""
        first = self.text.count("\n", 0, start)
        last = first + self.text.count("\n", start, end)
        for number in range(len(self._rows) - 1, -1, -1):
            if self._rows[number] < first:
                break
            if self._rows[number] <= last and number not in self.together:
                self._work -= len(self._raw)
                if self._work < 0:
                    break
                self.read(frozenset({n for n in self.together if n < number} | {number}))
                return True
        return False
