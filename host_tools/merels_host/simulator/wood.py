# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The simulated wood: which piece stands on which point, and what sensors and buttons see.

The first room of the simulated board: hands change the wood, `ports` reads it. Points are the
wood's bits 0..24 (`merels.board.WOOD`), sides 0 = white and 1 = black, times ms that never wrap.

    wood = Wood(points=25)
    wood.drop(5, 0)         # white on f6
    wood.seen(now_ms=0)     # 1 << 5
"""

from merels.board import WOOD


class WoodError(ValueError):
    """Hands tried what wood does not allow."""


class Wood:
    """Pieces, bouncing contacts and buttons of a board with 24 or 25 points."""

    def __init__(self, points=25):
        self.points = (1 << points) - 1
        self.white = 0
        self.black = 0
        self._noisy = 0  # points with a contact that bounces
        self._noise_from = [0] * 25
        self._noise_until = [0] * 25
        self._held_until = [0, 0]

    def drop(self, bit, side):
        """Put a piece on an empty point. Raises WoodError where one stands or no point is."""
        self._check(bit)
        if (self.white | self.black) >> bit & 1:
            raise WoodError(f"a piece already stands on {WOOD[bit]}; lift it first")
        if side:
            self.black |= 1 << bit
        else:
            self.white |= 1 << bit

    def lift(self, bit):
        """Take the piece off a point. Raises WoodError where none stands."""
        self._check(bit)
        if not (self.white | self.black) >> bit & 1:
            raise WoodError(f"no piece stands on {WOOD[bit]} to be lifted")
        self.white &= ~(1 << bit)
        self.black &= ~(1 << bit)

    def stand(self, white, black):
        """Clear the wood and put the pieces of two masks on it."""
        self.white = white & self.points
        self.black = black & self.points

    def noise(self, bit, now, ms):
        """From now on, for `ms` ms, the point's contact bounces around its present state."""
        self._check(bit)
        self._noisy |= 1 << bit
        self._noise_from[bit] = now
        self._noise_until[bit] = now + ms

    def press(self, button, now, ms):
        """Hold button 0 (new) or 1 (back) down for `ms` ms."""
        self._held_until[button] = max(self._held_until[button], now + ms)

    def bounce(self, now):
        """Mask of the points that read the wrong way round now: every other millisecond."""
        flipped = 0
        if self._noisy:
            for bit in range(25):
                if self._noisy >> bit & 1:
                    if now >= self._noise_until[bit]:
                        self._noisy &= ~(1 << bit)
                    elif not (now - self._noise_from[bit]) & 1:
                        flipped |= 1 << bit
        return flipped

    def seen(self, now):
        """Mask of the points where the sensors see a piece now."""
        return (self.white | self.black) ^ self.bounce(now)

    def sides(self, now):
        """Masks of the points where sensors see a white and a black piece now.

        A contact that bounces with no piece on it is taken for white.
        """
        flipped = self.bounce(now)
        return (self.white ^ flipped) & ~self.black, self.black & ~flipped

    def buttons(self, now):
        """Bit 0: new is down, bit 1: back is down."""
        return (now < self._held_until[0]) | (now < self._held_until[1]) << 1

    def next_change(self, now):
        """When the wood next changes by itself (a bounce, a button let go), or None."""
        soonest = None
        for until in self._held_until:
            if until > now and (soonest is None or until < soonest):
                soonest = until
        if self._noisy and (soonest is None or now + 1 < soonest):
            soonest = now + 1
        return soonest

    def _check(self, bit):
        if not self.points >> bit & 1:
            raise WoodError(f"there is no {WOOD[bit]} on a board of 24 points")
