# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Turns that were taken back by lifting alone, and are played again if the pieces come back.

Beside earlier.py (rule 18). A sleeve takes the last two pieces off, and they come back in the
other order: on the way that looks like placings of the other colours, but when all stand as they
stood, the same turns were played by the same players.

    again.remember(game, 2)             # before the last two turns are taken back
    again.look(reading, moment, game)   # may become AGAIN
    again.count, again.action(0)        # how many to play from ply `base` on, the last of them
"""

from array import array

from merels.hands import reading_kinds as kinds
from merels.hands.lookahead import marks
from merels.rules.position import OFF

_ROOM = 24


class Again:
    """count: how many actions were taken back by lifting, 0 if there is nothing to play again.
    base: the ply they are played from."""

    def __init__(self):
        self.count = self.base = 0
        self._actions = array("H", [0] * _ROOM)  # the last one first
        self._span = 0
        self._white = self._black = 0  # what stood before

    def remember(self, game, depth):
        """The last turns are about to be taken back, nothing but lifted."""
        if game.ply != self.base:
            self.count = 0
        if not self.count:
            self._white = game.white
            self._black = game.black
            self._span = 0
        self.base = game.ply - depth
        for row in range(game.history.rows - 1, game.history.start(self.base) - 1, -1):
            action = game.history.action(row)
            if self.count == _ROOM or (action & 31 == OFF and marks(game)):
                self.count = 0  # what was marked, nobody sees
                return
            self._actions[self.count] = action
            self.count += 1
            self._span |= 1 << (action & 31 if action & 31 != OFF else action >> 5)

    def action(self, ago):
        """The action that was the last one, 0, the one before it, 1, and so on."""
        return self._actions[ago]

    def look(self, r, moment, game):
        """Does all stand as it stood? Forget it when anything else happens."""
        if not self.count:
            return
        white = self._white
        black = self._black
        differs = (moment.white | moment.black) ^ (white | black)
        if differs & ~self._span or game.ply < self.base or game.over:
            self.count = 0
        elif not differs and (not moment.colour or moment.white == white):
            if game.white == white and game.black == black:
                self.count = 0
            else:
                r.become(kinds.AGAIN)
                r.touched |= self._span
