# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where a reading of an analog sensor begins to be a piece, and where it ends to be one.

Part of levels.py. Side 0 is up (a pole that raises the reading), side 1 is down. All values
are codes of a 12-bit ADC.

    thresholds = Thresholds()
    thresholds.adapt((strengths_up, strengths_down))
    thresholds.edge(2048, 4, 0, False)     # 2488: from here on a piece stands on d6
    thresholds.edge(2048, 4, 0, True)      # 2348: below it the piece has gone
"""

from array import array

# Until a board is calibrated: 12 mT and 8 mT of a DRV5055A2 at 3.3 V, which has 37 codes for 1 mT.
# A piece of 8 x 3 mm on its point gives 23 mT, all its neighbours together 1.7 (magpylib).
DEFAULT_ON = 440
DEFAULT_OFF = 300
LEAST = 64  # no threshold is nearer to the baseline: 20 times the noise of the ADC
_LEAST_HYSTERESIS = 26

# The RP2040's ADC jumps at these codes (erratum E11), by fewer than 24.
_JUMPS = (512, 1536, 2560, 3584)
_CLEAR = 24


class Thresholds:
    """on, off: for each side, the deviation from the baseline at each point."""

    def __init__(self):
        self.on = (each(DEFAULT_ON), each(DEFAULT_ON))
        self.off = (each(DEFAULT_OFF), each(DEFAULT_OFF))

    def adapt(self, strengths):
        """Fit all to the deviation of a piece as measured at each point, 0 where it was not.

        There the least of the other points holds. A third of it is a piece: a magnet 4 mm off
        still gives a half, one on the next point and one slid past give a thirtieth.
        """
        for side in (0, 1):
            known = [strength for strength in strengths[side] if strength]
            for point in range(25):
                if known:
                    strength = strengths[side][point] or min(known)
                    on = min(max(strength // 3, LEAST), DEFAULT_ON)
                    off = on * 3 // 5
                else:
                    on, off = DEFAULT_ON, DEFAULT_OFF
                self.on[side][point] = on
                self.off[side][point] = min(off, on - _LEAST_HYSTERESIS)

    def half(self, point, deviation):
        """Is this more than half of what makes a piece there?"""
        return 2 * abs(deviation) > self.on[0 if deviation > 0 else 1][point]

    def edge(self, base, point, side, stands):
        """The code from which on a piece stands there; while one does, from which on it stays.

        Never near a jump of the ADC, and the two are never nearer than the least hysteresis.
        """
        sign = -1 if side else 1
        edge = _clear(base + sign * self.on[side][point], sign)
        if stands:
            edge -= sign * _LEAST_HYSTERESIS
            off = base + sign * self.off[side][point]
            if sign * (off - edge) < 0:
                edge = off
            edge = _clear(edge, sign)
        return edge


def _clear(edge, sign):
    """The edge, moved towards the baseline until it is clear of the jumps."""
    for jump in _JUMPS:
        if -_CLEAR < edge - jump < _CLEAR:
            return jump - sign * _CLEAR
    return edge


def each(value):
    """25 of them."""
    return array("h", [value] * 25)
