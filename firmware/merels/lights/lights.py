# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The frame of the LEDs: one meaning per point, painted, dimmed and capped.

Sits after show.py, which fills `meanings`, and before the lights port, which gets a frame only
when it changed. Nothing is allocated after start.

    lights.meanings[3] = palette.TARGET
    lights.step(now)                     # writes the frame to the port if it differs
    lights.shown()                       # {"b6": "target"}
"""

from merels.board import WOOD
from merels.clock import elapsed
from merels.lights.palette import COLOURS, MEANINGS, OFF, RHYTHMS, SINGLE, STEADY, level

POINTS = 25
# WS2812: one colour at full draws at most 20 mA, the chip itself about 1 mA (data sheet class)
MA_PER_COLOUR = 20
MA_PER_LED = 1
HARD_CAP_MA = 300
TICK_MS = 64  # frames of a rhythm


class Lights:
    """meanings: bytearray of 25 numbers of palette.py. brightness: percent. palette: a number of
    PALETTES. single: the port has LEDs of one colour that are on or off, for which the default
    palette is the one of that name. still: no rhythm moves. dim: a quarter of the brightness.
    order: an Order, or None: the order of config.py."""

    def __init__(self, port, forever):
        self.meanings = bytearray(POINTS)
        self.frame = bytearray(3 * POINTS)
        self.brightness = 40
        self.palette = 0
        self.single = getattr(port, "single", False)
        self.still = False
        self.dim = False
        self._forever = forever
        self._moving = False
        self._tick = 0
        self._since = 0
        self._next = bytearray(3 * POINTS)
        self._begun = bytearray(POINTS)  # the meanings whose rhythms run
        self._port = port
        self._written = False
        self._order = None

    @property
    def order(self):
        return self._order

    @order.setter
    def order(self, order):
        self._order = order
        self._written = False  # the same frame is another one for the LEDs

    def shown(self):
        """Point name -> meaning name, for the points that are lit."""
        return {
            WOOD[point]: MEANINGS[self.meanings[point]]
            for point in range(POINTS)
            if self.meanings[point] != OFF
        }

    def begin(self, now):
        """The meanings may be new: then every rhythm begins with its bright phase, to be seen at
        once. Meanings that are the same go on as before."""
        if self.meanings != self._begun:
            self._since = now
            for point in range(POINTS):
                self._begun[point] = self.meanings[point]
        if self.single:
            self._port.dim(max(1, self.brightness // 4) if self.dim else self.brightness)
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
        order = self._order
        self._port.write(self.frame if order is None else order.frame(self.frame))
        self._written = True

    def again(self):
        """The next step hands the frame to the port even if it is the old one."""
        self._written = False

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
        colours = COLOURS
        own = 3 * (SINGLE if self.single and not self.palette else self.palette)
        full = self.brightness * 64 if self.dim else self.brightness * 256
        moving = False
        at = 0
        for point in range(POINTS):
            meaning = meanings[point]
            if meaning == OFF:
                frame[at] = frame[at + 1] = frame[at + 2] = 0
            else:
                scale = full
                rhythm = RHYTHMS[meaning]
                if rhythm != STEADY and not self.still:
                    moving = True
                    bright = level(rhythm, phase, point)
                    scale = full * bright >> 8
                    if self.single and bright < 128:
                        scale = 0  # what cannot be dim is off
                colour = meaning * 12 + own
                # rounded up: what shines shines at any brightness
                frame[at] = (colours[colour] * scale + 25599) // 25600
                frame[at + 1] = (colours[colour + 1] * scale + 25599) // 25600
                frame[at + 2] = (colours[colour + 2] * scale + 25599) // 25600
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
