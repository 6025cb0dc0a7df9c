# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board that nobody touches: it grows dim, and the show at the end of a game stops.

Beside the app, which tells it of touches and asks it every step; the lights follow.

    idle = Idle()
    idle.touch(now)                     # a piece came or went, or a button is down
    idle.begin(game.over, now)          # the position changed
    if idle.step(now): ...              # idle.asleep, idle.still may be others
"""

from merels.clock import elapsed

SLEEP_MS = 120000  # without a touch the board grows dim
SHOW_MS = 30000  # the longest show
_FIRST_MS = 2000  # the hand that played the last move does not stop the show


class Idle:
    """asleep: nothing was touched for long. still: the game is over, and so is its show.
    wait: ms until step may answer True without a touch."""

    def __init__(self):
        self.asleep = self.still = False
        self.wait = SLEEP_MS
        self._over = False
        self._since = self._show_since = 0
        self._woken = False

    def touch(self, now):
        """A hand was here."""
        self._since = now
        if self.asleep:
            self.asleep = False
            self._woken = True
        if self._over and not self.still and elapsed(now, self._show_since) >= _FIRST_MS:
            self.still = self._woken = True

    def begin(self, over, now):
        """The position changed, or another game is on the board: the end of one is shown."""
        if over and not self._over:
            self._show_since = now
        self._over = over
        if not over:
            self.still = False
        self.touch(now)

    def step(self, now):
        """May the lights look different now?"""
        changed = self._woken
        self._woken = False
        self.wait = SLEEP_MS
        if not self.asleep:
            self.wait = SLEEP_MS - elapsed(now, self._since)
            if self.wait <= 0:
                self.asleep = changed = True
                self.wait = SLEEP_MS
        if self._over and not self.still:
            left = SHOW_MS - elapsed(now, self._show_since)
            if left <= 0:
                self.still = changed = True
            elif left < self.wait:
                self.wait = left
        return changed
