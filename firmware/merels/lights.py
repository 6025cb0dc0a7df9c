# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The frame of the LEDs: one meaning per point, painted, dimmed and capped.

Sits after show.py, which fills `meanings`, and before the lights port, which gets a frame only
when it changed. Nothing is allocated after start.

    lights.meanings[3] = palette.TARGET
    lights.step(now)                     # writes the frame to the port if it differs
    lights.shown()                       # {"b6": "target"}
"""

from .board import WOOD
from .clock import elapsed
from .palette import LOOKS, MEANINGS, OFF, STEADY, level

POINTS = 25
# WS2812: one colour at full draws at most 20 mA, the chip itself about 1 mA (data sheet class)
MA_PER_COLOUR = 20
MA_PER_LED = 1
HARD_CAP_MA = 300
TICK_MS = 64  # frames of a rhythm


class Lights:
    """meanings: bytearray of 25 numbers of palette.py. brightness: percent."""

    def __init__(self, port, forever):
        self.meanings = bytearray(POINTS)
        self.frame = bytearray(3 * POINTS)
        self.brightness = 40
        self._forever = forever
        self._moving = False
        self._tick = 0
        self._since = 0
        self._next = bytearray(3 * POINTS)
        self._port = port
        self._written = False

    def shown(self):
        """Point name -> meaning name, for the points that are lit."""
        return {
            WOOD[point]: MEANINGS[self.meanings[point]]
            for point in range(POINTS)
            if self.meanings[point] != OFF
        }

    def begin(self, now):
        """The meanings are new: every rhythm begins with its bright phase, to be seen at once."""
        self._since = now
        self.step(now)

    def step(self, now):
        """Paint the meanings at this time; hand the frame to the port if it is a new one."""
        phase = elapsed(now, self._since)
        self._moving = self._paint(phase)
        self._tick = phase // TICK_MS
        self._cap()
        if self._written and self._next == self.frame:
            return
        self.frame, self._next = self._next, self.frame
        self._port.write(self.frame)
        self._written = True

    def due(self, now):
        """May the frame look different now, with the same meanings?"""
        return self._moving and elapsed(now, self._since) // TICK_MS != self._tick

    def wait(self, now):
        """Milliseconds until `due`."""
        return (
            TICK_MS - (elapsed(now, self._since) & (TICK_MS - 1))
            if self._moving
            else self._forever
        )

    def _paint(self, phase):
        frame = self._next
        meanings = self.meanings
        brightness = self.brightness
        moving = False
        at = 0
        for point in range(POINTS):
            meaning = meanings[point]
            if meaning == OFF:
                frame[at] = frame[at + 1] = frame[at + 2] = 0
            else:
                red, green, blue, rhythm = LOOKS[meaning]
                scale = brightness * 256
                if rhythm != STEADY:
                    moving = True
                    scale = brightness * level(rhythm, phase, point)
                frame[at] = red * scale // 25600
                frame[at + 1] = green * scale // 25600
                frame[at + 2] = blue * scale // 25600
            at += 3
        return moving

    def _cap(self):
        # the sum of all colours, in units of 1/255 of a full one
        frame = self._next
        total = sum(frame)
        most = (HARD_CAP_MA - MA_PER_LED * POINTS) * 255 // MA_PER_COLOUR
        if total > most:
            for index in range(3 * POINTS):
                frame[index] = frame[index] * most // total


def current_ma(frame):
    """The current a frame draws, in mA, rounded up."""
    return MA_PER_LED * POINTS + -(-sum(frame) * MA_PER_COLOUR // 255)
