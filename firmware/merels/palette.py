# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How each meaning of a light looks: a colour and a rhythm.

Sits between the meanings (show.py) and the frame (lights.py). Meanings that can show together
differ in rhythm too, so that colour-blind eyes tell them apart.

    >>> MEANINGS[TARGET], LOOKS[TARGET]
    ('target', (0, 170, 40, 0))
"""

STEADY = 0
SLOW = 1  # half a second on, half a second dim
FAST = 2  # four flashes a second
BREATHING = 3  # swells and fades in two seconds
MARCHING = 4  # a gap runs along the points

OFF = 0
IDLE = 1
LIFTED = 2
TARGET = 3
COMPLETES_MILL = 4
MILL = 5
REMOVABLE = 6
LAST_MOVE = 7
HOST_FROM = 8
HOST_TO = 9
WRONG = 10
MISSING = 11
EXTRA = 12
TAKEBACK = 13
HINT = 14
OVER = 15
MENU = 16
TEST = 17

MEANINGS = (
    "off",
    "idle",
    "lifted",
    "target",
    "completes-mill",
    "mill",
    "removable",
    "last-move",
    "host-from",
    "host-to",
    "wrong",
    "missing",
    "extra",
    "takeback",
    "hint",
    "over",
    "menu",
    "test",
)

# red, green, blue (0..255) and rhythm of each meaning, in the order of MEANINGS
LOOKS = (
    (0, 0, 0, STEADY),
    (12, 12, 16, STEADY),
    (255, 255, 255, STEADY),
    (0, 170, 40, STEADY),
    (0, 255, 120, BREATHING),
    (255, 170, 0, STEADY),
    (255, 60, 0, FAST),
    (0, 50, 120, STEADY),
    (0, 0, 255, SLOW),
    (0, 120, 255, BREATHING),
    (255, 0, 0, FAST),
    (255, 255, 255, BREATHING),
    (255, 0, 0, SLOW),
    (160, 0, 255, SLOW),
    (255, 0, 160, MARCHING),
    (255, 200, 60, MARCHING),
    (80, 80, 255, SLOW),
    (255, 255, 255, STEADY),
)


def level(rhythm, phase, point):
    """How bright a rhythm is so long (ms) after it began: 0..256. It begins bright, and the
    points march one after the other."""
    if rhythm == STEADY:
        return 256
    if rhythm == SLOW:
        return 32 if phase & 512 else 256
    if rhythm == FAST:
        return 0 if phase & 128 else 256
    if rhythm == BREATHING:
        step = (phase >> 6) & 31
        return 24 + 15 * (15 - step if step < 16 else step - 16)
    return 48 if ((phase >> 7) + point) & 3 == 1 else 256
