# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The picture of one moment: what the sensors see, and since when. All finders read it alone.

Hands.see writes it when the image changes, and nobody else. Points that the game does not use are
no part of it (rule 18): captured pieces may lie there.

    moment = Moment(rest, colour=False)
    moment.take(image, image, game.board.points, now)
    moment.age(4)       # ms since a piece came to d6 or left it
"""

_EARLY_MS = 300  # a drop may be seen so long before its lift
_GAP_MS = 700  # a point filled again within so long never was empty
_BLIP_MS = 150  # so long a sensor may lose its piece, or see one that slides past
FOREVER = 1 << 20


class Moment:
    """white, black: masks seen, the same mask twice without colour. slack: ms by which a drop may
    come before its lift; gap: ms for which a point that was only touched is empty."""

    def __init__(self, rest, colour):
        self.rest = rest
        self.colour = colour
        self.white = self.black = 0
        self.now = 0
        self.slack = _EARLY_MS
        self.gap = _GAP_MS

    def take(self, white, black, points):
        """The image is this now."""
        self.white = white & points
        self.black = black & points

    def at(self, now, settle, lost):
        """It is looked at now. Times scale with the settle time; if lost, order tells nothing."""
        self.now = now
        self.slack = FOREVER if lost else _EARLY_MS * settle // 200
        self.gap = _GAP_MS * settle // 200
        self.rest.blip = _BLIP_MS * settle // 200

    def age(self, point):
        """Milliseconds since the point's piece came or left; short drop-outs do not count."""
        return self.rest.order(point, self.now)

    def touched(self, point):
        """Was the point empty for so short a time that its piece was only touched?"""
        return self.rest.gap(point) < self.gap
