# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is wrong with analog sensors and the magnets above them, by point.

Asked for by a self-test and by the request `calibrate`; loaded only then.

    faults(levels, resting, missing)      # "weak@d6 reversed@a1"; "" when all is well
"""

from .board import WOOD


def faults(levels, resting, missing):
    """The words, in the order of the points, one for each; missing: mask of the points where
    nothing drives the reading.

    missing: no sensor, or its output is off. stuck: at a rail, or without any noise. reversed:
    when last calibrated, the piece there showed the pole of the other colour, and it still stands
    there. weak: what rests there has less than one and a half times the threshold, or rests where
    it can hardly be seen.
    """
    words = []
    for point in range(25):
        mask = 1 << point
        word = ""
        if not levels.points & mask:
            continue
        if missing & mask:
            word = "missing"
        elif levels.stuck & mask or resting.dead(point):
            word = "stuck"
        elif levels.reversed & mask:
            word = "reversed"
        elif _weak(levels, mask, point, resting.now[point]):
            word = "weak"
        if word:
            words.append("%s@%s" % (word, WOOD[point]))
    return " ".join(words)


def _weak(levels, mask, point, deviation):
    on = levels.thresholds.on[0 if deviation > 0 else 1][point]
    if (levels.up | levels.down) & mask:
        return deviation != 0 and 2 * abs(deviation) < 3 * on
    return 2 * abs(deviation) > on
