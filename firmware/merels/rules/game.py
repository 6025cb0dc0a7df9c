# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The game: whose turn it is, what may be done, what has been done, and how it ends.

The one rules engine of Merels, used by the board, the host tools and the tests. What may be
done is in position.py, what playing does in turns.py; here are making a game, its text and its
past. Moves are texts such as "d6", "d6-f6" and "xb4", with removals glued on where that helps:
"d6-f6xb4".

    game = Game("nine-mens-morris", fly="off")
    game.play("d6")
    game.legal()
    game.undo()
"""

from merels.errors import IllegalMove, RulesError
from merels.rules.position import HAND, OFF
from merels.rules.turns import Turns


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


class Game(Turns):
    """A game of `variant` with `options` changed. Raises UnknownVariant and BadOption."""

    def __init__(self, variant="nine-mens-morris", **options):
        from merels.rules.ruleset_maker import make

        Turns.__init__(self, make(variant, options))

    @classmethod
    def from_position(cls, text, variant="nine-mens-morris", **options):
        """A game that starts from a position text. Raises BadPosition as well."""
        from merels.rules.position_reader import read

        game = cls(variant, **options)
        read(game, text)
        return game

    @property
    def variant(self):
        """The id of the variant."""
        return self.rules.variant

    @property
    def options(self):
        """All options of this game (name to text)."""
        from merels.rules.ruleset_maker import all_options

        return all_options(self.rules)

    @property
    def changed(self):
        """The options that differ from the variant's own (name to text)."""
        return self.rules.changed

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

    # Moves as text

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
        from merels.rules.refusal import parse

        return parse(self, text)

    def play(self, text):
        """Play a move text, removals glued on or not. A refused move changes nothing.

        Raises IllegalMove.
        """
        from merels.rules.refusal import parse, split, why_not

        done = 0
        for part in split(text):
            try:
                action = parse(self, part)
                why = why_not(self, action)
            except IllegalMove as error:
                action = 0
                why = error.why
            if why:
                while done:
                    self.undo()
                    done -= 1
                raise IllegalMove(text, why, self.position())
            self.do(action)
            done += 1

    def parse_turn(self, text):
        """(action, mask of removals) of the text of a turn that is legal here; nothing is played.

        Raises IllegalMove.
        """
        before = self.actions
        self.play(text)
        action = -1
        gone = 0
        for row in range(before, self.actions):
            done = self.history.action(row)
            if done & 31 == OFF:
                gone |= 1 << (done >> 5)
            else:
                action = done
        while self.actions > before:
            self.undo()
        return action, gone

    def legal_actions(self):
        """The legal actions as a list of ints."""
        actions = []
        removable = self.removable()
        places = self.places()
        movable = self.movable()
        for bit in range(25):
            if removable >> bit & 1:
                actions.append(bit * 32 + OFF)
            if places >> bit & 1:
                actions.append(HAND * 32 + bit)
            if movable >> bit & 1:
                reach = self._reach(bit)
                for dst in range(25):
                    if reach >> dst & 1:
                        actions.append(bit * 32 + dst)
        return actions

    def legal(self):
        """The texts of the legal actions, sorted."""
        texts = [self.text(action) for action in self.legal_actions()]
        texts.sort()
        return texts

    def position(self):
        """The position as text, see position_text.py."""
        from merels.rules.position_text import write

        return write(self)

    # What has been done

    def turns(self):
        """All turns as texts with removals glued on; a half turn is the last item."""
        number = self.ply
        if self.middle and self.history.rows:
            number += 1
        return [self.turn_text(turn) for turn in range(number)]

    def turn_text(self, turn):
        """The text of one turn, 0 for the first."""
        history = self.history
        end = history.rows
        if turn < self.ply - 1 or (turn == self.ply - 1 and self.middle):
            end = history.start(turn + 1)
        texts = [self.text(history.action(row)) for row in range(history.start(turn), end)]
        return "".join(texts)

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
