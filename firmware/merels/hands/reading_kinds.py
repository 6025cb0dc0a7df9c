# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The kinds of readings: what one image may mean, the best explanation first.

Shared by reading.py, partial.py and earlier.py, which find them, and hands.py and show.py, which
act on them.

    if reading.kind < kinds.BACK: ...      # the turn under way explains the image
"""

SAME = 0  # the wood is as the position says
TURN = 1  # one complete turn: action, gone
DUE = 2  # a mill is closed and the removal is missing: action, removable
BACK = 3  # exactly the image before the last turn: a take-back
FIX = 4  # the last turn played differently: a correction
NEXT = 5  # a complete turn, and the opponent's next one complete as well
STRAY = 6  # a complete turn, and one more piece off its point
DUE_STRAY = 7  # a mill is closed, and something else than its removal happened
MARKING = 8  # a piece to be marked is in the hand; put back, it is marked
LIFTED = 9  # the mover's piece is in the hand: lifted, targets
FIRST = 10  # an opponent's piece in the hand, which a mill to come may remove
EARLY = 11  # a piece seen on its target before it left its origin
SWEEP = 12  # pieces that the end of placing has swept still stand: stray
NONE = 13  # no explanation
