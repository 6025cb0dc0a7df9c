# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What analog sensors say of pieces: a baseline for each point, and thresholds with hysteresis.

Between the scan of linear Hall sensors (`pico.sensors.hall`) and the image. All values are codes
of a 12-bit ADC, 0 to 4095; a sensor without a magnet is near the middle, one pole of a magnet
takes it up, the other down. The scan compares each reading with `low`
and `high`, and calls `see` only when it is outside.

    levels = Levels(points)
    levels.read[4] = 2600               # d6, 552 above the middle: more than the threshold
    levels.see(4, 2600)                 # levels.up == 1 << 4
"""

from merels.sensing.thresholds import Thresholds, each

MIDDLE = 2048  # half the supply, where a ratiometric sensor rests
RAIL_LOW = 64  # no sensor drives beyond these: a DRV5055 ends 200 mV (248 codes) from its supply
RAIL_HIGH = 4031
_OFF_MIDDLE = 300  # a sensor may rest so far from the middle: an SS49E by 200, and drift


class Levels:
    """points: mask of those that have a sensor. up, down: masks of the pieces, by their pole.
    stuck: mask of the points whose reading is at a rail.

    read: the newest reading of each point. base: the baseline now; home: the one calibrated.
    strength: for up and for down, the deviation of a piece at each point as calibrated, 0 where
    unknown. calibrated: whether baselines were ever taken on an empty board. flip: whether white's
    magnets take the sensors down. reversed: mask of points where a piece shows the wrong pole.
    disturbed: of points that had no piece and felt half of one, when pieces were measured.
    """

    def __init__(self, points):
        self.points = points
        self.up = self.down = self.stuck = self.reversed = self.disturbed = 0
        self.flip = self.calibrated = False
        self.read = each(MIDDLE)
        self.base = each(MIDDLE)
        self.home = each(MIDDLE)
        self.strength = (each(0), each(0))
        self.thresholds = Thresholds()
        self.low = each(MIDDLE)
        self.high = each(MIDDLE)
        self.adapt()

    def adapt(self):
        """Baselines or strengths are other ones: set all thresholds anew."""
        self.thresholds.adapt(self.strength)
        for point in range(25):
            if self.points >> point & 1:
                self.see(point, self.read[point])

    def see(self, point, code):
        """A reading outside of `low` and `high`: the point may hold something else now."""
        mask = 1 << point
        up = down = stuck = False
        if code <= RAIL_LOW or code >= RAIL_HIGH:
            stuck = True
        else:
            edge = self.thresholds.edge
            base = self.base[point]
            up = code >= edge(base, point, 0, self.up & mask != 0)
            down = code <= edge(base, point, 1, self.down & mask != 0)
        self.stuck = self.stuck | mask if stuck else self.stuck & ~mask
        self.up = self.up | mask if up else self.up & ~mask
        self.down = self.down | mask if down else self.down & ~mask
        self.bound(point)

    def bound(self, point):
        """Set the readings between which a point stays what it is."""
        mask = 1 << point
        low, high = RAIL_LOW + 1, RAIL_HIGH - 1
        edge = self.thresholds.edge
        base = self.base[point]
        if self.stuck & mask:
            low, high = RAIL_HIGH, RAIL_LOW  # every reading is looked at
        elif self.up & mask:
            low = edge(base, point, 0, True)
        elif self.down & mask:
            high = edge(base, point, 1, True)
        else:
            low = edge(base, point, 1, False) + 1
            high = edge(base, point, 0, False) - 1
        self.low[point] = low
        self.high[point] = high

    def drift(self, point, step):
        """Move a baseline by so many codes, within what temperature can do."""
        base = self.base[point] + step
        if -_OFF_MIDDLE <= base - self.home[point] <= _OFF_MIDDLE:
            self.base[point] = base
            self.bound(point)

    # calibration, with codes that were measured over a while

    def may_rest(self, code):
        """Whether a sensor may rest at this code with no magnet near."""
        return -_OFF_MIDDLE <= code - MIDDLE <= _OFF_MIDDLE

    def take_bases(self, codes, points):
        """These points are empty: `codes` are their baselines."""
        for point in range(25):
            if points >> point & 1:
                self.base[point] = self.home[point] = codes[point]
        self.calibrated = True
        self.reversed = self.disturbed = 0
        self.adapt()

    def take_strengths(self, codes, white, black):
        """Pieces stand as these masks say: fits the thresholds, and learns which pole is white.

        The pole that most of white's pieces show is white's; a piece that shows the other one has
        its magnet the wrong way round.
        """
        agree = against = 0
        for point in range(25):
            mask = 1 << point
            if (white | black) & mask:
                deviation = codes[point] - self.base[point]
                self.strength[0 if deviation > 0 else 1][point] = abs(deviation)
                if (deviation > 0) == (white & mask != 0):
                    agree |= mask
                else:
                    against |= mask
        self.flip = _count(against) > _count(agree)
        self.reversed = agree if self.flip else against
        self.adapt()
        self.disturbed = 0
        for point in range(25):
            mask = 1 << point
            if self.points & ~(white | black) & mask:
                deviation = codes[point] - self.base[point]
                if self.thresholds.half(point, deviation):
                    self.disturbed |= mask


def _count(mask):
    return sum([mask >> point & 1 for point in range(25)])
