# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How long each point has rested since its last change.

Sits beside the debounce; hands.py asks it when a turn may be taken, and which of two pieces came
first. Points at rest for longer than LIMIT are flagged as such, so a board left alone for weeks
never mistakes an old change for a fresh one when the clock wraps.

    >>> r = Rest()
    >>> r.changed(0b1, 1000)
    >>> r.remaining(0b1, 1150, 200)
    50
"""

from array import array

from merels.clock import elapsed

LIMIT = 4000  # ms; no rule of the hands waits longer for a point
_POINTS = 25


class Rest:
    def __init__(self):
        self.fresh = 0  # points whose last change is younger than LIMIT
        self._since = array("i", [0] * _POINTS)

    def changed(self, mask, now):
        """The points of the mask changed now."""
        self.fresh |= mask
        for point in range(_POINTS):
            if mask >> point & 1:
                self._since[point] = now

    def step(self, now):
        """Flag the points that have come to rest; call it now and then, in days at most."""
        fresh = self.fresh
        if fresh:
            for point in range(_POINTS):
                if fresh >> point & 1 and elapsed(now, self._since[point]) >= LIMIT:
                    self.fresh &= ~(1 << point)

    def age(self, point, now):
        """Milliseconds since the point's last change, LIMIT if longer."""
        if not self.fresh >> point & 1:
            return LIMIT
        return min(elapsed(now, self._since[point]), LIMIT)

    def remaining(self, mask, now, rest_ms):
        """Milliseconds until every point of the mask has rested for rest_ms; 0: they have."""
        mask &= self.fresh
        longest = 0
        for point in range(_POINTS):
            if mask >> point & 1:
                left = rest_ms - elapsed(now, self._since[point])
                if left > longest:
                    longest = left
        return longest
