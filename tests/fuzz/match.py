# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One game acted out by hands of one kind, and the verdict on what the board made of it.

    match = Match(seed, kind, "nine-mens-morris")
    match.run()
    match.result()      # {"kind": ..., "plies": 24, "silent": 0, ...}

When the wood is as it was meant, hands have rested, and the record differs, that is, in this
order: asked (the board asks), silent (it is content with the wood), unmeant (it has a turn that
nobody meant) or refused (what was meant is not taken). Stuck: no way back was found.
"""

from merels.rules.game import Game

from fuzz.dice import Dice
from fuzz.person import REST_MS, Person
from fuzz.table import Table
from fuzz.turn import choose, meaning

COLUMNS = (
    "plies", "clumsy", "late", "asked", "silent", "unmeant", "refused", "stuck", "repairs",
    "detours", "unguided",
)  # fmt: skip
SETTLES = (100, 160, 200, 200, 200, 240, 400)
AIR = ((60, 400), (60, 400), (400, 1200), (1200, 5000))  # ms between lift and drop
LATE_MS = 250  # after the last deed, a turn is taken by then
GAP_MS = 800  # a point filled again sooner was never empty: its piece was only touched
FAULTS = ("silent", "unmeant", "refused")


class Match:
    """counts: what happened, name -> number: plies acted out, clumsy ones of the kind, turns
    taken late, the faults of above, repairs, detours (take-backs nobody meant). failures: dicts
    for script.py."""

    def __init__(self, seed, kind, variant, plies=16, sensors="", settle=0):
        self.kind = kind
        self.dice = dice = Dice(seed)
        settle = settle or dice.pick(SETTLES)
        self.colour = dice.chance(kind.colour) if not sensors else sensors == "colour"
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
        self.counts = dict.fromkeys(COLUMNS, 0)
        self.dead = False
        self.meant_back = 0
        self._excused = self._patient = self._cut = False
        self._asked = 0
        self.avoided = ""
        self._taken = {}  # point -> when its piece was removed
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

    def air(self):
        """Wait as long as a hand may hold a piece."""
        low, high = self.dice.pick(AIR)
        self.pause(low, high)

    def choose(self):
        """A turn; none that was just taken back, for that would be no take-back."""
        turn = choose(self.game, self.dice)
        for _ in range(8):
            if turn.text != self.avoided:
                break
            turn = choose(self.game, self.dice)
        return turn

    def played(self, turn):
        """The players mean this turn to be played."""
        turn.play(self.game)
        self.counts["plies"] += 1
        self.avoided = ""
        for bit in turn.gone:
            self._taken[bit] = self.table.now

    def too_soon(self, turn):
        """Would the turn fill a point that was only just emptied by a removal?"""
        taken = self._taken.get(turn.target)
        return taken is not None and self.table.now - taken < self.table.scaled(GAP_MS)

    def took_back(self):
        """The players mean the last turn to be taken back."""
        self.game.undo_turn()
        self.meant_back += 1

    def excuse(self):
        """This turn's difference may need an answer: count it as asked, not as wrong."""
        self._excused = True

    def cut(self):
        """The power was gone: of what happened meanwhile the board has to ask (rule 14)."""
        self._cut = True

    def patient(self):
        """The board may take its time for this one."""
        self._patient = True

    def second_thought(self):
        """The hands rest: what they have changed in the past may take its time."""
        self._patient = True
        self.table.finish()
        self.table.pause(REST_MS)

    def follow(self):
        """Only what the lights say is done until the wood agrees with the board's game."""
        self._patient = True
        if not self.person.follow():
            self._count("stuck")
            self.dead = True

    def begin_again(self):
        """The players begin the next game of the settings."""
        self.game = self.person.intended = Game(self.game.variant)
        self.meant_back = self.table.board.result()["takebacks"]

    def run(self):
        counts = self.counts
        while not self.game.over and counts["plies"] < self._most and not self.dead:
            self._plies.append((len(self.table.deeds), self.game.turns()))
            self._excused = self._patient = self._cut = False
            self._asked = self._asks()
            turn = self.choose()
            if self.too_soon(turn):
                self.table.pause(GAP_MS)
            if self.dice.chance(self.grade) and self.kind.act(self, turn):
                counts["clumsy"] += 1
            else:
                self.kind.plain(self, turn)
                self.played(turn)
            self.table.finish()
            if not self.dead:
                self._look_in_time()
            self.pause(20, 650)
            self.verify()
        if self.game.over and not self.dead:
            if self.kind.after(self):
                self.verify()
            else:
                self._verify_end()
        counts["detours"] += max(0, self._takebacks() - self.meant_back)

    def _asks(self):
        return self.table.board.result()["asks"]

    def _takebacks(self):
        return self.table.board.result()["takebacks"]

    def _look_in_time(self):
        """Has the board taken the turn by now?"""
        self.table.pause(LATE_MS)
        if not self._patient and not self.person.agrees():
            self.table.pause(REST_MS)
            if self.person.agrees():
                self.counts["late"] += 1

    def verify(self):
        """Does the board agree at the end of a turn? If not, answer it, or lead it back."""
        if self.dead or self.person.agrees():
            return
        self.table.pause(REST_MS)
        if self.person.agrees():
            return
        if self.app.hands.asking or self._excused or self._asks() > self._asked:
            self.counts["asked"] += not self._cut
            if self.person.answer():
                return
        else:
            self._count(self._fault())
        before = self._takebacks()
        if self.person.restore():
            self.counts["repairs"] += 1
        else:
            self.dead = True
            self._count("stuck")
        self.meant_back += self._takebacks() - before

    def _fault(self):
        if self.app.hands.sync:
            return "silent"
        turns = meaning(self.app.game.turns())
        meant = meaning(self.game.turns())
        if self._patient or turns == meant[: len(turns)]:
            return "refused"
        return "unmeant"

    def _count(self, what):
        self.counts[what] += 1
        self._fail(what)

    def _verify_end(self):
        """Does the result stand, whatever became of the pieces?"""
        found = self.table.board.result()
        reason = found["over"] and found["over"]["reason"]
        if meaning(found["moves"]) != meaning(self.game.turns()) or reason != self.game.reason:
            self._count("unmeant")

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
        self.counts["unguided"] = self.person.unguided
        return {
            "kind": self.kind.name,
            "counts": self.counts,
            "failures": self.failures[:1] + [f for f in self.failures[1:] if f["what"] == "stuck"],
        }
