# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is wrong with analog sensors and the magnets above them, by point.

Asked for by a self-test and by the request `calibrate`; loaded only then.

    faults(levels, resting, missing)      # "weak@d6,reversed@a1"; "" when all is well
"""

from merels.board import WOOD


def faults(levels, resting, missing, order=None):
    """The words, in the order of the sensors, one for each; missing: mask of the points where
    nothing drives the reading; order: the points of the sensors, if `learn` has found them.

    missing: no sensor, or its output is off. stuck: at a rail, or without any noise. reversed:
    when last calibrated, the piece there showed the pole of the other colour, and it still stands
    there. disturbed: no piece stood there when pieces were measured, and yet something is felt.
    weak: what rests there has less than one and a half times the threshold, or than two fifths of
    what is usual for its pole, or rests where it can hardly be seen.
    """
    usual = [_usual(strengths) for strengths in levels.strength]
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
        elif levels.disturbed & mask and levels.thresholds.half(point, resting.now[point]):
            word = "disturbed"
        elif _weak(levels, mask, point, resting.now[point], usual):
            word = "weak"
        if word:
            words.append("%s@%s" % (word, WOOD[order[point] if order else point]))
    return ",".join(words)


def _weak(levels, mask, point, deviation, usual):
    side = 0 if deviation > 0 else 1
    on = levels.thresholds.on[side][point]
    if (levels.up | levels.down) & mask:
        deviation = abs(deviation)  # 0 while something moves there
        return deviation != 0 and (2 * deviation < 3 * on or 5 * deviation < 2 * usual[side])
    return levels.thresholds.half(point, deviation)


def _usual(strengths):
    """The median of the strengths that are known, or 0."""
    known = sorted([strength for strength in strengths if strength])
    return known[len(known) // 2] if known else 0
