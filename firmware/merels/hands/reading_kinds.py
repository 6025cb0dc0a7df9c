# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The one table of what an image may mean: which reading wins, what is done, and how soon.

A reading is one explanation of the image. The finders in reading.py, partial.py, earlier.py and
again.py name a kind of this table; of two that fit, the one higher up wins. hands.py does what the
table says when the points of the reading have rested for so long, show.py lights it. To add a
kind: a row here, and a finder that names it.

    kind        the image is                                      then          after ms  rule
    SAME        the position itself                               all is well          -     2
    AGAIN       as before placings that were lifted               play again           0    18
    TURN        one complete turn: action, gone                   take it            200     3
    DUE         a closed mill without its removal                 show the due       200     4
    BACK        exactly an earlier position                       take back      300, 1900  7
    FIX         another turn in place of one of the last two      take back        200..  8, 16
    NEXT        a turn and the reply, both complete               take it        200, 60     5
    LATE        a turn whose drop came long before its lift       take it            700    17
    STRAY       a turn, and one more piece off its point          take it            200     6
    TWO         the same; either piece may have moved             ask               5000     6
    DUE_STRAY   a closed mill, and something else                 show the due       200    15
    FIX_STRAY   a correction, and something else                  take back          200     8
    MARKING     a piece to be marked is in the hand               wait                 -
    LIFTED      the mover's piece is in the hand                  wait                 -     4
    FIRST       the opponent's, which a mill to come may take     wait                 -     4
    EARLY       a piece on its target before it left its origin   wait                 -     4
    SWEEP       pieces still stand that placing's end has swept   wait                 -
    NONE        no explanation                                    wait                 -    11
"""

SAME = 0
AGAIN = 1
TURN = 2
DUE = 3
BACK = 4
FIX = 5
NEXT = 6
LATE = 7
STRAY = 8
TWO = 9
DUE_STRAY = 10
FIX_STRAY = 11
MARKING = 12
LIFTED = 13
FIRST = 14
EARLY = 15
SWEEP = 16
NONE = 17

# What is done; hands.py gives the first four to the app.
NOTHING = 0
TAKE_TURN = 1
TAKE_BACK = 2
PLAY_AGAIN = 3
SHOW_DUE = 4
ASK = 5

DEEDS = bytes((0, 3, 1, 4, 2, 2, 1, 1, 1, 5, 4, 2, 4, 0, 0, 0, 0, 0))
# In hundredths of a second; the finders of BACK and FIX know better.
PATIENCE = bytes((0, 0, 20, 20, 30, 20, 20, 70, 20, 255, 20, 20, 20, 0, 0, 0, 0, 0))
