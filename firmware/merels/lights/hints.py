# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How much the lights help, and what a teacher sees in a position.

The app asks when the position or the setting `help` changes; show.py paints what is found, frame
by frame, without thinking again.

    hints = Hints()
    hints.level = TEACHER
    hints.see(game)                 # hints.closing, hints.threats: masks of points
"""

from merels.rules.position import HAND

TEACHER = 0  # targets, mills to come, and where the opponent threatens one
STANDARD = 1  # targets, what is due, what is wrong
SILENT = 2  # a tournament: no light; what is wrong is only recorded

LEVELS = ("teacher", "standard", "silent")


class Hints:
    """level: one of the three. closing: mask of points where the side to move could close a mill
    now. threats: mask of points where the other side could, if it was its turn. Both are empty
    unless the level is TEACHER."""

    def __init__(self):
        self.level = STANDARD
        self.closing = self.threats = 0

    def see(self, game):
        """The position may be a new one. Changes nothing in the game and allocates nothing."""
        self.closing = self.threats = 0
        if self.level == TEACHER and not game.over and not game.due:
            self.closing = _closing(game)
            game.turn = 1 - game.turn
            self.threats = _closing(game)
            game.turn = 1 - game.turn


def _closing(game):
    found = game.closing(HAND)
    pieces = game.movable()
    point = 0
    while pieces:
        if pieces & 1:
            found |= game.closing(point)
        pieces >>= 1
        point += 1
    return found
