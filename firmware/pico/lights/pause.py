# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The time that a line of LEDs needs for a frame and to rest after it.

pause = Pause(1050)
pause.begin()           # a frame sets out
pause.wait()            # until it is there and shown; 1050 us later this takes no time
"""

from time import sleep_us, ticks_diff, ticks_us


class Pause:
    """us: the time of a frame and its rest, in microseconds. Allocates nothing."""

    def __init__(self, us):
        self._us = us
        self.begin()

    def begin(self):
        """The time begins now."""
        self._since = ticks_us()

    def wait(self):
        """Sleep until the time is over."""
        left = self._us - ticks_diff(ticks_us(), self._since)
        # ticks_us comes round after 18 minutes: what looks like the future is long past
        if 0 < left <= self._us:
            sleep_us(left)
