# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Asking whose piece is whose, point by point by light, before the wood is accepted as it is.

Beside the app, which gives it the images instead of the hands while it is active. Sensors without
colours do not know the new pieces: each shines in the colour of the side to move. Whoever leaves
it says yes; whoever lifts it and puts it back says that it is of the other colour.

    app.mode = ColourQuestions(unknown, game, now)
"""

from merels.clock import elapsed
from merels.hands.accepted_position import coloured
from merels.lights import palette
from merels.sensing.presses import SHORT

_LEAVE_MS = 5000  # untouched for so long, the colours hold


class ColourQuestions:
    """unknown: the points asked about. others: those of the other colour, so far."""

    def __init__(self, unknown, game, image, now):
        self.unknown = unknown
        self.others = 0
        self.wait = _LEAVE_MS
        self._turn = game.turn
        self._image = self._last = image
        self._since = now
        self._touched = False

    def look(self, sight):
        """The image changed: a piece lifted and put back is of the other colour."""
        image = sight.image
        self.others ^= image & ~self._last & self.unknown
        self._last = image
        self._touched = True

    def step(self, app, now):
        """Time passes: the answers hold when all pieces stand, untouched."""
        if self._touched:
            self._touched = False
            self._since = now
            if (self._last ^ self._image) & ~self.unknown:
                app.end_mode(now)  # something else is done: no more questions
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
            app.end_mode(now)

    def _finish(self, app, now):
        app.end_mode(now)
        white, black = coloured(app.game, self._image & app.game.board.points, self.others)
        app.match.settle(white, black, now)

    def show(self, meanings, board):
        """Fill meanings (25 numbers of palette.py): whose each piece is taken for."""
        for point in range(25):
            bit = 1 << point
            meaning = palette.OFF
            if self._image & ~self.unknown & bit & board.points:
                meaning = palette.IDLE
            elif self.unknown & bit:
                black = self._turn ^ (self.others >> point & 1)
                meaning = palette.SET_BLACK if black else palette.SET_WHITE
            meanings[point] = meaning
