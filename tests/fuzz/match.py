# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One game acted out by hands of one kind, and the verdict on what the board made of it.

    match = Match(seed, kind, "nine-mens-morris")
    match.run()
    match.result()      # {"kind": ..., "plies": 24, "wrong": 0, ...}

Wrong: the wood is as it was meant, hands have rested, nothing is asked, and the record differs.
"""

from merels.rules.game import Game

from fuzz.dice import Dice
from fuzz.person import REST_MS, Person
from fuzz.table import Table
from fuzz.turn import choose, meaning

SETTLES = (100, 160, 200, 200, 200, 240, 400)


class Match:
    """wrong, asks, repairs, detours (take-backs nobody meant), dead: what happened. plies: turns
    acted out; clumsy: those of the kind. failures: dicts for shrink.py."""

    def __init__(self, seed, kind, variant, plies=16):
        self.kind = kind
        self.dice = dice = Dice(seed)
        settle = dice.pick(SETTLES)
        self.colour = dice.chance(kind.colour)
        self.header = "variant %s\nset settle=%d variant=%s\nsensors %s\n" % (
            variant,
            settle,
            variant,
            "colour" if self.colour else "presence",
        )
        self.game = Game(variant)
        self._lead = self._play_ahead(dice.roll(0, 40) if dice.chance(85) else 0)
        header = self.header
        if self._lead:
            header += "after " + " ".join(self._lead) + "\n"
        self.table = Table(header, settle)
        self.person = Person(self.table, self.game, dice)
        self.grade = dice.roll(30, 100)  # percent of the turns that are clumsy
        self._most = plies
        self.plies = self.clumsy = self.wrong = self.asks = self.repairs = self.dead = 0
        self.detours = self.meant_back = 0
        self._asked = 0
        self._excused = False
        self.failures = []
        self._plies = []  # (index of the first deed, moves of the intended game before it)

    def _play_ahead(self, turns):
        """Play turns that need no hands, so that games are met in every stage."""
        game = self.game
        while turns and not game.over:
            turn = choose(game, self.dice)
            turn.play(game)
            turns -= 1
        if game.over:
            game.undo_turn()
        return game.turns()

    @property
    def app(self):
        return self.table.app

    def roll(self, low, high):
        return self.dice.roll(low, high)

    def pause(self, low, high):
        """Wait for a time between two, given for a settle time of 200 ms."""
        self.table.pause(self.dice.roll(low, high))

    def choose(self):
        return choose(self.game, self.dice)

    def played(self, turn):
        """The players mean this turn to be played."""
        turn.play(self.game)
        self.plies += 1

    def took_back(self):
        """The players mean the last turn to be taken back."""
        self.game.undo_turn()
        self.meant_back += 1

    def excuse(self):
        """This turn's difference may need an answer: count it as asked, not as wrong."""
        self._excused = True

    def run(self):
        while not self.game.over and self.plies < self._most and not self.dead:
            self._plies.append((len(self.table.deeds), self.game.turns()))
            self._excused = False
            turn = self.choose()
            if self.dice.chance(self.grade) and self.kind.act(self, turn):
                self.clumsy += 1
            else:
                self.kind.plain(self, turn)
                self.played(turn)
            self.table.finish()
            self.pause(270, 900)
            self.verify()
        if self.game.over and not self.dead:
            self.kind.after(self)
            self._verify_end()
        takebacks = self.table.board.result()["takebacks"]
        self.detours += max(0, takebacks - self.meant_back)

    def verify(self):
        """Does the board agree at the end of a turn? If not, answer it, or lead it back."""
        if self.dead or self.person.agrees():
            return
        self.table.pause(REST_MS)
        if self.person.agrees():
            return
        if "hint" in self.person.shown or self._excused:
            self.asks += 1
            if self.person.answer():
                return
        else:
            self.wrong += 1
            self._fail("wrong")
        before = self.table.board.result()["takebacks"]
        if self.person.restore():
            self.repairs += 1
        else:
            self.dead = 1
            self._fail("dead-end")
        self.meant_back += self.table.board.result()["takebacks"] - before

    def _verify_end(self):
        """Does the result stand, whatever became of the pieces?"""
        found = self.table.board.result()
        reason = found["over"] and found["over"]["reason"]
        if meaning(found["moves"]) != meaning(self.game.turns()) or reason != self.game.reason:
            self.wrong += 1
            self._fail("wrong")

    def _fail(self, what):
        plies = []
        for number, (first, moves) in enumerate(self._plies):
            last = len(self.table.deeds)
            if number + 1 < len(self._plies):
                last = self._plies[number + 1][0]
            plies.append({"moves": moves, "deeds": self.table.deeds[first:last]})
        self.failures.append(
            {
                "what": what,
                "header": self.header,
                "plies": plies,
                "moves": self.game.turns(),
                "board": self.app.game.turns() if self.app else [],
                "lights": self.app.lights.shown() if self.app else {},
            }
        )

    def result(self):
        return {
            "kind": self.kind.name,
            "plies": self.plies,
            "clumsy": self.clumsy,
            "wrong": self.wrong,
            "asks": self.asks,
            "repairs": self.repairs,
            "detours": self.detours,
            "dead": self.dead,
            "unguided": self.person.unguided,
            "failures": self.failures[:1] + [f for f in self.failures[1:] if f["what"] != "wrong"],
        }
