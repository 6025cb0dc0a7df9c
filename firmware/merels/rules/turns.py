# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Playing: what an action changes, when a turn is complete, how a game ends, and all of it back.

    turns = Turns(make("nine-mens-morris", {}))
    turns.do(action)
    turns.undo()

A turn is a move with its removals, or removals that are due for another reason. The ends of a
game are looked at in one place, `judge`, in the order of the rules page.
"""

from merels.board import count
from merels.errors import RulesError
from merels.masks import lowest
from merels.rules.history import History
from merels.rules.position import HAND, OFF, Position

TURN = 8  # rows of history for which room is made between turns: more than a turn has actions


class Turns(Position):
    """A Position with a past: `ply` complete turns, `history` of all actions."""

    def __init__(self, rules):
        Position.__init__(self, rules)
        self.history = History()
        self.ply = 0
        self.middle = 0  # 1 between a move and its removals
        self.winner = None
        self.reason = None
        self.declared = False
        self._peeking = False
        self.kept = [] if rules.extras else None  # the rare part of the state before each action
        self.history.reserve(TURN)

    @property
    def actions(self):
        """How many actions were played since the start."""
        return self.history.rows

    def do(self, action):
        """Play a legal action without checking it."""
        if self.kept is not None:
            self.kept.append(self._rare())
        self.history.push(self, action)
        if action & 31 == OFF:
            self._remove(1 << (action >> 5))
        else:
            self._move(action >> 5, action & 31)

    def peek(self, action):
        """Play a legal action that is undone at once: only whether it repeats a position is not
        asked, which takes long."""
        self._peeking = True
        self.do(action)
        self._peeking = False

    def _move(self, src, dst):
        rules = self.rules
        side = self.turn
        lines = self.closed(src, dst)
        due = self.due_for(lines, src)
        if rules.captures is not None:
            due = rules.captures.before(self, src, dst, due)
        if src == HAND:
            self.hand[side] -= 1
            self.men[side] |= 1 << dst
            self.quiet = 0
        else:
            self.men[side] ^= 1 << dst | 1 << src
            self.quiet += 1
        self.middle = 1
        again = False
        paid = due > 0
        if rules.placing is not None and src == HAND:
            again = rules.placing.again(self, lines)
            paid = rules.placing.moved(self, lines) or paid
        if rules.mills is not None:
            rules.mills.moved(self, src, dst, paid)
        if rules.wins and lines:
            due = self.claim = self.lines_due = 0
            self.end(side, "line")
        if due:
            self.due = due
            self.again = 1 if again else 0
        else:
            self.complete(side if again else 1 - side)

    def _remove(self, bit):
        rules = self.rules
        side = self.turn
        self.middle = 1
        self.quiet = 0
        self.due -= 1
        if rules.placing is not None and self.placing and not self.owes:
            rules.placing.removed(self, bit)
        else:
            self.men[0] &= ~bit
            self.men[1] &= ~bit
        if self.claim:
            rules.captures.removed(self, bit)
        if self.few():
            # At once, whatever else would be due.
            self.due = self.claim = self.lines_due = 0
            self.owes = ()
            self._end_few(1 - side)
            self.complete(1 - side)
        elif self.owes:
            rules.extra_removals.removed(self)
        elif not self.due:
            self.complete(side if self.again else 1 - side)

    def complete(self, turn):
        """End the turn under way: `turn` is next, unless the game is over."""
        self.ply += 1
        self.middle = 0
        self.again = 0
        self.turn = turn
        if self.owes:
            self.rules.extra_removals.load(self)
        elif self.placing and not self.over:
            if self.rules.placing is not None:
                self.rules.placing.completed(self)
            elif not (self.hand[0] or self.hand[1]):
                self.placing = 0
        elif self.over and not (self.hand[0] or self.hand[1]):
            self.banned = 0  # points are closed while placing, and that is over as well
        if not self.over:
            self.judge(True)
        history = self.history
        if history.rows + TURN > history.capacity:
            history.reserve(TURN)

    def judge(self, moved):
        """See whether the game is over, now that nothing is half done.

        `moved`: a turn has just been completed; no removal need be looked at then, as it ends the
        game itself.
        """
        rules = self.rules
        if (rules.placing is not None or not moved) and self.few():
            self._end_few(self.turn)
        if self.over or self.due:
            return
        if not self.can_act():
            if rules.blocked is not None:
                rules.blocked.stuck(self)
            else:
                self.end(None if rules.when_blocked == "draw" else 1 - self.turn, "blocked")
            if self.over or self.due:
                return
        if not self.quiet:
            return
        if (
            moved
            and not self._peeking
            and rules.repetition
            and self.history.seen(self, rules.origin) >= rules.repetition
        ):
            self.end(None, "repetition")
        elif rules.endgame_limit and self.quiet >= rules.endgame_limit and self._endgame():
            self.end(None, "endgame-limit")
        elif rules.quiet_limit and self.quiet >= rules.quiet_limit:
            self.end(None, "quiet-limit")

    def _end_few(self, loser):
        """End the game as a side has too few pieces: `loser`, or else the other one."""
        if count(self.men[loser]) + self.hand[loser] >= self.rules.minimum:
            loser = 1 - loser
        self.end(1 - loser, "few-pieces")

    def _endgame(self):
        """Whether a side has exactly three pieces."""
        return count(self.men[0]) + self.hand[0] == 3 or count(self.men[1]) + self.hand[1] == 3

    def end(self, winner, reason):
        """End the game: `winner` 0, 1 or None, and why."""
        self.over = True
        self.winner = winner
        self.reason = reason

    def take(self, action, gone):
        """Play a whole turn, or what is left of one: its action (-1: none) and the removals of the
        mask, as far as each may still be removed when its turn comes."""
        if action >= 0:
            self.do(action)
        while gone & self.removable():
            bit = gone & self.removable()
            bit &= -bit
            gone ^= bit
            self.do(lowest(bit) * 32 + OFF)

    def undo(self):
        """Take the last action back; everything is exactly as before it. Raises RulesError."""
        if not self.history.rows:
            raise RulesError("There is no move to take back.")
        self.history.pop(self)
        self.over = self.declared = False
        self.winner = self.reason = None
        if self.kept is not None:
            self._take_rare(self.kept.pop())

    def undo_turn(self):
        """Take the last turn back, or the half turn under way. Raises RulesError."""
        self.undo()
        while self.middle and self.history.rows:
            self.undo()

    def _rare(self):
        return (
            self.marked,
            self.banned,
            self.used[0],
            self.used[1],
            self.back[0],
            self.back[1],
            self.claim,
            self.at,
            self.lines_due,
            self.owes,
            self.again,
        )

    def _take_rare(self, rare):
        (
            self.marked,
            self.banned,
            self.used[0],
            self.used[1],
            self.back[0],
            self.back[1],
            self.claim,
            self.at,
            self.lines_due,
            self.owes,
            self.again,
        ) = rare
