# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hands that play known games on a board whose power may go at any moment.

After a power cut they do as the board asks: they put the pieces back to where the last turn that
it remembers left them, and play the turn again. They wait for what the board shows and says, with
a limit, and never for a time to have passed.

    hands = PatientHands(lambda: control, lambda: cuts, dice)
    hands.play(game)
"""

import time

from merels.board import WOOD
from merels.rules.game import Game
from merels_host.errors import MerelsError

from chaos.second_thoughts import SecondThoughts

SIDES = ("white", "black")
PATIENCE = 120.0  # seconds, power cuts among them
ASKED = 0.5  # seconds after which a turn that is not taken needs a word


class WaitedInVain(Exception):
    """The board did not come to what was played; the text tells what it says instead."""


class PowerCut(Exception):
    """The turn under way has to be played again."""


class PatientHands:
    """control: returns the control line of the board, a new one after each power cut. cuts:
    returns how many there were."""

    def __init__(self, control, cuts, dice, settle=100):
        self._control = control
        self._cuts = cuts
        self._dice = dice
        self._settle = settle

    def play(self, game):
        """Begin a game, play it to its end, and sweep the pieces off the board."""
        self._begin(game.variant)
        rules = Game(game.variant)
        thoughts = SecondThoughts(self)
        for turn, deeds in zip(game.turns, game.deeds, strict=True):
            if rules.ply in game.detours:
                thoughts.go(game.detours[rules.ply], turn, deeds, rules)
            self.again(lambda cuts, t=turn, d=deeds: self.turn(t, d, rules, cuts))
            rules.play(turn)
        if game.declared:
            self.until("the game is ended", lambda: self._ended(game.declared))
        self.until("the end is written", self._is_over)
        for point in self.until("the board tells", self._wood, bare=True):
            self.make(point, None)

    def again(self, deed):
        """Do `deed(cuts)` until no power cut comes between."""
        while True:
            try:
                deed(self._cuts())
                return
            except PowerCut:
                continue

    def turn(self, turn, deeds, rules, cuts):
        """Play a turn that follows on `rules`. Raises PowerCut if there were more than `cuts`."""
        ply = rules.ply
        known = self.ply()
        if known == ply + 1:
            return  # it was on flash before the power went
        if known != ply:
            raise WaitedInVain(f"{ply} turns were kept, and now the board knows {known}")
        self.put_back(rules, cuts)
        for place, (point, side) in enumerate(deeds):
            if place and side is None:
                self.until(f"{point} may be removed", lambda p=point: self._removable(p), cuts)
            self.make(point, side, cuts)
            time.sleep(self._dice.random() * 0.03)
        what = f"{turn} is ply {ply + 1} of {rules.variant}"
        began = time.monotonic()

        def taken():
            # The image may also be that of a correction: then the board asks, and this answers.
            if self.has(ply=str(ply)) and time.monotonic() - began > ASKED:
                self.ask("host accept")
            return self.has(ply=str(ply + 1), pending="0")

        self.until(what, taken, cuts)

    def ply(self):
        """How many turns the board knows."""
        return int(self.until("the board tells", self._state, bare=True)["ply"])

    def put_back(self, rules, cuts):
        """Let the wood be as the rules say."""
        wanted = {}
        for bit in range(25):
            for side in (0, 1):
                if rules.on(side) >> bit & 1:
                    wanted[WOOD[bit]] = side
        wood = self.until("the board tells", self._wood, bare=True)
        for point in wood:
            if point not in wanted or SIDES[wanted[point]] != wood[point]:
                self.make(point, None, cuts)
        for point, side in wanted.items():
            self.make(point, side, cuts)
        self.until("wood and position agree", lambda: self.has(sync="yes"), cuts)

    def _begin(self, variant):
        words = f"host set settle={self._settle} variant={variant}"
        self.until(words, lambda: self.ask(words)["reply"] == "ok")
        number = int(self.until("the board tells", self._state, bare=True)["game"])

        def begun():
            state = self._state()
            if int(state["game"]) == number:
                self.ask("host new")
            return int(state["game"]) > number and state["pending"] == "0"

        self.until("a new game", begun)

    def _ended(self, request):
        if not self._is_over():
            self.ask("host " + request)
        return self._is_over()

    def _is_over(self):
        state = self._state()
        return state["over"] != "no" and state["pending"] == "0"

    def make(self, point, side, cuts=None):
        """Let a piece of `side` stand on `point`, or none (None).

        With `cuts` not after a power cut: the board would take the turn that is then begun anew.
        """
        wanted = None if side is None else SIDES[side]
        deed = f"lift {point}" if side is None else f"drop {point} {wanted}"

        def made():
            if self._wood().get(point) == wanted:
                return True
            self.ask(deed)
            return False

        self.until(deed, made, cuts)

    def _removable(self, point):
        return self.ask("lights").get(point) == "removable" or point not in self._wood()

    def has(self, **words):
        """Does the board's state say so?"""
        state = self._state()
        return all(state.get(name) == value for name, value in words.items())

    def _wood(self):
        return self.ask("state")["wood"]

    def _state(self):
        reply = self.ask("host state")["reply"] or ""
        return dict(word.split("=", 1) for word in reply.split() if "=" in word)

    def ask(self, words):
        """The answer of the control line."""
        return self._control().ask(words)

    def until(self, what, condition, cuts=None, bare=False):
        """Wait until the condition holds, or with `bare` until it can be asked for; its value."""
        deadline = time.monotonic() + PATIENCE
        trouble = ""
        while True:
            if cuts is not None and self._cuts() != cuts:
                raise PowerCut
            try:
                found = condition()
                if found or bare:
                    return found
                trouble = ""
            except (MerelsError, OSError, ValueError) as error:  # the power has gone
                trouble = str(error)
            if time.monotonic() > deadline:
                raise WaitedInVain(f"waited in vain until {what}: {trouble or self._told()}")
            time.sleep(0.01)

    def _told(self):
        try:
            state = self.ask("state")
            words = {key: state[key] for key in ("moves", "wood", "over", "sync", "complaints")}
            return f"{self.ask('host state')['reply']}; {words}"
        except (MerelsError, OSError) as error:
            return str(error)
