# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The numbers that a file gives its moves, held against the turns that are read.

Part of the reader: where numbers and turns differ, something was lost or is there twice.

    count = MoveCount(begun=False)
    count.read("1. ")
    count.check(0)                  # "" where it fits, else a sentence
    count.played(0)
"""

import re
from functools import lru_cache

_ASIDE = r"(?:\s|\{[^}]*\}|;[^\n]*\n)*"
_MOVE = r"[A-Za-z0-9–—−:×-]+[!?]*"
# How a text begins that may have a number before each turn.
EACH = re.compile("".join(rf"{_ASIDE}{number}\s*\.\s*{_MOVE}" for number in (1, 2, 3)))


class MoveCount:
    """begun: the game began before, and may be counted from anywhere. half: twice the number of
    the last turn that was read, and one more if it was Black's. numbered: a number stands before
    the next turn. black: that number is one of Black's ("3...")."""

    def __init__(self, begun: bool):
        self.half = 1
        self.numbered = False
        self.black = False
        self.since = 0  # turns since the last number
        self.last: int | None = 0  # that number, None if a variation came between
        self._previous: int | None = 0  # the number before that
        self._said: int | None = None
        self._opens: int | None = 0  # who has the numbers with one dot; None: not known yet
        self._strict = True  # neither side has played twice
        self._shift = None if begun else 0  # between the numbers of the file and ours

    @property
    def crowded(self) -> bool:
        """Are there more turns behind the last number than one is for, in a game with several?"""
        return self._strict and (self.last or 0) > 1 and self.since > 2

    def read(self, text: str) -> int | None:
        """Take the number ("12.", "12...", "12", or only the dots of one), which is returned."""
        said, self.black = number_in(text)
        self.numbered = True
        if said is not None:
            self._previous = self.last
            self._said = self.last = said
            self.since = 0
        return said

    def begins_again(self, side: int, new_line: bool) -> bool:
        """Is a number 1 that was read before a turn of `side` that of another game's first turn?
        new_line: it is the first word of a line."""
        if self.black or self._shift is None or self.half == 1:
            return False
        return self._next(side) + self._shift != 1 or new_line

    def check(self, side: int) -> str:
        """What is wrong about the number that was read before a turn of `side`."""
        self.numbered = False
        said, self._said = self._said, None
        if said is None:
            return ""
        usual = side == self._opens == 0 and not self.black
        if usual and self._shift == said - (self.half >> 1) - 1:
            return ""
        due = self._next(side)
        strict = self._strict and (side != self.half & 1 or self.half == 1)
        if self._shift is None:
            self._shift, self._previous = said - due, said
        elif not strict and abs(said - self._shift - due) == 1:
            self._shift = said - due
        due += self._shift
        if said != due or (strict and self._odd(said, side)):
            return (
                f"the number {said}{'...' if self.black else '.'} stands where "
                f"{due}{'...' if side else '.'} is due; before it a turn is missing, or there is "
                "one too many."
            )
        return ""

    def played(self, side: int) -> None:
        """A turn was read."""
        if self.half == 1:
            self._opens = None if side else 0
        elif side == self.half & 1:
            self._strict = False  # how other programs count then is not known
        self.half = self.half + 1 + (self.half & 1) if side else (self.half | 1) + 1
        self.since += 1

    def back(self, half: int) -> None:
        """Go on after another turn."""
        self.half = half
        self.numbered = False
        self._said = self.last = None

    def _odd(self, said: int, side: int) -> bool:
        """Do the dots of a number say that it is not one of `side`?"""
        if self.black:
            return side == 0
        if self._previous in (said, None):
            return False  # it is there once more, for the other side
        if self._opens is None:
            self._opens = side
        return side != self._opens

    def _next(self, side: int) -> int:
        return (self.half + 1 + (self.half & 1) if side else self.half + 2) >> 1


class Each(MoveCount):
    """The count of a file that numbers turns and not pairs of them: "1. d6 2. f4 3. d2". seen:
    the turns before which one stood."""

    def __init__(self):
        super().__init__(begun=False)
        self.seen: set[int] = set()

    def check(self, side: int) -> str:
        self.numbered = False
        said, self._said = self._said, None
        self.seen.add(self.half)
        if said == self.half and not self.black:
            return ""
        return f"the number {said} stands where {self.half} is due."


@lru_cache(maxsize=4096)
def number_in(text: str) -> tuple[int | None, bool]:
    """The number that a file gives a move ("12.", "12...", "12", or only the dots of one), and
    whether its dots say that it is one of Black's."""
    digits = re.sub(r"\D.*", "", text, flags=re.DOTALL)  # any blank may follow
    return int(digits) if digits else None, text.count(".") > 1 or "…" in text
