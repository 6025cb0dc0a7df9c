# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Asking whose piece is whose, point by point by light, before the wood is accepted as it is.

A mode, begun by the app when `back` is held, or a host says `accept`, and sensors without colours
do not know the new pieces. Each shines in the colour of the side to move: whoever leaves it says
yes; whoever lifts it and puts it back says that it is of the other colour.

    app.begin_mode("colours", now)      # app.match.unknown: the points asked about
"""

from merels.clock import elapsed
from merels.hands.accepted_position import coloured
from merels.lights import palette
from merels.modes.mode import Mode
from merels.sensing.presses import SHORT
from merels.unload import unload

_LEAVE_MS = 5000  # untouched for so long, the colours hold


class ColourQuestions(Mode):
    """others: the points asked about that are of the other colour, so far."""

    name = "colours"

    def __init__(self, app, now):
        self.others = 0
        self.wait = _LEAVE_MS
        self._unknown = app.match.unknown
        self._turn = app.game.turn
        self._image = self._last = app.sight.image
        self._since = now

    def look(self, sight, now):
        """The image changed: a piece lifted and put back is of the other colour."""
        image = sight.image
        self.others ^= image & ~self._last & self._unknown
        self._last = image
        self._since = now

    def step(self, app, now):
        """The answers hold when all pieces have stood untouched for long enough."""
        if (self._last ^ self._image) & ~self._unknown:
            self.stop(app, now)  # something else is done: no more questions
            return
        left = _LEAVE_MS - elapsed(now, self._since)
        if left <= 0 and self._last == self._image:
            self._finish(app, now)
        self.wait = max(left, 100)

    def press(self, new, back, app, now):
        """`back` says at once that it is right, anything else leaves all as it was."""
        if back == SHORT and self._last == self._image:
            self._finish(app, now)
        else:
            self.stop(app, now)

    def _finish(self, app, now):
        self.stop(app, now)
        white, black = coloured(app.game, self._image & app.game.board.points, self.others)
        app.match.settle(white, black, now)

    def stop(self, app, now):
        """Leave everything as it was."""
        app.end_mode(now)
        unload("merels.modes.colour_questions")

    def show(self, meanings, board):
        """Fill meanings: whose each piece is taken for."""
        for point in range(25):
            bit = 1 << point
            meaning = palette.OFF
            if self._unknown & bit:
                black = self._turn ^ (self.others >> point & 1)
                meaning = palette.SET_BLACK if black else palette.SET_WHITE
            elif self._image & bit & board.points:
                meaning = palette.IDLE
            meanings[point] = meaning
