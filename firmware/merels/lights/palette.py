# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How each meaning of a light looks: a colour, in each of the palettes, and a rhythm.

Sits between the meanings (show.py) and the frame (lights.py). Meanings that can show together
differ in rhythm, so that colour-blind eyes and boards with LEDs of one colour tell them apart;
the palettes for colour-blind eyes differ in what is left of their colours as well.

    >>> MEANINGS[TARGET], look(TARGET), look(TARGET, PALETTES.index("red-green"))
    ('target', (0, 170, 40, 0), (0, 60, 255, 0))
"""

STEADY = 0
SLOW = 1  # half a second on, half a second dim
FAST = 2  # four flashes a second
BREATHING = 3  # swells and fades in two seconds
MARCHING = 4  # a gap runs along the points
WINKING = 5  # on, and dim for a moment every second
TWICE = 6  # two flashes every second

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
THREAT = 18
CHOSEN = 19
SET_WHITE = 20
SET_BLACK = 21

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
    "threat",
    "chosen",
    "set-white",
    "set-black",
)

# the rhythm of each meaning, in the order of MEANINGS
RHYTHMS = bytes(
    (
        STEADY,
        STEADY,
        WINKING,
        STEADY,
        BREATHING,
        STEADY,
        TWICE,
        STEADY,
        SLOW,
        BREATHING,
        FAST,
        BREATHING,
        SLOW,
        SLOW,
        MARCHING,
        MARCHING,
        SLOW,
        STEADY,
        SLOW,
        STEADY,
        SLOW,
        WINKING,
    )
)

# The setting `palette`. Red-green is for deuteranopia and protanopia, blue-yellow for tritanopia,
# single for LEDs of one colour: there the rhythms tell.
PALETTES = ("default", "red-green", "blue-yellow", "single")
SINGLE = 3

# red, green, blue (linear light) of each meaning in each palette
# fmt: off
COLOURS = (
    # default        red-green       blue-yellow     single
    b"\x00\x00\x00" b"\x00\x00\x00" b"\x00\x00\x00" b"\x00\x00\x00"  # off
    b"\x0c\x0c\x10" b"\x0c\x0c\x10" b"\x0c\x0c\x10" b"\x0c\x0c\x0c"  # idle
    b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff"  # lifted
    b"\x00\xaa\x28" b"\x00\x3c\xff" b"\x00\x78\x1e" b"\xff\xff\xff"  # target
    b"\x00\xff\x78" b"\x00\xa0\xff" b"\x00\xff\xff" b"\xff\xff\xff"  # completes-mill
    b"\xff\xaa\x00" b"\xff\xff\x00" b"\xff\x78\x00" b"\xff\xff\xff"  # mill
    b"\xff\x3c\x00" b"\x00\x3c\xff" b"\xff\x00\xa0" b"\xff\xff\xff"  # removable
    b"\x00\x32\x78" b"\x00\x00\x5a" b"\x00\x32\x28" b"\x32\x32\x32"  # last-move
    b"\x00\x00\xff" b"\x00\x00\xff" b"\x00\x78\x78" b"\xff\xff\xff"  # host-from
    b"\x00\x78\xff" b"\x00\xa0\xff" b"\x00\xff\x78" b"\xff\xff\xff"  # host-to
    b"\xff\x00\x00" b"\xff\x3c\x00" b"\xff\x00\x00" b"\xff\xff\xff"  # wrong
    b"\xff\xff\xff" b"\x3c\x3c\x3c" b"\x00\xff\xff" b"\xff\xff\xff"  # missing
    b"\xff\x00\x00" b"\x78\x00\x00" b"\x3c\x00\x00" b"\xff\xff\xff"  # extra
    b"\xa0\x00\xff" b"\x00\xa0\xff" b"\xff\x00\xff" b"\xff\xff\xff"  # takeback
    b"\xff\x00\xa0" b"\xff\x78\xa0" b"\xff\x00\xa0" b"\xff\xff\xff"  # hint
    b"\xff\xc8\x3c" b"\xff\xc8\x3c" b"\xff\x78\x78" b"\xff\xff\xff"  # over
    b"\x00\xc8\xc8" b"\x00\x3c\xff" b"\x00\x78\x78" b"\xff\xff\xff"  # menu
    b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff"  # test
    b"\xff\x5a\x00" b"\xa0\x00\x00" b"\xff\x00\xff" b"\xff\xff\xff"  # threat
    b"\xff\xc8\x3c" b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff"  # chosen
    b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff" b"\xff\xff\xff"  # set-white
    b"\x00\x00\xff" b"\x00\x00\xff" b"\x00\x78\x78" b"\xff\xff\xff"  # set-black
)
# fmt: on

# What can show together, besides `wrong`, which can join all of it. Each of these is one kind of
# moment; a test acts games out and sees no other. Within a moment no rhythm comes twice.
TOGETHER = (
    bytes((IDLE, HOST_TO)),  # before the first move
    bytes((LAST_MOVE, LIFTED, HOST_FROM, HOST_TO, REMOVABLE)),  # the host asks for a move
    bytes((LAST_MOVE, COMPLETES_MILL, THREAT)),  # the teacher's eyes
    bytes((LIFTED, TARGET, COMPLETES_MILL, THREAT)),  # a piece in the hand
    bytes((LAST_MOVE, LIFTED)),  # one that cannot go anywhere
    bytes((LAST_MOVE, REMOVABLE)),  # removals that no mill of this turn brought
    bytes((MILL, REMOVABLE, EXTRA, MISSING, LIFTED)),  # a mill was closed
    bytes((LAST_MOVE, MISSING, EXTRA)),  # out of step
    bytes((LAST_MOVE, TAKEBACK)),
    bytes((LAST_MOVE, MISSING, HINT)),
    bytes((OVER,)),
    bytes((MENU, CHOSEN)),
    bytes((IDLE, SET_WHITE, SET_BLACK)),  # a position is set up
    bytes((TEST,)),
)


def look(meaning, palette=0):
    """(red, green, blue, rhythm) of a meaning; `palette` is a number of PALETTES."""
    at = (meaning * 4 + palette) * 3
    return COLOURS[at], COLOURS[at + 1], COLOURS[at + 2], RHYTHMS[meaning]


def level(rhythm, phase, point):
    """How bright a rhythm is so long (ms) after it began: 0..256. All begin bright; then the
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
    if rhythm == WINKING:
        return 32 if phase & 1023 >= 896 else 256
    if rhythm == TWICE:
        return 24 if phase & 640 else 256
    return 48 if phase > 127 and ((phase >> 7) + point) & 3 == 1 else 256
