# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The mode in which analog sensors are calibrated: lights say what is to stand where.

Loaded by the app's menu or by calibration.py when asked for, and forgotten at the end. The game
stands still meanwhile. First an empty board is wanted: what is seen flashes. Then white's men on
the three upper rows and black's on the three lower ones. A press of `new` measures, or a host
does. In the end what is wrong flashes, or all shines; the game goes on when the board is empty.

    mode = begin(app, now)
    mode.words()                        # "calibrating=pieces white=a7,d7,... black=c3,d3,..."
"""

from . import calibration, palette
from .board import WOOD
from .forget import forget
from .presses import HELD, NONE

_WHITE = 0x0001FF  # a7 to e5
_BLACK = 0xFF8000  # c3 to g1
_WAIT_MS = 250

EMPTY = 0
PIECES = 1
DONE = 2
PHASES = ("empty", "pieces", "done")


def begin(app, now):
    """From now on nothing is played until the mode ends; returns it."""
    app.leave_mode(now)
    app.mode = Calibrating(app)
    app.look_anew(now)
    return app.mode


class Calibrating:
    """white, black: the points where men are wanted. wait: ms until step may do something."""

    name = "calibrate"
    wait = _WAIT_MS
    white = _WHITE
    black = _BLACK

    def __init__(self, app):
        self._app = app
        self._hosted = app.talk.live  # then it ends with the conversation
        self._phase = EMPTY
        self._bad = 0  # points that were refused, or are at fault
        self._seen = app.sight.image

    def words(self):
        """What is wanted, for a host."""
        words = "calibrating=" + PHASES[self._phase]
        if self._phase == PIECES:
            words += " white=%s black=%s" % (_names(_WHITE), _names(_BLACK))
        return words

    def measured(self, answer, phase):
        """Something was measured; answer: an error's words, or "" when it was taken, which leads
        to this phase."""
        self._bad = _points(answer)
        if not answer:
            self._phase = phase
            if phase == DONE:
                self._bad = _points(self._app.sight.calibration)

    # what the app asks of a mode

    def look(self, sight):
        """The image changed."""
        self._seen = sight.image

    def step(self, app, now):
        """End when all is done and the board is empty, or with the conversation."""
        cleared = self._phase == DONE and not app.sight.image
        if cleared or (self._hosted and not app.talk.live):
            self.stop(app, now)

    def press(self, new, back, app, now):
        """`new` measures; `back`, or either of them held, ends it."""
        if new == HELD or back != NONE:
            self.stop(app, now)
        elif new != NONE:
            if self._phase == EMPTY:
                answer = calibration.take_empty(app)
                self.measured(answer, PIECES)
            else:
                answer = calibration.take_pieces(app, _WHITE, _BLACK)
                self.measured(answer, DONE)
            if not answer:
                try:
                    app.ports.sensors.save()
                except OSError:
                    pass  # it holds until power-off; `state` tells when the flash fails

    def stop(self, app, now):
        """The wood is for playing again."""
        app.end_mode(now)
        forget("merels.calibrat")

    def show(self, meanings, board):
        """Fill meanings (25 numbers of palette.py)."""
        bad = self._bad | (self._seen if self._phase == EMPTY else 0)
        well = self._phase == DONE and not bad
        for point in range(25):
            mask = 1 << point
            meaning = palette.TEST if well else palette.IDLE
            if bad & mask:
                meaning = palette.WRONG
            elif self._phase == PIECES and not self._seen & mask:
                if _WHITE & mask:
                    meaning = palette.SET_WHITE
                elif _BLACK & mask:
                    meaning = palette.SET_BLACK
            meanings[point] = meaning


def _names(mask):
    return ",".join([WOOD[point] for point in range(25) if mask >> point & 1])


def _points(words):
    """The points that words such as "at=d6,f4" or "faults=weak@d6" name."""
    mask = 0
    last = words[words.rfind("=") + 1 :]
    for word in last.split(","):
        name = word[word.find("@") + 1 :]
        if name in WOOD:
            mask |= 1 << WOOD.index(name)
    return mask
