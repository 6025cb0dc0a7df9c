# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board sees: raw scans become the image, and how long each point has rested.

The first room of the stream: sensors -> debounce -> image. Everybody after it works with the
image, the mask of the points where a piece stands.

    sight = Sight(ports.sensors)
    sight.begin()               # what stands there at power-on
    flips = sight.step(now)     # mask of the points that changed
"""

from merels.sensing.debounce import Debounce
from merels.sensing.point_age import Rest


class Sight:
    """colour: do the sensors tell colours? analog: do they tell levels? rest: of each point.
    order: an Order, or None for the order of config.py."""

    def __init__(self, sensors, order=None):
        self._sensors = sensors
        self.colour = sensors.colour
        self.analog = sensors.analog
        self.order = order
        self.rest = Rest()
        self._first = Debounce(0)  # white's pieces; without colour all of them
        self._second = Debounce(0)  # black's pieces, with colour

    def begin(self):
        """Take the first scan as it is: nobody saw it change."""
        scan = self._sensors.read()
        self._first.image = self._points(self._sensors.white if self.colour else scan)
        if self.colour:
            self._second.image = self._points(self._sensors.black)

    def step(self, now):
        """Scan once; the mask of the points that have changed with it."""
        scan = self._sensors.read()
        if self.colour:
            flips = self._first.feed(self._points(self._sensors.white))
            flips |= self._second.feed(self._points(self._sensors.black))
        else:
            flips = self._first.feed(scan if self.order is None else self.order.mask(scan))
        if flips:
            self.rest.changed(flips, now)
        return flips

    def _points(self, scan):
        return scan if self.order is None else self.order.mask(scan)

    @property
    def image(self):
        """Mask of all pieces."""
        return self._first.image | self._second.image

    @property
    def white(self):
        """Mask of white's pieces; without colour of all."""
        return self._first.image

    @property
    def black(self):
        """Mask of black's pieces; without colour of all."""
        return self._second.image if self.colour else self._first.image

    @property
    def scan(self):
        """Mask of all pieces of the newest scan, not yet steadied."""
        scan = self._first.image ^ self._first.pending
        return scan | (self._second.image ^ self._second.pending)

    @property
    def words(self):
        """The image as on the wire."""
        words = "board=%07x" % self.image
        if self.colour:
            words += " white=%07x black=%07x" % (self.white, self.black)
        return words

    @property
    def sensors_words(self):
        """The kind of sensors as on the wire."""
        kind = "colour" if self.colour else "presence"
        return "sensors=%s points=%d" % (kind, 25 if self._sensors.points >> 24 & 1 else 24)

    @property
    def calibration(self):
        """The state of analog sensors as on the wire."""
        sensors = self._sensors
        up, down = sensors.judge.strength
        words = "calibrated=no"
        if sensors.judge.calibrated:
            words = "calibrated=yes" if max(up) or max(down) else "calibrated=empty"
        faults = sensors.faults(None if self.order is None else self.order.points)
        return words + (" faults=" + faults if faults else "")

    @property
    def unsteady(self):
        """Is a point about to change? Then the next scan should come soon."""
        return self._first.pending | self._second.pending
