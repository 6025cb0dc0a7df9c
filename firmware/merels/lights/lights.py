# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The frame of the LEDs: one meaning per point, painted, dimmed and capped.

Sits after show.py, which fills the meanings, and before the lights port, which gets a frame only
when it changed. Nothing is allocated after start.

    lights.fresh()[3] = palette.TARGET
    lights.begin(now)                    # writes the frame to the port if it differs
    lights.shown()                       # {"b6": "target"}
"""

from merels.board import WOOD
from merels.clock import elapsed
from merels.lights.paint import CHANGED, LIT, MOVING, POINTS, cap, clear, paint
from merels.lights.palette import MEANINGS, OFF, SINGLE

# WS2812: one colour at full draws at most 20 mA, the chip itself about 1 mA (data sheet class)
MA_PER_COLOUR = 20
MA_PER_LED = 1
HARD_CAP_MA = 300
TICK_MS = 64  # frames of a rhythm
# the sum of all colours, in units of 1/255 of a full one
_MOST = (HARD_CAP_MA - MA_PER_LED * POINTS) * 255 // MA_PER_COLOUR


class Lights:
    """meanings: 25 numbers of palette.py, as shown. frame: 75 bytes, as written. brightness:
    percent. palette: a number of PALETTES. single: the port has LEDs of one colour that are on or
    off, for which the default palette is the one of that name. still: no rhythm moves. dim: a
    quarter of the brightness. order: an Order, or None: the order of config.py."""

    def __init__(self, port, forever):
        self.meanings = bytearray(POINTS)
        self.frame = self._painted = bytearray(3 * POINTS)
        self.brightness = 40
        self.palette = 0
        self.single = getattr(port, "single", False)
        self.still = False
        self.dim = False
        self._spare = bytearray(POINTS)
        self._capped = bytearray(3 * POINTS)
        self._forever = forever
        self._moving = False
        self._tick = 0
        self._since = 0
        self._full = self._own = -1  # brightness and palette of the painted frame
        self._stood = False  # did its rhythms stand still?
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

    def fresh(self):
        """The meanings to fill before `begin`: 25 numbers, all OFF."""
        return self._spare

    def begin(self, now):
        """Show what `fresh` was filled with. If that is new, every rhythm begins with its bright
        phase, to be seen at once; else all go on as before."""
        before = self.meanings
        if self._spare != before:
            self._since = now
        self.meanings = self._spare
        self._spare = before
        if self.single:
            self._port.dim(max(1, self.brightness // 4) if self.dim else self.brightness)
        self._paint(now, before)
        clear(before)

    def step(self, now):
        """Go on with the rhythms; hand the frame to the port if it is a new one."""
        self._paint(now, self.meanings)

    def _paint(self, now, before):
        phase = elapsed(now, self._since)
        self._tick = phase // TICK_MS
        full = self.brightness * (64 if self.dim else 256)
        own = 3 * (SINGLE if self.single and not self.palette else self.palette)
        if full != self._full or own != self._own or self.still != self._stood:
            self._full = full
            self._own = own
            self._stood = self.still
            before = None  # every point looks different
        painted = self._painted
        answer = paint(painted, self.meanings, before, full, own, phase, self.still, self.single)
        self._moving = answer & MOVING != 0
        if self._written and not answer & CHANGED:
            return
        self.frame = painted
        # only as many points in white as can be too much are worth the time to add them up
        if (answer & LIT) * 3 * (full // 100 + 1) > _MOST and sum(painted) > _MOST:
            self.frame = self._capped
            cap(painted, self.frame, _MOST)
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


def current_ma(frame):
    """The current a frame draws, in mA, rounded up."""
    return MA_PER_LED * POINTS + -(-sum(frame) * MA_PER_COLOUR // 255)
