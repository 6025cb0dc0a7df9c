# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players may mean: one image of the wood explained against a position.

Sits between the moment and hands.py. `Reading.read` compares the image with the position and keeps
the best explanation that the rules allow, one of reading_kinds.py. Complete turns, and turns with
something else besides, are found here; what is only part of one in partial.py; what belongs to the
past in earlier.py and again.py. Nothing is allocated but by the rare options.

    reading.read(moment, game)
    if reading.kind == kinds.TURN: ...    # reading.action, reading.gone: what was played
"""

from merels.hands import partial
from merels.hands.lookahead import is_next, marks, may_have_moved, removed_before, removes, sweeps
from merels.hands.reading_kinds import (
    DUE,
    DUE_STRAY,
    LATE,
    MARKING,
    NEXT,
    NONE,
    PATIENCE,
    SAME,
    STRAY,
    TURN,
    TWO,
)
from merels.masks import at_most, lowest, single
from merels.rules.position import HAND, OFF
from merels.sensing.point_age import LIMIT


class Reading:
    """kind, and what goes with it.

    action: the turn's move (src * 32 + dst), -1 if none. gone: mask of what it removes or marks.
    touched: mask of points whose rest decides, for `ms`. stray: mask of other points that differ.
    lifted, targets, removable: masks for the lights. missing, extra: image against position;
    own, opponent: the missing pieces of the mover and of the other side.
    tied: another turn explains the image as well, and nothing tells which came first.
    rival: the image is a turn, and as well the last turn taken back or corrected.
    early: the turn's piece was seen on its target before it left. depth: how many turns a
    take-back takes back.
    complaint, at: a word of complaints.py, empty if there is none, and its point.
    """

    def __init__(self):
        self.missing = self.extra = 0
        self.own = self.opponent = self.new_own = 0
        self.mark = 0  # the piece that was lifted to be marked, and the action it belongs to
        self._mark_action = -1
        self.clear()

    def clear(self):
        """No explanation of anything yet."""
        self.kind = SAME
        self.ms = 0
        self.action = -1
        self.gone = self.touched = self.stray = 0
        self.lifted = self.targets = self.removable = 0
        self.tied = self.rival = False
        self.depth = 1
        self.complaint = ""
        self.at = OFF
        self._age = -1
        self.early = False

    def become(self, kind, ms=0):
        """Be a reading of all that differs; ms: not the patience of the table."""
        self.clear()
        self.kind = kind
        self.ms = ms or PATIENCE[kind] * 10
        self.touched = self.missing | self.extra

    def complain(self, word, mask):
        self.complaint = word
        self.at = lowest(mask)

    def read(self, moment, game):
        """Explain the image as the position, a turn, or part of one."""
        self.clear()
        self._compare(moment, game)
        if game.over:
            if self.missing or self.extra:
                self.kind = NONE
        elif game.due:
            self._read_removal(moment, game)
        elif self.missing or self.extra:
            self._read_turns(moment, game)
            if self.kind == NONE:
                partial.read(self, game)
        else:
            self.mark = 0
        self.ms = PATIENCE[self.kind] * 10

    def _compare(self, moment, game):
        """What is missing and extra, and which of it may be new pieces of the mover."""
        own = game.on(game.turn)
        opponent = game.on(1 - game.turn)
        seen_own = moment.black if game.turn else moment.white
        seen_opponent = moment.white if game.turn else moment.black
        self.own = own & ~seen_own
        self.opponent = opponent & ~seen_opponent
        self.missing = self.own | self.opponent
        if moment.colour:
            self.new_own = seen_own & ~own
            self.extra = self.new_own | (seen_opponent & ~opponent)
        else:
            self.new_own = self.extra = seen_own & ~(own | opponent)

    # removals that are due in the position itself

    def _read_removal(self, moment, game):
        """Of several removals one is taken after the other."""
        removable = game.removable()
        gone = self.missing & removable
        if not self.missing and not self.extra:
            self._read_mark(self.mark & removable, -1)
            return
        self.kind = NONE
        if self.extra:
            self._read_removal_and_more(moment, game, gone)
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

    def _read_removal_and_more(self, moment, game, gone):
        """A removal that was due, and a piece has arrived that cannot be the removed one."""
        rest = self.missing & ~gone
        if marks(game) or not single(gone) or not single(self.extra):
            return
        if rest:
            fits = single(rest) and may_have_moved(game, rest, self.extra)
        else:
            fits = _stood(self, moment, gone) or not may_have_moved(game, gone, self.extra)
        if fits:
            self.kind = NEXT
            self.gone = self.touched = gone
            self.stray = self.extra | rest

    # complete turns

    def _read_turns(self, moment, game):
        """Try every turn of the mover that one of the new pieces could complete."""
        self.kind = NONE
        targets = self.new_own
        while targets:
            target = targets & -targets
            targets ^= target
            to = lowest(target)
            if game.places() & target:
                self._try(moment, game, HAND * 32 + to, 0, target, 0)
            sources = self.own
            while sources:
                source = sources & -sources
                sources ^= source
                point = lowest(source)
                if game.targets(point) & target:
                    age = moment.age(to)
                    late = age - moment.age(point)
                    if not late and age < LIMIT and not game.board.adjacent[point] & target:
                        late = LIMIT  # two hands: nothing flies in no time (rule 17)
                    self._try(moment, game, point * 32 + to, source, target, late)

    def _try(self, moment, game, action, source, target, late):
        """Keep this turn if it explains the image better than the best so far. late: ms for which
        its piece had been there before it left."""
        others = (self.missing | self.extra) & ~(source | target)
        takes = game.takes(action)
        arrived = others & self.extra
        kind = NONE
        gone = 0
        if not others:
            kind = DUE if takes else TURN
        elif not takes:
            if single(others) and not arrived:
                kind = STRAY
            elif is_next(moment, game, action, arrived, others & self.missing, others):
                # of two that could be the first, it is the one that came first
                if moment.age(lowest(arrived)) <= moment.age(action & 31):
                    kind = NEXT
                elif source and others & self.missing:
                    kind = LATE
        elif marks(game):
            if sweeps(game, action, others & takes, others):
                kind = TURN
                gone = others & takes
            # the piece to be marked, whatever own piece is astray meanwhile
            elif single(others & takes) and not others & ~(takes | self.own):
                kind = MARKING
        elif not others & ~self.opponent:
            if others & takes and (single(others) or removes(game, action, others)):
                kind = TURN
                gone = others
            elif single(others & takes) and at_most(others, 2):
                kind = STRAY  # the removal, and the opponent grips his piece
                gone = others & takes
        else:
            gone = removed_before(self, moment, game, action, takes, others)
            if gone:
                kind = NEXT
        # Never a removal when a piece has arrived elsewhere as well: it may be that piece.
        if takes and kind == NONE:
            left = others & self.missing
            if single(others) or single(left) or (left == others and at_most(left, 2)):
                kind = DUE_STRAY
        if late > moment.slack:  # a turn counts however the pieces got there, but less
            kind = LATE if kind == TURN else DUE_STRAY if kind == DUE else NONE
        age = moment.age(action & 31)
        if kind == NONE or not self._is_better(kind, action, age, late > 0):
            return
        self.kind = kind
        self.tied = False
        self._age = age
        self.early = late > 0
        self.action = action
        self.gone = gone
        self.touched = source | target | (others if kind == TURN or kind == STRAY else gone)
        self.stray = others & ~(source | target | gone) if kind != TURN else 0
        self.removable = takes if kind == DUE or kind == DUE_STRAY or kind == MARKING else 0
        if kind == MARKING:
            self._lift_to_mark(others & takes, action)
        elif kind == DUE:
            self._read_mark(self.mark & takes, action)
        elif kind == DUE_STRAY and self.mark & takes and single(self.stray & self.missing):
            self._read_mark_and_stray(self.mark, action)

    def _is_better(self, kind, action, age, early):
        """Does this turn explain the image better than the best so far? Says so if nothing can."""
        if kind > LATE and LATE < self.kind < NONE and action & 31 == self.action & 31:
            # Two pieces could have come here, one of them is astray: the one that left in time
            # has moved; if both have, one will be put back (rule 6).
            if early == self.early:
                self.kind = TWO
            return self.early and not early
        if kind != self.kind:
            return kind < self.kind
        # Two turns with different targets: the one whose piece came first. One scan cannot tell.
        self.tied = self.tied or age == self._age
        return age > self._age

    # pieces that a removal only marks

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
            self.stray = (self.missing | self.extra) & ~(self.touched | piece)
            self.touched |= piece | self.stray
            self.removable = 0


def _stood(reading, moment, gone):
    """Did this piece still stand when the other one arrived, so that it is not the same one?"""
    return moment.age(lowest(reading.extra)) > moment.age(lowest(gone)) + moment.slack
