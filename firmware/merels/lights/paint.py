# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Paints meanings into a frame: the one loop that a hand's light waits for.

Called by lights.py. On the board this file is compiled to machine code (see the NATIVE of
firmware_files.py), so it keeps to plain loops over bytes and small ints.

    paint(frame, meanings, before, 25600, 0, 0, False, False) & LIT     # how many points shine
"""

from merels.lights.palette import COLOURS, OFF, RHYTHMS, STEADY, level

POINTS = 25
CHANGED = 32  # the frame is another one
MOVING = 64  # some rhythm moves
LIT = 31  # the other bits of the answer: how many points shine


def paint(frame, meanings, before, full, own, phase, still, single):
    """Paint the points whose meaning is not that of `before`, or whose rhythm moves.

    frame: 75 bytes. before: None paints them all. full: brightness, 25600 is 100 %. own: offset of
    the palette in COLOURS. phase: ms since the meanings began. still: no rhythm moves. single:
    LEDs that cannot be dim. Returns CHANGED and MOVING as flags, and in LIT how many points shine.
    """
    answer = 0
    at = 0
    for point in range(POINTS):
        meaning = meanings[point]
        moves = not still and RHYTHMS[meaning] != STEADY
        if meaning != OFF:
            answer += 1
        if moves:
            answer |= MOVING
        if before is None or moves or meaning != before[point]:
            scale = full
            if moves:
                bright = level(RHYTHMS[meaning], phase, point)
                scale = full * bright >> 8
                if single and bright < 128:
                    scale = 0  # what cannot be dim is off
            colour = meaning * 12 + own
            # rounded up: what shines shines at any brightness
            red = (COLOURS[colour] * scale + 25599) // 25600
            green = (COLOURS[colour + 1] * scale + 25599) // 25600
            blue = (COLOURS[colour + 2] * scale + 25599) // 25600
            if red != frame[at] or green != frame[at + 1] or blue != frame[at + 2]:
                frame[at] = red
                frame[at + 1] = green
                frame[at + 2] = blue
                answer |= CHANGED
        at += 3
    return answer


def cap(frame, capped, most):
    """Fill `capped` with the frame, scaled down so that its sum is `most` at most."""
    total = sum(frame)
    for index in range(3 * POINTS):
        capped[index] = frame[index] * most // total


def clear(meanings):
    """No point means anything."""
    for point in range(POINTS):
        meanings[point] = OFF
