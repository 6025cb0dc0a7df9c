# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Debounce of all points at once: a bit of the image changes after three equal scans.

Sits between the sensors and the image. Two words hold a two-bit counter for every point side by
side ("vertical counter"), so one scan of 25 points costs a few bit operations and no allocation.

    >>> d = Debounce(0)
    >>> [d.feed(1), d.feed(0), d.feed(1), d.feed(1), d.feed(1)]
    [0, 0, 0, 0, 1]
    >>> d.image
    1
"""


class Debounce:
    """image: the settled mask. pending: points whose scans differ from the image just now."""

    def __init__(self, image):
        self.image = image
        self.pending = 0
        self._low = 0
        self._high = 0

    def feed(self, scan):
        """Take one scan (mask); return the mask of points that changed with it."""
        differs = scan ^ self.image
        self.pending = differs
        if not differs:
            self._low = self._high = 0
            return 0
        low = differs & ~self._low
        high = differs & (self._high ^ self._low)
        flips = low & high
        self.image ^= flips
        self.pending = differs & ~flips
        self._low = low & ~flips
        self._high = high & ~flips
        return flips
