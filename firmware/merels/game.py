# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The game: whose turn it is, what may be done, what has been done, and how it ends.

The one rules engine of Merels, used by the board, the host tools and the tests. Points are
bits of the wood (see board.py), sets of points are masks, sides are 0 for white and 1 for
black, and an action is a small int: source * 32 + target, where 31 stands for the hand as a
source and for "off the board" as a target. Asking for masks allocates nothing.

    game = Game("nine-mens-morris", fly="off")
    game.play("d6")
    game.legal()
    game.undo()

What only some variants need lives in modules of their own that are loaded with the first
game that needs them: placing.py, mills.py, blocked.py, owed.py, captures.py.
"""

from merels.board import count
from merels.errors import IllegalMove, RulesError
from merels.history import History

HAND = 31
OFF = 31
SIDES = ("white", "black")


class Outcome:
    """How a game ended: `winner` 0, 1 or None for a draw, and the `reason` in one word."""

    def __init__(self, winner, reason):
        self.winner = winner
        self.reason = reason

    def __eq__(self, other):
        return (
            isinstance(other, Outcome)
            and self.winner == other.winner
            and self.reason == other.reason
        )

    def __hash__(self):
        return hash((self.winner, self.reason))

    def __repr__(self):
        return "Outcome(%r, %r)" % (self.winner, self.reason)


class Game:
    """A game of `variant` with `options` changed. Raises UnknownVariant and BadOption."""

    HAND = HAND
    OFF = OFF

    def __init__(self, variant="nine-mens-morris", **options):
        from merels.setup import configure

        configure(self, variant, options)
        self.history = History()
        self.men = [0, 0]  # all pieces on the board, those marked for later removal too
        self.hand = [self.pieces, self.pieces]
        self.turn = self.first
        self.due = 0
        self.quiet = 0
        self.ply = 0
        self.middle = 0  # 1 between a move and its removals
        self.placing = 1
        self.over = False
        self.winner = None
        self.reason = None
        self.declared = False
        # The rest stays as it is in most games.
        self.marked = 0  # pieces to be swept when placing ends
        self.banned = 0  # points that stay closed while placing
        self.used = [0, 0]  # for each side, numbers of lines that have paid, as bits
        self.back = [0, 0]  # for each side, the move that may not go straight back
        self.claim = 0  # pieces that a capture without a mill may take, see captures.py
        self.at = 0
        self.lines_due = 0
        self.owes = ()  # removals due outside the usual order, see owed.py
        self.kept = [] if self.extras else None  # the rest before each action
        self.history.reserve(8)

    # What stands where

    @property
    def white(self):
        """White's pieces as a mask."""
        return self.men[0]

    @property
    def black(self):
        """Black's pieces as a mask."""
        return self.men[1]

    @property
    def actions(self):
        """How many actions were played since the start."""
        return self.history.rows

    def on(self, side):
        """The pieces of a side as a mask."""
        return self.men[side]

    def white_before(self, turns):
        """White's pieces `turns` complete turns ago; 0: when the turn under way began."""
        row = self._row_before(turns)
        return self.men[0] if row < 0 else self.history.white(row)

    def black_before(self, turns):
        """Black's pieces `turns` complete turns ago; 0: when the turn under way began."""
        row = self._row_before(turns)
        return self.men[1] if row < 0 else self.history.black(row)

    def earlier(self, turns):
        """Both masks `turns` complete turns ago."""
        return self.white_before(turns), self.black_before(turns)

    def _row_before(self, turns):
        if turns < 0 or turns > self.ply:
            raise RulesError("Only %d turns were played, not %d." % (self.ply, turns))
        if turns == 0 and not (self.middle and self.history.rows):
            return -1
        return self.history.start(self.ply - turns)

    # What may be done, as masks

    def places(self):
        """The points where the side to move may place a piece now."""
        if self.over or self.due or not self.hand[self.turn]:
            return 0
        free = self.board.points & ~(self.men[0] | self.men[1] | self.banned)
        if self.centre_closed and not (self.men[0] | self.men[1]):
            free &= ~(1 << 24)
        return free

    def targets(self, bit):
        """The points where the piece of the side to move on `bit` may go now."""
        if self.over or self.due or not (self.men[self.turn] & ~self.marked) >> bit & 1:
            return 0
        if self.hand[self.turn] and not self.slides:
            return 0
        return self._reach(bit)

    def _reach(self, bit):
        side = self.turn
        free = self.board.points & ~(self.men[0] | self.men[1] | self.banned)
        if self.flies(side):
            reach = free
        else:
            reach = self.board.adjacent[bit] & free
            if self.captures is not None:
                reach |= self.captures.leaps(self, bit)
        if self.back[side]:
            reach &= ~self.mills.straight_back(self, bit)
        return reach

    def flies(self, side):
        """Whether this side may move to any empty point."""
        return not self.hand[side] and count(self.men[side] & ~self.marked) <= self.fly

    def movable(self):
        """The pieces of the side to move that have somewhere to go now."""
        side = self.turn
        if self.over or self.due or self.hand[side] and not self.slides:
            return 0
        own = self.men[side] & ~self.marked
        mask = 0
        for bit in range(25):
            if own >> bit & 1 and self._reach(bit):
                mask |= 1 << bit
        return mask

    def removable(self):
        """The pieces that may be removed now; 0 when no removal is due."""
        if self.over or not self.due:
            return 0
        if self.owes:
            return self.owed.targets(self)
        if self.claim:
            return self.captures.targets(self)
        return self.unprotected(1 - self.turn)

    def unprotected(self, side):
        """The pieces of a side that `protect` lets go, as a mask."""
        men = self.men[side] & ~self.marked
        if self.protect == 2:
            return men
        mills = 0
        for line in self.board.lines:
            if line & men == line:
                mills |= line
        if mills == men and self.protect == 0:
            return men
        return men & ~mills

    def takes(self, action):
        """The pieces one of which may be removed if `action` is played now; 0 if none is due."""
        if self.captures is not None:
            return self.captures.takes(self, action)
        if self.due_after(action >> 5, action & 31):
            return self.unprotected(1 - self.turn)
        return 0

    def closing(self, src=HAND):
        """The points where placing a piece, or the piece on `src`, would close a line."""
        if src == HAND:
            free = self.places()
            own = self.men[self.turn] & ~self.marked
        else:
            free = self.targets(src)
            own = self.men[self.turn] & ~self.marked & ~(1 << src)
        if not free:
            return 0
        mask = 0
        used = self.used[self.turn]
        at = 0
        for line in self.board.lines:
            rest = line & ~own
            if rest & free and not rest & (rest - 1) and not used >> at & 1:
                mask |= rest
            at += 1
        return mask

    # What has been done

    def do(self, action):
        """Play a legal action without checking it."""
        if self.kept is not None:
            self.kept.append(self._rest())
        self.history.push(self, action)
        src = action >> 5
        dst = action & 31
        if dst == OFF:
            self._remove(1 << src)
            return
        side = self.turn
        lines = self.closed(src, dst)
        due = self._due_for(lines, src)
        if self.captures is not None:
            due = self.captures.before(self, src, dst, due)
        if src == HAND:
            self.hand[side] -= 1
            self.men[side] |= 1 << dst
            self.quiet = 0
        else:
            self.men[side] ^= 1 << dst | 1 << src
            self.quiet += 1
        self.middle = 1
        again = False
        if self.placing_rules is not None and src == HAND:
            again = self.placing_rules.again(self, lines)
            if self.placing_rules.moved(self, lines):
                lines = -lines  # paid from the hand
        if self.mills is not None:
            self.mills.moved(self, src, dst, due > 0 or lines < 0)
        if self.wins and lines:
            due = self.claim = self.lines_due = 0
            self.end(side, "line")
        if due:
            self.due = due
        else:
            self.complete(side if again else 1 - side)

    def closed(self, src, dst):
        """How many lines are closed, that may pay, when the side to move goes there."""
        own = self.men[self.turn] & ~self.marked | 1 << dst
        if src != HAND:
            own &= ~(1 << src)
        if self.mills is not None:
            return self.mills.paying(self, own, dst)
        lines = 0
        for line in self.board.lines_at[dst]:
            if line & own == line:
                lines += 1
        return lines

    def due_after(self, src, dst):
        """How many removals come due when the side to move goes from `src` to `dst`."""
        if self.over or self.due:
            return 0
        return self._due_for(self.closed(src, dst), src)

    def _due_for(self, lines, src):
        if not lines or self.wins:
            return 0
        if src == HAND and self.placing_rules is not None:
            lines = self.placing_rules.removals(self, lines)
            if not lines:
                return 0
        other = 1 - self.turn
        targets = self.unprotected(other)
        if not targets:
            return 0
        if not self.per_line:
            return 1
        if self.protect == 0:
            targets = self.men[other] & ~self.marked
        return min(lines, count(targets))

    def _remove(self, bit):
        side = self.turn
        self.middle = 1
        self.quiet = 0
        self.due -= 1
        if self.placing_rules is not None and self.placing and not self.owes:
            self.placing_rules.removed(self, bit)
        else:
            self.men[0] &= ~bit
            self.men[1] &= ~bit
        if self.claim:
            self.captures.removed(self, bit)
        if self.few():
            # At once, whatever else would be due.
            self.due = 0
            self.owes = ()
            self.claim = self.lines_due = 0
            self.complete(1 - side)
        elif self.owes:
            self.owed.removed(self)
        elif not self.due:
            self.complete(side if self._again() else 1 - side)

    def _again(self):
        """Whether the turn that ends with a removal is followed by one of the same side."""
        if self.placing_rules is None or not self.placing:
            return False
        src = HAND
        if self.history.rows:
            src = self.history.action(self.history.start(self.ply)) >> 5
        return src == HAND and self.placing_rules.again(self, 1)

    def complete(self, turn):
        """End the turn under way: `turn` is next, unless the game is over."""
        self.ply += 1
        self.middle = 0
        self.turn = turn
        if self.owes:
            self.owed.load(self)
        elif not self.over and self.placing_rules is not None and self.placing:
            self.placing_rules.completed(self)
        self.judge(True)
        self.history.reserve(8)

    def judge(self, moved):
        """See whether the game is over, now that nothing is half done."""
        if self.over:
            return
        if self.few():
            self._end_few()
            return
        if self.due:
            return
        if not self.can_act():
            if self.blocked is not None:
                self.blocked.stuck(self)
            elif self.blocked_draws:
                self.end(None, "blocked")
            else:
                self.end(1 - self.turn, "blocked")
            if self.over or self.due:
                return
        if (
            moved
            and self.quiet
            and self.repetition
            and self.history.seen(self, self.origin) >= self.repetition
        ):
            self.end(None, "repetition")
        elif self.endgame_limit and self.quiet >= self.endgame_limit and self._endgame():
            self.end(None, "endgame-limit")
        elif self.quiet_limit and self.quiet >= self.quiet_limit:
            self.end(None, "quiet-limit")

    def can_act(self):
        """Whether the side to move can place or move."""
        return bool(self.places() or self.movable())

    def few(self):
        """Whether a side has fewer pieces, on the board and in its hand, than it must have."""
        return (
            count(self.men[0]) + self.hand[0] < self.minimum
            or count(self.men[1]) + self.hand[1] < self.minimum
        )

    def _end_few(self):
        loser = self.turn
        if count(self.men[loser]) + self.hand[loser] >= self.minimum:
            loser = 1 - loser
        self.end(1 - loser, "few-pieces")

    def _endgame(self):
        return (
            count(self.men[0]) + self.hand[0] == 3
            or count(self.men[1]) + self.hand[1] == 3
        )

    def end(self, winner, reason):
        """End the game: `winner` 0, 1 or None, and why."""
        self.over = True
        self.winner = winner
        self.reason = reason

    def _rest(self):
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
        )

    def undo(self):
        """Take the last action back; everything is exactly as before it. Raises RulesError."""
        if not self.history.rows:
            raise RulesError("There is no move to take back.")
        self.history.pop(self)
        self.over = self.declared = False
        self.winner = self.reason = None
        if self.kept is not None:
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
            ) = self.kept.pop()

    def undo_turn(self):
        """Take the last turn back, or the half turn under way. Raises RulesError."""
        self.undo()
        while self.middle and self.history.rows:
            self.undo()

    # How it ends

    def outcome(self):
        """None while the game goes on, else an Outcome."""
        return Outcome(self.winner, self.reason) if self.over else None

    def finish(self, winner, reason):
        """End the game by declaration: resigned, agreed or unfinished. Raises RulesError."""
        if self.over:
            raise RulesError("The game is over already (%s)." % self.reason)
        self.end(winner, reason)
        self.declared = True

    def reopen(self):
        """Go on with a game that was ended by declaration; any other end stays."""
        if self.declared:
            self.over = self.declared = False
            self.winner = self.reason = None

    # Text

    def text(self, action):
        """The text of an action: "d6", "d6-f6" or "xd6"."""
        src = action >> 5
        dst = action & 31
        if dst == OFF:
            return "x" + self.board.name(src)
        if src == HAND:
            return self.board.name(dst)
        return self.board.name(src) + "-" + self.board.name(dst)

    def parse(self, text):
        """The action of a text such as "d6", "d6-f6" or "xd6"; it need not be legal here.

        Raises IllegalMove (bad-move or unknown-point).
        """
        from merels.refusal import parse

        return parse(self, text)

    def play(self, text):
        """Play a move text, removals glued on or not: "d6", "d6-f6", "xb4", "d6-f6xb4".

        Raises IllegalMove, with nothing played, if any part of it is not legal.
        """
        from merels.refusal import parse, why_not

        parts = text.split("x") if isinstance(text, str) else [""]
        done = 0
        for at in range(len(parts)):
            part = parts[at]
            if at == 0 and not part and len(parts) > 1:
                continue
            if at:
                part = "x" + part
            why = None
            try:
                action = parse(self, part)
                why = why_not(self, action)
            except IllegalMove as error:
                why = error.why
            if why:
                while done:
                    self.undo()
                    done -= 1
                raise IllegalMove(text, why, self.position())
            self.do(action)
            done += 1

    def legal(self):
        """The texts of the legal actions, sorted."""
        texts = [self.text(action) for action in self.legal_actions()]
        texts.sort()
        return texts

    def legal_actions(self):
        """The legal actions as a list of ints."""
        actions = []
        mask = self.removable()
        for bit in range(25):
            if mask >> bit & 1:
                actions.append(bit * 32 + OFF)
        mask = self.places()
        for bit in range(25):
            if mask >> bit & 1:
                actions.append(HAND * 32 + bit)
        mask = self.movable()
        for src in range(25):
            if mask >> src & 1:
                reach = self._reach(src)
                for bit in range(25):
                    if reach >> bit & 1:
                        actions.append(src * 32 + bit)
        return actions

    def turns(self):
        """All turns as texts with removals glued on; a half turn is the last item."""
        number = self.ply
        if self.middle and self.history.rows:
            number += 1
        return [self.turn_text(turn) for turn in range(number)]

    def turn_text(self, turn):
        """The text of one turn, 0 for the first."""
        end = self.history.rows
        if turn < self.ply - 1 or turn == self.ply - 1 and self.middle:
            end = self.history.start(turn + 1)
        texts = []
        for row in range(self.history.start(turn), end):
            texts.append(self.text(self.history.action(row)))
        return "".join(texts)

    def position(self):
        """The position as text, see position.py."""
        from merels.position import write

        return write(self)

    @classmethod
    def from_position(cls, text, variant="nine-mens-morris", **options):
        """A game that starts from a position text. Raises BadPosition, too, by name."""
        from merels.position import read

        game = cls(variant, **options)
        read(game, text)
        return game
