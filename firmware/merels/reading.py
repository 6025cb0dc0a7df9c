# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players may mean: one image of the wood explained against the position.

Sits between the image and hands.py. `Reading.read` compares the image with the position at the
start of the turn and keeps the best explanation that the rules allow, one of kinds.py. It depends
on position, image and the order in which points changed; how long to wait is the business of
hands.py. Complete turns are read here, what is only part of one in parts.py, what belongs to the
past in past.py. Nothing is allocated but by the rare options.

    reading.read(game, image, image, False, rest, now)
    if reading.kind == kinds.TURN: ...    # reading.action, reading.gone: what was played
"""

from . import parts
from .kinds import DUE, DUE_STRAY, MARKING, NEXT, NONE, SAME, STRAY, TURN
from .masks import at_most, lowest, single
from .position import HAND, OFF


class Reading:
    """kind, and what goes with it.

    action: the turn's move (src * 32 + dst), -1 if none. gone: mask of what it removes or marks.
    touched: mask of points whose rest decides. stray: mask of other points that differ.
    lifted, targets, removable: masks for the lights. missing, extra: image against position;
    own, opponent: the missing pieces of the mover and of the other side.
    tied: another turn explains the image as well, and nothing tells which came first.
    rival: the image is a turn, and as well the last turn taken back or corrected.
    late: the correction is of a removal, and the new one left before the old one was back.
    complaint, at: a word of complaints.py, empty if there is none, and its point.
    """

    def __init__(self):
        self.missing = self.extra = 0
        self.own = self.opponent = 0
        self.mark = 0  # the piece that was lifted to be marked, and the action it belongs to
        self._mark_action = -1
        self.clear()

    def clear(self):
        """No explanation of anything yet."""
        self.kind = SAME
        self.action = -1
        self.gone = self.touched = self.stray = 0
        self.lifted = self.targets = self.removable = 0
        self.tied = self.rival = self.late = False
        self.complaint = ""
        self.at = OFF
        self._age = -1

    def read(self, game, white, black, colour, rest, now):
        """Explain the image: masks of the white and black pieces seen, the same mask twice when
        the sensors tell no colour."""
        self.clear()
        new_own = self._compare(game, white, black, colour)
        if game.over:
            if self.missing or self.extra:
                self.kind = NONE
        elif game.due:
            self._read_removal(game)
        elif self.missing or self.extra:
            self.read_turns(game, new_own, rest, now)
            if self.kind == NONE:
                parts.read(self, game, new_own)
        else:
            self.mark = 0

    def _compare(self, game, white, black, colour):
        """Set missing and extra; returns the mask of what may be new pieces of the mover."""
        own = game.on(game.turn)
        opponent = game.on(1 - game.turn)
        seen_own = black if game.turn else white
        seen_opponent = white if game.turn else black
        self.own = own & ~seen_own
        self.opponent = opponent & ~seen_opponent
        self.missing = self.own | self.opponent
        if not colour:
            self.extra = seen_own & ~(own | opponent)
            return self.extra
        new_own = seen_own & ~own
        self.extra = new_own | (seen_opponent & ~opponent)
        return new_own

    def alone(self, game, white, black, colour, rest, now):
        """Read complete turns and nothing else: what past.py asks of an earlier position."""
        self.clear()
        new_own = self._compare(game, white, black, colour)
        if self.missing or self.extra:
            self.read_turns(game, new_own, rest, now)

    def complain(self, word, mask):
        self.complaint = word
        self.at = lowest(mask)

    def _read_removal(self, game):
        """Removals are due in the position itself; of several, one is taken after the other."""
        removable = game.removable()
        gone = self.missing & removable
        if not self.missing and not self.extra:
            self._read_mark(self.mark & removable, -1)
            return
        self.kind = NONE
        if self.extra:
            return
        if gone and _marks(game):
            if single(self.missing):
                self._lift_to_mark(gone, -1)
        elif gone and at_most(self.missing, game.due):
            self.kind = TURN
            self.gone = gone & -gone
            self.touched = self.missing
        else:
            self.complain("not-removable", self.missing & ~gone)

    def read_turns(self, game, new_own, rest, now):
        """Try every turn of the mover that one of the new pieces could complete."""
        self.kind = NONE
        targets = new_own
        while targets:
            target = targets & -targets
            targets ^= target
            to = lowest(target)
            if game.places() & target:
                self._try(game, HAND * 32 + to, 0, target, rest.age(to, now))
            sources = self.own
            while sources:
                source = sources & -sources
                sources ^= source
                point = lowest(source)
                if game.targets(point) & target:
                    self._try(game, point * 32 + to, source, target, rest.age(to, now))

    def _try(self, game, action, source, target, age):
        takes = game.takes(action)
        gone = 0
        others = (self.missing | self.extra) & ~(source | target)
        kind = NONE
        if not takes:
            if not others:
                kind = TURN
            elif single(others) and others & self.missing:
                kind = STRAY
            elif _is_next(game, action, others & self.extra, others & self.opponent, others):
                kind = NEXT
        elif not others:
            kind = DUE
        elif others & takes and not others & ~self.opponent:
            if _marks(game):
                kind = MARKING if single(others) else NONE
            elif single(others) or at_most(others, _due_after(game, action)):
                kind = TURN
                gone = others & takes
                gone &= -gone
        elif single(others & self.missing) or single(others):
            # Never a removal when a piece has arrived elsewhere as well: it may be that piece.
            kind = DUE_STRAY
        if kind > self.kind or kind == NONE:
            return
        if kind == self.kind and age <= self._age:
            # two turns fit: the one whose piece came first; the same scan cannot tell
            self.tied = self.tied or age == self._age
            return
        self.kind = kind
        self.tied = False
        self._age = age
        self.action = action
        self.gone = gone
        self.touched = source | target | (others if kind == TURN else 0)
        self.stray = others & ~self.touched
        self.removable = takes if kind == DUE or kind == DUE_STRAY or kind == MARKING else 0
        if kind == MARKING:
            self._lift_to_mark(others, action)
        elif kind == DUE and action == self._mark_action:
            self._read_mark(self.mark & takes, action)

    def _lift_to_mark(self, piece, action):
        self.kind = MARKING
        self.lifted = self.mark = piece
        self._mark_action = action

    def _read_mark(self, piece, action):
        """The piece was lifted while its removal was due, and is back: that marks it."""
        if piece and action == self._mark_action:
            self.kind = TURN
            self.action = action
            self.gone = piece
            self.touched |= piece


def _marks(game):
    """Does a removal mark the piece for now, so that it stays on its point?"""
    return game.rules.placing is not None and game.placing and game.rules.placing_mill == "delay"


def _due_after(game, action):
    game.do(action)
    due = game.due
    game.undo()
    return due


def _is_next(game, action, arrived, left, others):
    """Would the opponent's complete turn, after this action, explain what else is different?"""
    if not single(arrived) or others & ~(arrived | left) or (left and not single(left)):
        return False
    game.do(action)
    fits = 0
    if not game.due and not game.over:
        fits = (game.targets(lowest(left)) if left else game.places()) & arrived
    game.undo()
    return fits != 0
