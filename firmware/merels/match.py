# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The game on the wood: turns taken, taken back, accepted, begun and ended, all noted down.

Between hands and journal. The hands decide, buttons and hosts may ask; each change of the game
goes through here, so that notes, hands and lights always hear of it.

    match = Match(game, sight, notes)
    match.step(now)             # takes what the hands have decided
    match.take_back(now)        # the button, or a host
"""

from merels.board import WOOD
from merels.errors import RulesError
from merels.hands.hands import Hands
from merels.hands.reading_kinds import LIFTED, PLAY_AGAIN, TAKE_BACK, TAKE_TURN

_MOST_COMPLAINTS = 32


class Match:
    """game: the one on the wood. finished: the one before it, until the first turn of this one.
    takebacks: turns taken back. unknown: pieces (mask) whose colour kept the wood from being
    accepted. complaints: the latest, "word@point". changed: set when the
    lights may look different; moved: set when the game is another; the app takes both."""

    def __init__(self, game, sight, notes):
        self.game = game
        self.finished = None
        self.takebacks = 0
        self.unknown = 0
        self.complaints = []
        self.changed = self.moved = True
        self.hands = Hands(game, sight.rest, sight.colour)
        self._sight = sight
        self._notes = notes

    def see(self, now):
        """The image changed."""
        self.hands.see(self._sight.white, self._sight.black, now)
        self.changed = True

    def step(self, now):
        """Carry out what the hands decide; True if a complaint has just lasted."""
        hands = self.hands
        decision = hands.step(now)
        if hands.changed:
            hands.changed = False
            self.changed = True
        complaint = hands.complaint
        complained = complaint.lasted
        if complained:
            complaint.lasted = False
            if len(self.complaints) == _MOST_COMPLAINTS:
                self.complaints.pop(0)
            self.complaints.append("%s@%s" % (complaint.word, WOOD[complaint.at]))
        if decision == TAKE_TURN:
            self._take_turn(now)
        elif decision == TAKE_BACK:
            for _ in range(hands.reading.depth):
                self.take_back(now, by_hand=True)
        elif decision == PLAY_AGAIN:
            self._play_again(now)
        return complained

    def begin(self, now):
        """A new game at power-on."""
        self._notes.game(self.game, self._sight.image, now)

    def _take_turn(self, now):
        reading = self.hands.reading
        self.game.take(reading.action, reading.gone)
        self.finished = None
        if not self.game.middle:
            self._notes.turn(self.game, self._sight.image, now)
        self._go_on(now)

    def _play_again(self, now):
        """The pieces that were lifted, which took their turns back, stand there again."""
        again = self.hands.again
        count = again.count
        while self.game.ply > again.base:
            self.take_back(now, by_hand=True)
        for number in range(count):
            self.game.do(again.action(count - 1 - number))
            if not self.game.middle:
                self._notes.turn(self.game, self._sight.image, now)
        self._go_on(now)

    def back(self, now):
        """The button: take the last turn back. While the board asks, it answers that the turn was
        a take-back or a correction; of a piece in the hand it says that it was taken back.
        Before the first turn of a game it takes up the one before it again."""
        if self.finished and not self.game.actions:
            self._take_up(now)
            return
        reading = self.hands.reading
        by_hand = reading.rival and (self.hands.asking or reading.kind == LIFTED)
        for _ in range(reading.depth if by_hand else 1):
            self.take_back(now, by_hand)

    def _take_up(self, now):
        """Go on with the game that ended; it is told anew, as another game."""
        game = self.finished
        self.finished = None
        game.reopen()
        self.game = game
        self._notes.game(game, self._sight.image, now)
        self._notes.keep_ack()
        self._go_on(now)
        self.hands.resume()

    def take_back(self, now, by_hand=False):
        """Take the last turn back, or the half turn under way; False if there is none.

        by_hand: the wood shows it already; else the lights guide the pieces back.
        """
        game = self.game
        if not game.actions:
            return False
        half = game.middle
        game.undo_turn()
        if not half:
            self.takebacks += 1
            self._notes.takeback(game, self._sight.image, now, by_hand)
        self._go_on(now)
        if not by_hand:
            self.hands.distrust()
        return True

    def accept(self, now):
        """Take the board as it is: as a turn if it is one, else as a new position of this game.

        False, with a complaint, if the rules allow no such position, or if nobody knows the
        colours of the pieces of `unknown`.
        """
        self.unknown = 0
        if self.hands.sync or self.game.over:
            return True
        if self.hands.is_turn:
            self._take_turn(now)
            return True
        if self.hands.affirm():
            return True
        from merels.hands.accepted_position import coloured, unknown  # seldom needed

        moment = self.hands.moment
        if moment.colour:
            return self.settle(moment.white, moment.black, now)
        self.unknown = unknown(self.game, moment.white)
        if self.unknown:
            return False
        white, black = coloured(self.game, moment.white, 0)
        return self.settle(white, black, now)

    def settle(self, white, black, now):
        """Go on from this position; False, with a complaint, if the rules allow no such one."""
        from merels.hands.accepted_position import accepted

        try:
            self.game = accepted(self.game, white, black)
        except RulesError:
            self.hands.complain("cannot-accept")
            return False
        self._notes.position(self.game, self._sight.image, now)
        self._go_on(now)
        return True

    def start(self, game, now=0, seen=False):
        """Put this game, which may have turns or a position already, on the board.

        The one that was under way ends as unfinished. seen: what stands there now is its first
        turn.
        """
        old = self.game
        image = self._sight.image
        if old.actions:
            if not old.over:
                old.finish(None, "unfinished")
                self._notes.over(old, image, now)
            self.finished = old
        self.game = game
        self._notes.game(game, image, now)
        self._notes.keep_ack()
        self._go_on(now)
        if not seen:
            self.hands.resume()

    def finish(self, winner, reason, now):
        """End the game by declaration. Raises RulesError if it is over."""
        self.game.finish(winner, reason)
        self._notes.over(self.game, self._sight.image, now)
        self._go_on(now)

    def want(self, text):
        """A host asks for this move: only it is taken. Raises IllegalMove."""
        action, gone = self.game.parse_turn(text)
        self.hands.want(action, gone)

    def _go_on(self, now):
        self.hands.begin(self.game, now)
        self.changed = self.moved = True
