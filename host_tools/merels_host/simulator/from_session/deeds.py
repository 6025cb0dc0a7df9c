# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The deeds of a hand script, made from images: what must hands have done that this one came next?

>>> deeds = Deeds()
>>> deeds.change(0b10000, None, 120, side=0)
1
>>> deeds.lines
['at 120 drop d6 white']
"""

from merels.board import WOOD

from merels_host.sessions.games import SIDES


class Deeds:
    """image: what stands on the wood by now. now: when the last deed was done. lines: of the
    script."""

    def __init__(self, white: int = 0, black: int = 0):
        self.image = white | black
        self.now = 0
        self.lines: list[str] = []
        self._white = white
        self._in_hand: list[int] = []  # sides of the pieces that were lifted and not put down

    def change(self, image: int, white: int | None, when: int, side: int) -> int:
        """Lift and drop until the wood shows `image`; returns how many points that took.

        white: the white pieces of the image, None where the sensors do not tell. Then a piece that
        was lifted comes down again, or a new one of `side`.
        """
        turned = 0 if white is None else (self._white ^ white) & self.image & image
        gone = self.image & ~image | turned
        come = image & ~self.image | turned
        for bit in _bits(gone):
            self._in_hand.append(0 if self._white >> bit & 1 else 1)
            self.say(when, f"lift {WOOD[bit]}")
            self._white &= ~(1 << bit)
        for bit in _bits(come):
            if white is not None:
                side = 0 if white >> bit & 1 else 1
            elif self._in_hand:
                side = self._in_hand[-1]
            if side in self._in_hand:
                self._in_hand.remove(side)
            self.say(when, f"drop {WOOD[bit]} {SIDES[side]}")
            if side == 0:
                self._white |= 1 << bit
        self.image = image
        return len(_bits(gone | come))

    def say(self, when: int, deed: str) -> None:
        """Do something at a time, or at once if that is past."""
        self.now = max(self.now, when)
        self.lines.append(f"at {self.now} {deed}")


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(25) if mask >> bit & 1]
