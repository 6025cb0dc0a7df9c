# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Seeded dice that fall alike on CPython and on MicroPython, whose own `random` differ.

    dice = Dice(7)
    dice.roll(1, 6)

So a game of a seed is the same game on both.
"""

_MASK = 0xFFFFFFFF


class Dice:
    """A xorshift generator of 32 bits (Marsaglia 2003)."""

    def __init__(self, seed):
        self._state = (seed * 2654435761 + 0x9E3779B9) & _MASK or 1
        for _ in range(8):  # seeds that follow each other shall not begin alike
            self.roll(0, 1)

    def roll(self, low, high):
        """A number from low to high, both included."""
        state = self._state
        state ^= state << 13 & _MASK
        state ^= state >> 17
        state ^= state << 5 & _MASK
        self._state = state
        return low + (state * (high - low + 1) >> 32)

    def chance(self, percent):
        return self.roll(1, 100) <= percent

    def pick(self, items):
        return items[self.roll(0, len(items) - 1)]

    def bit(self, mask):
        """The number of one of the bits that are set; -1 if there is none."""
        found = bits(mask)
        return self.pick(found) if found else -1

    def shuffled(self, items):
        """A new list of the items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.roll(0, last)
            items[last], items[other] = items[other], items[last]
        return items


def bits(mask):
    """The numbers of the bits that are set in a mask of points."""
    return [bit for bit in range(25) if mask >> bit & 1]
