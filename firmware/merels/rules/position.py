# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A position: who stands where, who is to play, and what may be done, as masks.

Points are bits of the wood (see board.py), sets of points are masks, sides are 0 for white and
1 for black. An action is a small int, source * 32 + target, where 31 stands for the hand as a
source and for "off the board" as a target. Asking for masks changes and allocates nothing.

    position.places(), position.targets(14), position.removable()

Game (game.py) is a Position that can be played.
"""

from merels.board import count
from merels.masks import at_most
from merels.rules.ruleset import ANY, OUTSIDE_FIRST

SIDES = ("white", "black")
HAND = 31
OFF = 31


class Position:
    """The state of a game by `rules`, at first the start."""

    HAND = HAND
    OFF = OFF

    def __init__(self, rules):
        self.rules = rules
        self.board = rules.board
        self.men = [0, 0]  # all pieces on the board, those marked for later removal too
        self.hand = [rules.pieces, rules.pieces]
        self.turn = rules.first
        self.due = 0
        self.quiet = 0
        self.placing = 1
        self.over = False
        # The rest stays as it is in most games.
        self.marked = 0  # pieces to be swept when placing ends
        self.banned = 0  # points that stay closed while placing
        self.used = [0, 0]  # for each side, numbers of lines that have paid, as bits
        self.back = [0, 0]  # for each side, the move that may not go straight back
        self.claim = 0  # pieces that a capture without a mill may take, see captures.py
        self.at = 0  # where the capturing piece came to
        self.lines_due = 0  # removals that a mill pays instead of the capture
        self.owes = ()  # removals due outside the usual order, see extra_removals.py
        self.again = 0  # 1 if the side to move plays once more after the removals due

    @property
    def white(self):
        """White's pieces as a mask."""
        return self.men[0]

    @property
    def black(self):
        """Black's pieces as a mask."""
        return self.men[1]

    def on(self, side):
        """The pieces of a side as a mask."""
        return self.men[side]

    def places(self):
        """The points where the side to move may place a piece now."""
        if self.over or self.due or not self.hand[self.turn]:
            return 0
        men = self.men[0] | self.men[1]
        free = self.board.points & ~(men | self.banned)
        if not men and self.rules.centre_closed:
            free &= ~(1 << 24)
        return free

    def targets(self, bit):
        """The points where the piece of the side to move on `bit` may go now."""
        if self.over or self.due or not (self.men[self.turn] & ~self.marked) >> bit & 1:
            return 0
        if self.hand[self.turn] and not self.rules.slides:
            return 0
        return self._reach(bit)

    def movable(self):
        """The pieces of the side to move that have somewhere to go now."""
        if self.over or self.due or (self.hand[self.turn] and not self.rules.slides):
            return 0
        own = self.men[self.turn] & ~self.marked
        mask = 0
        for bit in range(25):
            if own >> bit & 1 and self._reach(bit):
                mask |= 1 << bit
        return mask

    def _reach(self, bit):
        rules = self.rules
        side = self.turn
        free = self.board.points & ~(self.men[0] | self.men[1] | self.banned)
        if rules.fly and self.flies(side):
            reach = free
        else:
            reach = self.board.adjacent[bit] & free
            if rules.captures is not None:
                reach |= rules.captures.leaps(self, bit)
        if self.back[side]:
            reach &= ~rules.mills.straight_back(self, bit)
        return reach

    def flies(self, side):
        """Whether this side may move to any empty point."""
        return not self.hand[side] and at_most(self.men[side] & ~self.marked, self.rules.fly)

    def can_act(self):
        """Whether the side to move can place or move."""
        if self.places():
            return True
        if self.over or self.due or (self.hand[self.turn] and not self.rules.slides):
            return False
        own = self.men[self.turn] & ~self.marked
        for bit in range(25):
            if own >> bit & 1 and self._reach(bit):
                return True
        return False

    def removable(self):
        """The pieces that may be removed now; 0 when no removal is due."""
        if self.over or not self.due:
            return 0
        if self.owes:
            return self.rules.extra_removals.targets(self)
        if self.claim:
            return self.rules.captures.targets(self)
        return self.unprotected(1 - self.turn)

    def unprotected(self, side):
        """The pieces of a side that `protect` lets go, as a mask."""
        men = self.men[side] & ~self.marked
        if self.rules.protect == ANY:
            return men
        mills = 0
        for line in self.board.lines:
            if line & men == line:
                mills |= line
        if mills == men and self.rules.protect == OUTSIDE_FIRST:
            return men
        return men & ~mills

    def takes(self, action):
        """The pieces one of which may be removed if `action` is played now; 0 if none is due."""
        if self.rules.captures is not None:
            return self.rules.captures.takes(self, action)
        if self.due_after(action >> 5, action & 31):
            return self.unprotected(1 - self.turn)
        return 0

    def closing(self, src=HAND):
        """The points where placing a piece, or the piece on `src`, would close a line."""
        own = self.men[self.turn] & ~self.marked
        if src == HAND:
            free = self.places()
        else:
            free = self.targets(src)
            own &= ~(1 << src)
        if not own & (own - 1):
            return 0  # a line needs two more pieces
        mask = 0
        used = self.used[self.turn]
        for line in self.board.lines:
            rest = line & ~own
            if rest & free and not rest & (rest - 1) and not used & 1:
                mask |= rest
            used >>= 1
        return mask

    def closed(self, src, dst):
        """How many lines that may pay are closed when the side to move goes there."""
        own = self.men[self.turn] & ~self.marked | 1 << dst
        if src != HAND:
            own &= ~(1 << src)
        if self.rules.mills is not None:
            return self.rules.mills.paying(self, own, dst)
        lines = 0
        for line in self.board.lines_at[dst]:
            if line & own == line:
                lines += 1
        return lines

    def due_after(self, src, dst):
        """How many removals come due when the side to move goes from `src` to `dst`."""
        if self.over or self.due:
            return 0
        return self.due_for(self.closed(src, dst), src)

    def due_for(self, lines, src):
        """How many removals `lines` lines, closed by a piece from `src`, give."""
        rules = self.rules
        if not lines or rules.wins:
            return 0
        if src == HAND and rules.placing is not None:
            lines = rules.placing.removals(self, lines)
            if not lines:
                return 0
        other = 1 - self.turn
        targets = self.unprotected(other)
        if not targets:
            return 0
        if not rules.per_line:
            return 1
        if rules.protect == OUTSIDE_FIRST:
            # Mills protect only while another piece is there to go first.
            targets = self.men[other] & ~self.marked
        return min(lines, count(targets))

    def few(self):
        """Whether a side has fewer pieces, on the board and in its hand, than it must have."""
        least = self.rules.minimum
        return (
            count(self.men[0]) + self.hand[0] < least or count(self.men[1]) + self.hand[1] < least
        )
