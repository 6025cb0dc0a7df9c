# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Players who think again: a turn is played, taken back, and then another one is played.

A detour stays in the journal as one turn and one take-back, whatever happens meanwhile: hands go
by what the board remembers. Beside patient_hands.py, whose hands do it.

    detour = a_detour(dice, turn, other)        # "corrected", "by hand", "by button", "by host"
    SecondThoughts(hands).go(detour, "d2", deeds, rules)
"""

import time
from dataclasses import dataclass

WORDS = {"by button": "press back 100", "by host": "host takeback"}
UNCLEAR = 3.0  # seconds after which hands are not understood, and a word has to do


@dataclass(frozen=True)
class Detour:
    """turn, deeds: of what is taken back, as in ShortGame. way: how."""

    turn: str
    deeds: list
    way: str


def a_detour(dice, deeds, other, other_deeds):
    """To play `other` before the turn of `deeds`."""
    ways = ["by button", "by host"]
    removes = any(side is None for _, side in other_deeds[1:])
    if not removes:
        ways += ["by hand"] * 2
        if len(deeds) == len(other_deeds) == 1:  # two placings: the piece is only moved on
            ways += ["corrected"] * 2
    return Detour(other, other_deeds, dice.choice(ways))


class SecondThoughts:
    """hands: PatientHands."""

    def __init__(self, hands):
        self._hands = hands

    def go(self, detour, turn, deeds, rules):
        """Go there and back; `rules` are as before then. A correction has also played `turn`."""
        hands = self._hands
        hands.again(lambda cuts: hands.turn(detour.turn, detour.deeds, rules, cuts))
        rules.play(detour.turn)
        if detour.way == "corrected":
            hands.again(lambda cuts: self._correct(detour, turn, deeds, rules, cuts))
        else:
            hands.again(lambda cuts: self._take_back(detour, rules, cuts))
        rules.undo_turn()

    def _take_back(self, detour, rules, cuts):
        hands = self._hands
        ply = rules.ply
        if hands.ply() == ply:
            hands.put_back(rules, cuts)
            if detour.way == "by hand":
                self._undo(detour, cuts)
            else:
                hands.until("a word is heard", lambda: hands.ask(WORDS[detour.way]), cuts)
        self._wait(f"{detour.turn} is taken back {detour.way}", rules, cuts, ply=str(ply - 1))

    def _correct(self, detour, turn, deeds, rules, cuts):
        hands = self._hands
        if hands.ply() == rules.ply:
            if self._last() == detour.turn:
                hands.put_back(rules, cuts)
                hands.make(detour.deeds[0][0], None, cuts)
                hands.make(*deeds[0], cuts)
                began = time.monotonic()

                def understood():
                    if time.monotonic() - began > UNCLEAR:
                        hands.ask("host takeback")
                        return True
                    return self._last() == turn

                hands.until(f"{detour.turn} becomes {turn}", understood, cuts)
            if self._last() == turn:
                hands.until("it is written", lambda: hands.has(pending="0"), cuts)
                return
        self._wait(f"{detour.turn} is taken back", rules, cuts, ply=str(rules.ply - 1))

    def _undo(self, detour, cuts):
        """The piece goes back to where it came from."""
        target, side = detour.deeds[-1]
        self._hands.make(target, None, cuts)
        if len(detour.deeds) > 1:
            self._hands.make(detour.deeds[0][0], side, cuts)

    def _wait(self, what, rules, cuts, ply):
        """Until the take-back is written; a word helps if hands were not understood."""
        hands = self._hands
        began = time.monotonic()
        asked = []

        def written():
            if hands.has(ply=ply, pending="0"):
                return True
            if not asked and time.monotonic() - began > UNCLEAR and hands.has(ply=str(rules.ply)):
                asked.append(hands.ask("host takeback"))
            return False

        hands.until(what, written, cuts)

    def _last(self):
        moves = self._hands.ask("state")["moves"]
        return moves[-1] if moves else ""
