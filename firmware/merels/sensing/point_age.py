# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How long each point has rested since its last change, and in which order pieces came and left.

Sits beside the debounce; the hands ask it when a turn may be taken, and which of two pieces came
first. A state that lasted no longer than a blip (a sensor that loses its piece, a piece that
slides past) is none: what was there before it counts on from when it began. Points at rest for
longer than LIMIT are flagged as such, so a board left alone for weeks never mistakes an old change
for a fresh one when the clock wraps.

    >>> r = Rest()
    >>> r.changed(0b1, 1000)
    >>> r.remaining(0b1, 1150, 200), r.order(0, 1150)
    (50, 150)
"""

from array import array

from merels.clock import MASK, elapsed

LIMIT = 20000  # ms; no rule of the hands waits longer for a point
_OFTEN_MS = 1000  # between two looks at what has come to rest
_POINTS = 25


class Rest:
    """fresh: mask of the points whose last change is younger than LIMIT. blip: see above, ms."""

    def __init__(self):
        self.fresh = 0
        self.blip = 150
        self._looked = 0  # when points were last flagged
        self._since = array("i", [0] * _POINTS)  # the last change
        self._came = array("i", [0] * _POINTS)  # when this state began, and the one before it
        self._before = array("i", [0] * _POINTS)

    def changed(self, mask, now):
        """The points of the mask changed now."""
        came = self._came
        before = self._before
        fresh = self.fresh
        self.fresh = fresh | mask
        point = -1
        while mask:
            point += 1
            if mask & 1:
                if not fresh & 1:
                    came[point] = before[point] = self._since[point] = (now - LIMIT) & MASK
                state = came[point]
                resumed = elapsed(now, self._since[point]) < self.blip
                came[point] = before[point] if resumed else now
                before[point] = state
                self._since[point] = now
            mask >>= 1
            fresh >>= 1

    def step(self, now):
        """Flag the points that have come to rest; call it now and then, in days at most."""
        if not self.fresh or elapsed(now, self._looked) < _OFTEN_MS:
            return
        self._looked = now
        for point in range(_POINTS):
            if self.fresh >> point & 1 and elapsed(now, self._since[point]) >= LIMIT:
                self.fresh &= ~(1 << point)

    def order(self, point, now):
        """Milliseconds since the point's piece came or left, LIMIT if longer."""
        if not self.fresh >> point & 1:
            return LIMIT
        return min(elapsed(now, self._came[point]), LIMIT)

    def gap(self, point):
        """How long the state before this one lasted, LIMIT if longer."""
        if not self.fresh >> point & 1:
            return LIMIT
        return min(elapsed(self._came[point], self._before[point]), LIMIT)

    def remaining(self, mask, now, rest_ms):
        """Milliseconds until every point of the mask has rested for rest_ms; 0: they have."""
        mask &= self.fresh
        longest = 0
        point = 0
        while mask:
            if mask & 1:
                left = rest_ms - elapsed(now, self._since[point])
                if left > longest:
                    longest = left
            mask >>= 1
            point += 1
        return longest
