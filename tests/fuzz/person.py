# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A person at the table who sees the lights: answers what the board asks, follows its repairs.

    person = Person(table, intended, dice)
    person.answer()         # the board asks: is the record right afterwards?
    person.restore()        # lead the board back to the intended game; False: a dead end

What a person does to lead it back: make the wood show the board's own game, then play what that
lacks, or take back what it should not have, by hand or by `back`.
"""

from merels.board import WOOD
from merels.rules.game import OFF

from fuzz.dice import bits
from fuzz.table import BACK
from fuzz.turn import meaning, turn_of

REST_MS = 2500  # hands rest so long before anybody says that the board is wrong
HOLD_MS = 1500  # how long `back` is held
PACE_MS = 400  # between two deeds of a careful person
_PATIENCE = 40  # turns played or taken back before a person gives up


def _alike(game, other):
    """Have both games the same actions? Quicker than their texts."""
    rows = game.actions
    if rows != other.actions:
        return False
    action = game.history.action
    meant = other.history.action
    return all(action(row) == meant(row) for row in range(rows))


class Person:
    """intended: the Game as the players mean it. unguided: how often the board was out of step
    and did not show where."""

    def __init__(self, table, intended, dice):
        self.table = table
        self.intended = intended
        self.dice = dice
        self.unguided = 0

    @property
    def shown(self):
        """The meanings that are lit."""
        return self.table.app.lights.shown().values()

    def shown_any(self, *words):
        """Is one of these meanings lit?"""
        shown = self.shown
        return any(word in shown for word in words)

    def agrees(self):
        """Do record and wood agree with what was meant?"""
        hands = self.table.app.hands
        game = self.table.app.game
        if not hands.sync or game.ply != self.intended.ply:
            return False
        return _alike(game, self.intended) or (
            meaning(game.turns()) == meaning(self.intended.turns())
        )

    def answer(self):
        """Answer a question: hold `back` for "a new turn", press it for "taken back"; of two
        turns seen at once, lift the later piece, wait for the board, and put it back."""
        lacks = self.intended.ply - self.table.app.game.ply
        if lacks > 1:
            self._show_again()
        elif lacks == 1:
            self._say_yes()
        else:
            self.table.press(BACK)
        self.table.pause(REST_MS)
        return self.agrees()

    def _say_yes(self):
        self.table.press(BACK, HOLD_MS)
        self.table.wait(HOLD_MS)

    def _show_again(self):
        target = self.last_target()
        if target == OFF or not self.table.standing >> target & 1:
            return
        side = self.table.wood.black >> target & 1
        self.table.lift(target)
        self.table.pause(REST_MS)
        self.table.drop(target, side)

    def follow(self):
        """Do only what the lights say until the wood agrees with the board's own game; False if
        that leads nowhere."""
        for _ in range(80):
            self.table.pause(PACE_MS)
            app = self.table.app
            if app.hands.sync and not app.hands.asking:
                return True
            if not self._obey(app):
                self.table.pause(REST_MS)
                if not app.hands.sync and not self._obey(app):
                    return False
        return False

    def _obey(self, app):
        """One deed that the lights ask for: take what does not belong, put what is missing; False
        if they ask for nothing."""
        shown = app.lights.shown()
        standing = self.table.standing
        for name, word in sorted(shown.items()):
            bit = WOOD.index(name)
            if word in ("extra", "wrong", "hint") and standing >> bit & 1:
                self._lift(bit)
                return True
            if word in ("missing", "wrong") and not standing >> bit & 1:
                self._drop(bit, app.game.black >> bit & 1)
                return True
        for word in ("lifted", "removable"):
            for name in sorted(name for name in shown if shown[name] == word):
                bit = WOOD.index(name)
                if word == "lifted" and not standing >> bit & 1:
                    self._drop(bit, app.game.black >> bit & 1)
                    return True
                if word == "removable" and standing >> bit & 1:
                    self._lift(bit)
                    return True
        return False

    def restore(self):
        """Lead the board back to the intended game as far as it takes; False: it cannot be.

        A turn too many is taken back by hand at first; who does not succeed so presses `back`.
        """
        for attempt in range(_PATIENCE):
            self.table.pause(REST_MS)
            if self.agrees() or (
                self.table.app.hands.asking and self._is_prefix() and self.answer()
            ):
                return True
            if attempt > 3 and not self._is_prefix():
                self.table.press(BACK)
                continue
            self._match_wood()
            if self.agrees():
                return True
            if self._is_prefix():
                self._play_missing()
            else:
                self._take_back()
        return False

    def match(self, white, black):
        """Bring the wood to these masks in random order, point by point."""
        wood = self.table.wood
        for bit in self.dice.shuffled(bits(wood.white & ~white | wood.black & ~black)):
            self._lift(bit)
        lacking = white & ~wood.white | black & ~wood.black
        for bit in self.dice.shuffled(bits(lacking)):
            self._drop(bit, black >> bit & 1)

    def _match_wood(self):
        """Put the wood as the board's own game has it, again if the board changed its mind."""
        for _ in range(4):
            app = self.table.app
            if app.hands.lost:
                self._look_for_guidance(app)
            self.match(app.game.white, app.game.black)
            self.table.pause(REST_MS)
            if self.table.app.hands.sync:
                return

    def _look_for_guidance(self, app):
        shown = self.shown
        guided = [word for word in shown if word in ("missing", "extra", "wrong", "hint")]
        if not guided:
            self.unguided += 1

    def _is_prefix(self):
        turns = meaning(self.table.app.game.turns())
        return turns == meaning(self.intended.turns()[: len(turns)])

    def _play_missing(self):
        """Play the first turn that the board lacks, slowly and in order."""
        number = self.table.app.game.ply
        turn = turn_of(self.intended, number)
        if turn.moves:
            self._lift(turn.source)
        if turn.target != OFF:
            self._drop(turn.target, turn.side)
        for bit in turn.gone:
            self._lift(bit)
        for bit in turn.marked:
            if self.table.standing >> bit & 1:
                side = self.table.wood.black >> bit & 1
                self._lift(bit)
                self._drop(bit, side)
        for bit in turn.swept:
            self._lift(bit)
        self.table.pause(REST_MS)
        if self.table.app.hands.asking and self.table.app.game.ply <= number:
            self._say_yes()

    def _lift(self, bit):
        if self.table.standing >> bit & 1:
            self.table.lift(bit)
            self.table.pause(PACE_MS)

    def _drop(self, bit, side):
        if not self.table.standing >> bit & 1:
            self.table.drop(bit, side)
        self.table.pause(PACE_MS)

    def _take_back(self):
        """Take the board's last turn back: by hand if that works, else by the button."""
        game = self.table.app.game
        before = game.actions
        if not game.over and game.ply:
            self.match(game.white_before(1), game.black_before(1))
            self.table.pause(REST_MS)
        if self.table.app.game.actions >= before:
            self.table.press(BACK)
            self.table.pause(REST_MS)

    def last_target(self):
        """The point where the last piece was put, OFF if none is known."""
        game = self.intended
        row = game.actions - 1
        while row >= 0:
            action = game.history.action(row)
            if action & 31 != OFF:
                return action & 31
            row -= 1
        return OFF
