# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What analog sensors do while nothing moves: drift is followed, margins are kept.

Beside `merels.sensing.levels`, one point a scan in turn, so that it costs little and never waits.

    resting = Resting(levels)
    resting.tend()                  # after every scan
    resting.weakest[0][4]           # 655: the weakest piece that rested on d6, of the pole up
"""

from merels.sensing.thresholds import each

_STEADY = 16  # codes within which a reading rests
_VISITS = 8  # of one point, 25 scans apart, after which it does: 0.4 s at a scan every 2 ms
_SLOW = 64  # drift is followed by one code in so many visits: in 3.2 s, 1100 codes an hour
_DEAD_VISITS = 255  # with exactly the same reading, 13 s: the ADC alone has more noise


class Resting:
    """weakest, strongest: for up and for down, of the pieces that rested at each point since
    power-on; 0 for none. now: the deviation of what rests there, 0 while something moves."""

    def __init__(self, levels):
        self._levels = levels
        self.weakest = (each(0), each(0))
        self.strongest = (each(0), each(0))
        self.now = each(0)
        self._anchor = each(0)
        self._visits = bytearray(25)
        self._last = each(0)
        self._same = bytearray(25)
        self._at = 24
        self._round = 0
        self._votes = self._voters = self._trend = 0

    def dead(self, point):
        """Whether a reading has no noise at all."""
        return self._same[point] == _DEAD_VISITS

    def frozen(self, point):
        """A measurement found no noise at all in this reading."""
        self._last[point] = self._levels.read[point]
        self._same[point] = _DEAD_VISITS

    def measured(self, codes):
        """A measurement has just seen that all points rest at these codes."""
        base = self._levels.base
        for point in range(25):
            self._anchor[point] = codes[point]
            self._visits[point] = _VISITS
            self.now[point] = codes[point] - base[point]

    def tend(self):
        """Look after the next point. Allocates nothing."""
        point = self._at + 1
        if point == 25:
            point = 0
            self._round += 1
            if self._round == _SLOW:
                self._begin_round()
        self._at = point
        levels = self._levels
        if not levels.points >> point & 1:
            return
        code = levels.read[point]
        if code != self._last[point]:
            self._last[point] = code
            self._same[point] = 0
        elif self._same[point] < _DEAD_VISITS:
            self._same[point] += 1
        if not -_STEADY <= code - self._anchor[point] <= _STEADY:
            self._anchor[point] = code
            self._visits[point] = 0
            self.now[point] = 0
        elif self._visits[point] < _VISITS:
            self._visits[point] += 1
        elif not levels.stuck >> point & 1:
            self._rest(point, code - levels.base[point])

    def _rest(self, point, deviation):
        levels = self._levels
        mask = 1 << point
        self.now[point] = deviation
        if levels.up & mask:
            self._keep(0, point, deviation)
        elif levels.down & mask:
            self._keep(1, point, -deviation)
        else:
            levels.reversed &= ~mask
        if self._round:
            return
        if (levels.up | levels.down) & mask:
            levels.drift(point, self._trend)
        else:
            self._voters += 1
            if not deviation:
                return
            step = 1 if deviation > 0 else -1
            self._votes += step
            levels.drift(point, step)

    def _keep(self, side, point, deviation):
        weakest = self.weakest[side][point]
        if not weakest or deviation < weakest:
            self.weakest[side][point] = deviation
        if deviation > self.strongest[side][point]:
            self.strongest[side][point] = deviation

    def _begin_round(self):
        """The next 25 scans follow drift. Warmth moves all sensors alike: the baseline under a
        piece goes as far as those of the empty points went on average."""
        self._round = 0
        self._trend = 0
        if self._voters and abs(self._votes) >= self._voters:
            self._trend = 1 if self._votes > 0 else -1
            self._votes -= self._trend * self._voters
        self._voters = 0
