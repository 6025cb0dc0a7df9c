# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A turn that the image showed whole, while its pieces come to rest and others move already.

Beside hands.py. What moves elsewhere does not undo a turn that was seen whole; a change at its own
points does, and so does a doubt about its removal.

    held.look(reading, moment, game, lost)      # after each reading
    held.there, held.touched            # take held.action and held.gone when these have rested
"""

from merels.hands import reading_kinds as kinds
from merels.hands.lookahead import may_have_moved
from merels.masks import at_most, lowest, single

_ANSWER = 2  # pieces off their points: the one that moves and the one it removes


class Held:
    """there: is a turn held? action, gone, touched: as in a reading. rival: the last turn taken
    back or corrected would have made the same image."""

    def __init__(self):
        self.there = self.rival = False
        self.action = -1
        self.gone = self.touched = 0

    def changed(self, mask):
        """These points have changed."""
        if mask & self.touched:
            self.there = False

    def look(self, r, moment, game, lost):
        """Hold the turn of a reading, or let go of the one that is held."""
        if r.kind == kinds.TURN and not r.tied:
            self.there = True
            self.action = r.action
            self.gone = r.gone
            self.touched = r.touched
            self.rival = r.rival
        elif r.kind == kinds.SAME or lost or self._moved_on(r, game) or self._knocked(r):
            self.there = False
        elif self.there:
            # another piece came first: its sensor had lost it for a moment (rule 17)
            others = r.extra & ~self.touched
            if single(others) and moment.age(lowest(others)) > moment.age(self.action & 31):
                self.there = False

    def _knocked(self, r):
        """Is more off its point than an answer can have taken?"""
        return not at_most(r.missing & ~self.touched, _ANSWER)

    def _moved_on(self, r, game):
        """May the removed piece have been moved on by its owner instead? Not if another piece of
        his accounts for the new one; certainly if the removal would end the game, for then
        nothing follows it."""
        arrived = r.extra & ~self.touched
        if not self.there or not self.gone or not arrived or r.opponent & ~self.gone:
            return False
        if may_have_moved(game, self.gone, arrived):
            return True
        rows = game.actions
        game.take(self.action, self.gone)
        over = game.over
        while game.actions > rows:
            game.undo()
        return over
