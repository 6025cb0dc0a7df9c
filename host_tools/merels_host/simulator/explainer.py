# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the firmware thought, line by line: the tool with which a player's report is understood.

Looks at the running `App` after every step of a script (child of `player`, both interpreters) and
notes each change: what differs on the wood, how it is read, what follows.

    explainer = Explainer(3000)
    explainer.look(app, 3340)
    explainer.lines     # ["   340 ms  off d7; on d6: mill closed d7-d6, removal due"]
"""

from merels.board import WOOD
from merels.hands import reading_kinds as kinds

from merels_host.complaint_words import sentence

KINDS = (
    "the wood agrees",
    "as before placings that were lifted",
    "turn",
    "mill closed, removal due",
    "as earlier in the game: a take-back",
    "a turn played differently: a correction",
    "turn and the opponent's next one",
    "turn whose drop came long before its lift",
    "turn, and a piece off its point",
    "turn of one of two pieces",
    "mill closed, and something else than its removal",
    "a correction, and something else",
    "a piece is lifted to be marked",
    "a piece in the hand",
    "the opponent's piece first: a removal may come",
    "a drop before its lift",
    "swept pieces still stand",
    "no explanation",
)


class Explainer:
    """lines: what was noted, oldest first. zero: the time at which the script's time is 0."""

    def __init__(self, zero):
        self.lines = []
        self._zero = zero
        self._last = None
        self._turns = None
        self._counts = (0, 0)

    def look(self, app, now):
        """Note what has changed since the last look; app: None while the power is off."""
        if app is None:
            return
        ms = now - self._zero
        self._game(app, ms)
        hands = app.hands
        r = hands.reading
        state = (
            r.kind,
            r.missing,
            r.extra,
            r.action,
            r.gone,
            r.tied,
            r.rival,
            hands.lost,
            hands.asking,
            hands.complaint.word,
        )
        if state != self._last:
            self._last = state
            self._note(ms, _differs(r) + ": " + _read(app.game, r) + _mood(hands))

    def _game(self, app, ms):
        turns = app.game.turns()
        counts = (app.match.takebacks, app.journal.game)
        if turns == self._turns and counts == self._counts:
            return
        if self._turns is not None:
            if counts[1] != self._counts[1]:
                self._note(ms, "=> the next game begins")
            elif counts[0] != self._counts[0]:
                self._note(ms, "=> taken back to ply %d" % app.game.ply)
            elif turns:
                self._note(ms, "=> played %s (ply %d)" % (turns[-1], app.game.ply))
            outcome = app.game.outcome()
            if outcome:
                side = "nobody" if outcome.winner is None else ("white", "black")[outcome.winner]
                self._note(ms, "=> over: %s wins (%s)" % (side, outcome.reason))
        self._turns = turns
        self._counts = counts

    def _note(self, ms, text):
        self.lines.append("%6d ms  %s" % (ms, text))


def _names(mask):
    return " ".join([WOOD[bit] for bit in range(25) if mask >> bit & 1])


def _differs(r):
    parts = []
    if r.missing:
        parts.append("off " + _names(r.missing))
    if r.extra:
        parts.append("on " + _names(r.extra))
    return "; ".join(parts) or "nothing moved"


def _read(game, r):
    text = KINDS[r.kind]
    if r.action >= 0:
        text += " " + game.text(r.action)
    if r.gone:
        text += " x " + _names(r.gone)
    if r.tied:
        text += ", but another fits as well"
    if r.rival:
        text += ", or the last turn taken back or corrected"
    return text


def _mood(hands):
    text = ""
    if hands.lost and hands.reading.kind != kinds.SAME:
        text += "; out of step, the lights guide"
    if hands.asking:
        text += "; the board asks"
    complaint = hands.complaint
    if complaint.word:
        text += "; " + sentence(complaint.word, WOOD[complaint.at] if complaint.at < 25 else "?")
    return text
