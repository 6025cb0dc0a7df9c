# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Presses of one button: short ones, and held ones while the finger is still on it.

Beside the sensors; the app asks each button every step.

    press = Press()
    press.step(True, 0), press.step(True, 50), press.step(False, 300)   # 0, 0, 0
    press.step(False, 330)                                              # SHORT
"""

from merels.clock import elapsed

NONE = 0
SHORT = 1
HELD = 2

_BOUNCE_MS = 20  # a contact has to rest so long to count
_HELD_MS = 1000


class Press:
    """wait: ms until step may answer without the contact changing; 0 when nothing is under way.
    down: is it held down? turned: did that change in the last step?"""

    def __init__(self):
        self.wait = 0
        self._raw = False
        self.down = self.turned = False
        self._told = False
        self._raw_since = 0
        self._down_since = 0

    def step(self, raw, now):
        """Take the contact's state; NONE, SHORT (at release) or HELD (once, while down)."""
        if raw != self._raw:
            self._raw = raw
            self._raw_since = now
        self.wait = 0
        self.turned = False
        answer = NONE
        if raw != self.down:
            rested = elapsed(now, self._raw_since)
            if rested < _BOUNCE_MS:
                self.wait = _BOUNCE_MS - rested
            else:
                self.down = raw
                self.turned = True
                if raw:
                    self._down_since = self._raw_since
                    self._told = False
                elif not self._told:
                    answer = SHORT
        if self.down and not self._told and raw:
            held = elapsed(now, self._down_since)
            if held >= _HELD_MS:
                self._told = True
                answer = HELD
            elif not self.wait:
                self.wait = _HELD_MS - held
        return answer
