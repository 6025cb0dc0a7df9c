# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players may mean: one image of the wood explained against the position.

Sits between the image and hands.py. `Reading.read` compares the image with the position at the
start of the turn and keeps the best explanation that the rules allow, one of reading_kinds.py.
It depends on position, image and the order in which points changed; how long to wait is the
business of hands.py. Complete turns are read here, what is only part of one in partial.py, what
belongs to the past in earlier.py. Nothing is allocated but by the rare options.

    reading.read(game, image, image, False, rest, now)
    if reading.kind == kinds.TURN: ...    # reading.action, reading.gone: what was played
"""

from merels.hands import partial
from merels.hands.lookahead import is_next, is_next_after, marks, may_have_moved, removes, sweeps
from merels.hands.reading_kinds import DUE, DUE_STRAY, MARKING, NEXT, NONE, SAME, STRAY, TURN
from merels.masks import at_most, lowest, single
from merels.rules.position import HAND, OFF


class Reading:
    """kind, and what goes with it.

    action: the turn's move (src * 32 + dst), -1 if none. gone: mask of what it removes or marks.
    touched: mask of points whose rest decides. stray: mask of other points that differ.
    lifted, targets, removable: masks for the lights. missing, extra: image against position;
    own, opponent: the missing pieces of the mover and of the other side.
    tied: another turn explains the image as well, and nothing tells which came first.
    rival: the image is a turn, and as well the last turn taken back or corrected.
    depth: how many turns a take-back takes back.
    late: the correction is of a removal, and the new one left before the old one was back.
    complaint, at: a word of complaints.py, empty if there is none, and its point.
    """

    def __init__(self):
        self.missing = self.extra = 0
        self.own = self.opponent = 0
        self.moment = 300  # ms within which two changes are one deed
        self.slack = 300  # ms that a piece may be seen on its target before it left its origin
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
        self.depth = 1
        self.complaint = ""
        self.at = OFF
        self._age = -1
        self._early = False

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
                partial.read(self, game, new_own)
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
        """Read complete turns and nothing else: what earlier.py asks of an earlier position."""
        self.clear()
        new_own = self._compare(game, white, black, colour)
        if game.due:
            self._read_removal(game)
        elif self.missing or self.extra:
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
            self._read_removal_and_more(game, gone)
            return
        if gone and marks(game):
            if sweeps(game, -1, gone, self.missing):
                self.kind = TURN
                self.gone = gone
                self.touched = self.missing
            elif single(gone) and at_most(self.missing, 2):  # whatever else is astray meanwhile
                self._lift_to_mark(gone, -1)
        elif gone and removes(game, -1, self.missing):
            self.kind = TURN
            self.gone = gone
            self.touched = self.missing
        elif self.mark & removable and not gone and single(self.missing):
            self._read_mark_and_stray(self.mark, -1)
        else:
            self.complain("not-removable", (self.missing & ~gone) or self.missing)

    def _read_removal_and_more(self, game, gone):
        """A removal that was due, and a piece has arrived that cannot be the removed one."""
        rest = self.missing & ~gone
        if marks(game) or not single(gone) or not single(self.extra):
            return
        if rest:
            fits = single(rest) and may_have_moved(game, rest, self.extra)
        else:
            fits = not may_have_moved(game, gone, self.extra)
        if fits:
            self.kind = NEXT
            self.gone = self.touched = gone
            self.stray = self.extra | rest

    def read_turns(self, game, new_own, rest, now):
        """Try every turn of the mover that one of the new pieces could complete."""
        self.kind = NONE
        targets = new_own
        while targets:
            target = targets & -targets
            targets ^= target
            to = lowest(target)
            if game.places() & target:
                self._try(game, HAND * 32 + to, 0, target, 0, rest, now)
            sources = self.own
            while sources:
                source = sources & -sources
                sources ^= source
                point = lowest(source)
                if game.targets(point) & target:
                    # it was there before this piece left
                    late = rest.age(to, now) - rest.age(point, now)
                    self._try(game, point * 32 + to, source, target, late, rest, now)

    def _try(self, game, action, source, target, late, rest, now):
        others = (self.missing | self.extra) & ~(source | target)
        takes = game.takes(action)
        kind = self._kind(game, action, takes, others)
        if kind == NEXT and not self._in_order(target, others, rest, now):
            kind = NONE
        if late > self.slack and kind != TURN:
            return  # a complete turn counts however the pieces got there, part of one does not
        early = late > 0
        age = rest.age(action & 31, now)
        if kind == NONE or not self._is_better(kind, action, age, early):
            return
        self.kind = kind
        self.tied = False
        self._age = age
        self._early = early
        self.action = action
        self.gone = 0
        if takes and kind <= NEXT and kind != DUE:
            self.gone = others & takes
            if kind == NEXT:
                self.gone &= -self.gone
        self.touched = source | target | (others if kind == TURN else self.gone)
        self.stray = others & ~self.touched
        self.removable = takes if kind == DUE or kind == DUE_STRAY or kind == MARKING else 0
        if kind == MARKING:
            self._lift_to_mark(others & takes, action)
        elif kind == DUE:
            self._read_mark(self.mark & takes, action)
        elif kind == DUE_STRAY and self.mark & takes and single(self.stray & self.missing):
            self._read_mark_and_stray(self.mark, action)

    def _in_order(self, target, others, rest, now):
        """Can the turn to the target have come before the other one that makes up the image?"""
        arrived = rest.age(lowest(others & self.extra), now)
        if arrived > rest.age(lowest(target), now):
            return False
        left = others & self.missing & ~self.extra
        return not left or arrived - rest.age(lowest(left), now) <= self.slack

    def _kind(self, game, action, takes, others):
        """How well this action explains the image, with `others` different as well."""
        arrived = others & self.extra
        if not others:
            return DUE if takes else TURN
        if not takes:
            if single(others) and not arrived:
                return STRAY
            return NEXT if is_next(game, action, arrived, others & self.missing, others) else NONE
        if marks(game):
            if sweeps(game, action, others & takes, others):
                return TURN
            # the piece to be marked, whatever own piece is astray meanwhile
            if single(others & takes) and not others & ~(takes | self.own):
                return MARKING
        elif others & takes and not others & ~self.opponent:
            if single(others) or removes(game, action, others):
                return TURN
        elif is_next_after(game, action, arrived, others & takes, others):
            return NEXT
        # Never a removal when a piece has arrived elsewhere as well: it may be that piece.
        return DUE_STRAY if single(others & self.missing) or single(others) else NONE

    def _is_better(self, kind, action, age, early):
        """Does this turn explain the image better than the best so far? Says so if nothing can."""
        if kind > NEXT and NEXT < self.kind < NONE and action & 31 == self.action & 31:
            # Two pieces could have come here, one of them is astray: the one that left in time
            # has moved; if both have, one will be put back.
            if early == self._early:
                self.kind = STRAY
                self.tied = True
            return self._early and not early
        if kind != self.kind:
            return kind < self.kind
        # Two turns with different targets: the one whose piece came first. One scan cannot tell.
        self.tied = self.tied or age == self._age
        return age > self._age

    def _lift_to_mark(self, piece, action):
        """hands.py makes it the mark when it has been lifted for long enough."""
        self.kind = MARKING
        self.lifted = piece
        if self._mark_action != action:
            self.mark = 0
        self._mark_action = action

    def _read_mark(self, piece, action):
        """The piece was lifted while its removal was due, and is back: that marks it."""
        if piece and action == self._mark_action:
            self.kind = TURN
            self.action = action
            self.gone = piece
            self.touched |= piece

    def _read_mark_and_stray(self, piece, action):
        """The same, and another piece is off its point."""
        if action == self._mark_action:
            self.kind = STRAY
            self.action = action
            self.gone = piece
            self.touched |= piece
            self.stray = (self.missing | self.extra) & ~self.touched
            self.removable = 0
