# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the buzzer says: a short tick at a mill, a low one at a mistake. Off unless wanted.

Beside the lights, and told the same by the app. A board without a buzzer has None for its port.

    sound = Sound(buzzer)          # buzzer.tone(hz) starts a tone, tone(0) ends it
    sound.on = True
    sound.see(hands.due, now)      # a mill has been closed: 2 kHz for 20 ms
    wait = sound.step(now)
"""

from merels.clock import elapsed
from merels.hands.hands import FOREVER

_MILL_HZ = 2000
_MILL_MS = 20
_COMPLAINT_HZ = 400
_COMPLAINT_MS = 60


class Sound:
    """on: whether anything may be heard."""

    def __init__(self, buzzer):
        self.on = False
        self._buzzer = buzzer
        self._due = False
        self._length = 0  # ms of the tone that sounds; 0: silence
        self._since = 0

    def see(self, due, now):
        """due: whether a removal is to come."""
        if due and not self._due:
            self._begin(_MILL_HZ, _MILL_MS, now)
        self._due = due

    def complain(self, now):
        """A mistake has lasted."""
        self._begin(_COMPLAINT_HZ, _COMPLAINT_MS, now)

    def step(self, now):
        """End the tone in time; ms until the next necessary run."""
        if not self._length:
            return FOREVER
        left = self._length - elapsed(now, self._since)
        if left > 0:
            return left
        self._length = 0
        self._buzzer.tone(0)
        return FOREVER

    def _begin(self, hz, length, now):
        if self.on and self._buzzer:
            self._buzzer.tone(hz)
            self._length = length
            self._since = now
