# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Readings that belong to the past: turns taken back, or played differently.

Called by hands.py with what reading.py has found. A take-back is exactly the image before one of
the last turns (rule 7); a correction is such an image and another turn of the same player, one or
two turns deep (rules 8 and 16). What is taken back is taken back; the position that is then there
explains the image as any other: as another turn, a removal that is due again, a reply.

    past.compare(reading, moment, game)     # may become BACK, FIX or FIX_STRAY, or get a rival
"""

from array import array

from merels.hands import reading_kinds as kinds
from merels.hands.lookahead import may_have_moved
from merels.hands.reading import Reading
from merels.masks import lowest, single
from merels.rules.position import HAND, OFF
from merels.sensing.point_age import LIMIT

_ROOM = 32  # actions of the turns that are taken back to look
_DEEPEST = 6  # turns that an exact image may go back at once
_LATE_MS = 150  # a corrected piece leaves its first point at most so long after it came to the new
_LIFTED_MS = 1900  # a take-back that only lifts
_SLOW_MS = 1500  # a removal changed in an order that means something else as well
_BACK_MS = 400  # a removed piece is back, and may still be another's drop before its lift


class Past:
    """The last turns of a game. action, source, target, gone: of the one looked at (masks)."""

    def __init__(self):
        self._reading = Reading()
        self._actions = array("H", [0] * _ROOM)
        self.action = -1
        self.source = self.target = self.gone = 0
        self.marked = False  # its removals only mark
        self._ms = 0

    def compare(self, r, moment, game):
        """Let the past explain the image if it does so better than `r`, or as well as a turn."""
        if r.kind == kinds.SAME or not game.actions:
            return
        self.look(game, 1)
        if self._only_touched(r, moment):
            kind = self._corrected(r, moment, game, 1)
            if kind != kinds.NONE:
                r.become(kind, self._ms)
                return
        if r.kind == kinds.DUE_STRAY:
            depth = self._exact(r, moment, game) if self._came_first(r, moment) else 0
            if depth:
                r.become(kinds.BACK)
                r.depth = depth
            elif single(r.extra):
                self._correct_due(r, moment, game)
        if r.kind == kinds.DUE or r.kind == kinds.DUE_STRAY or r.kind == kinds.SWEEP:
            return  # what is due beats the past
        put_back = _put_back(game) and _stood(moment, game, 2)
        if r.kind == kinds.TURN or r.kind == kinds.NEXT or r.kind == kinds.MARKING:
            # with removals still due, the next one goes on with the turn and corrects nothing
            if r.kind == kinds.NEXT and r.early:  # taken back, each piece left before it came
                depth = self._exact(r, moment, game)
                if depth:
                    r.become(kinds.BACK)
                    r.depth = depth
            elif not game.middle:
                turn = r.kind == kinds.TURN
                if turn and put_back:
                    r.rival = True
                    r.depth = 2
                else:
                    r.rival = (turn and _earlier(moment, game)) or (
                        self._corrected(r, moment, game, 1) == kinds.FIX and self._ms == 200
                    )
        elif put_back:
            if r.kind != kinds.LIFTED or self._at_once(r, moment):
                r.become(kinds.BACK, 0 if r.extra else _LIFTED_MS)
            else:
                r.rival = True  # a piece that may move is in the hand: only `back` takes back
            r.depth = 2
        elif _earlier(moment, game):
            # A turn may grow from a lifted piece that would be a take-back as well: then nothing
            # is decided yet.
            if r.kind == kinds.LIFTED:
                r.rival = True
            elif r.kind != kinds.FIRST:
                r.become(kinds.BACK, 0 if r.extra else _LIFTED_MS)
        elif r.kind > kinds.FIX and not game.declared and not game.middle:
            if r.extra or r.kind == kinds.NONE:
                depth = self._exact(r, moment, game)
                if depth:
                    r.become(kinds.BACK, 0 if r.extra else _LIFTED_MS)
                    r.depth = depth
                    return
            if r.kind == kinds.LIFTED and not r.extra:
                return  # its light cannot wait for so much, and it corrects nothing by itself
            if not self._correct(r, moment, game, 1) and game.ply > 1:
                self._correct(r, moment, game, 2)
        elif r.kind > kinds.FIX and not game.declared:
            self._correct(r, moment, game, 1)

    def look(self, game, depth):
        """Look at the turn so many turns ago, 1 for the last, or the half turn under way."""
        turn = game.ply - depth + game.middle
        history = game.history
        row = history.start(turn)
        end = history.start(turn + 1) if depth > 1 else history.rows
        self.action = -1
        self.source = self.target = self.gone = 0
        while row < end:
            action = history.action(row)
            if action & 31 == OFF:
                self.gone |= 1 << (action >> 5)
            else:
                self.action = action
                self.target = 1 << (action & 31)
                self.source = 0 if action >> 5 == HAND else 1 << (action >> 5)
            row += 1
        self.marked = not self.source and game.rules.placing_mill == "delay"
        if self.marked:
            self.gone = 0  # it still stands there

    def _exact(self, r, moment, game):
        """How many turns ago, more than one, was this the image? 0: never. Each of these turns has
        left its traces; with lifts alone, the last piece was lifted first."""
        age = LIMIT + 1
        for turns in range(1, min(game.ply, _DEEPEST) + 1):
            self.look(game, turns)
            if not (r.missing & self.target or r.extra & self.source):
                return 0
            if not r.extra:
                lifted = moment.age(lowest(self.target))
                if lifted >= age:
                    return 0
                age = lifted
            if turns > 1 and _stood(moment, game, turns):
                return turns
        return 0

    def _came_first(self, r, moment):
        """Did the piece that would have answered come before the turn that is to be answered?"""
        answer = r.stray & r.extra
        return answer and moment.age(lowest(answer)) >= moment.age(r.action & 31)

    def _only_touched(self, r, moment):
        """Is the removed piece back before its point can have been empty (rule 16)? Not if another
        piece has left its point to come there."""
        back = r.extra & self.gone
        moved = (
            r.kind == kinds.TURN
            and r.action >= 0
            and r.action >> 5 != HAND
            and moment.age(r.action >> 5) >= moment.age(r.action & 31)
        )
        return single(back) and not moved and moment.touched(lowest(back))

    def _correct_due(self, r, moment, game):
        """A piece that closes a mill may have been put elsewhere before: only if it has left that
        point, for a removal that is due beats one that was changed."""
        self.look(game, 1)
        if r.missing & self.target:
            self._correct(r, moment, game, 1)
        elif _put_back(game):
            self.look(game, 2)
            if r.missing & self.target:
                self._correct(r, moment, game, 2)

    def _correct(self, r, moment, game, depth):
        """Become a correction of this depth, if the image is one and r is no better."""
        kind = self._corrected(r, moment, game, depth)
        if r.kind == kinds.STRAY and self._ms == _SLOW_MS:
            return False  # a turn in order, and a nudge, before a removal changed out of order
        if kind == kinds.FIX_STRAY and r.kind == kinds.STRAY:
            r.kind = kinds.TWO  # the stray piece may be the one that came here (rule 6)
            r.ms = kinds.PATIENCE[kinds.TWO] * 10
        elif kind < r.kind:
            r.become(kind, self._ms)
            r.depth = depth
            # only lifted, it may as well be a touch: the board asks, and what follows answers
            r.rival = not r.extra
        return kind != kinds.NONE

    def _corrected(self, r, moment, game, depth):
        """FIX, FIX_STRAY or NONE: is the image that before the turn so long ago, with another turn
        instead? Sets _ms."""
        reply = game.history.action(game.history.start(game.ply - 1)) & 31 if depth == 2 else OFF
        put_back = depth == 2 and _put_back(game)
        self.look(game, depth)
        # the turn has left no trace, its piece stands, and none of it may have come elsewhere
        if not (
            r.missing & self.target or r.extra & (self.gone | self.source) or put_back
        ) and not (self.gone and single(r.extra)):
            return kinds.NONE
        rows = game.actions
        turn = game.ply - depth + game.middle
        start = game.history.start(turn)
        if rows - start > _ROOM:
            return kinds.NONE
        for row in range(start, rows):
            self._actions[row - start] = game.history.action(row)
        over = game.over
        while game.actions > start:
            game.undo()
        b = self._reading
        b.read(moment, game)
        kind = self._judge(r, b, moment, game, put_back)
        for row in range(start, rows):
            if over:
                game.do(self._actions[row - start])  # it may have ended by repetition
            else:
                game.peek(self._actions[row - start])
        if depth == 2 and not put_back and kind != kinds.NONE:
            # the reply stands as it was played
            if (b.kind != kinds.NEXT and b.kind != kinds.DUE_STRAY) or not b.stray >> reply & 1:
                return kinds.NONE
            if b.kind == kinds.DUE_STRAY:
                if r.missing:
                    return kinds.NONE  # a piece that is off may have come to that point
                self._ms = _SLOW_MS
        return kind

    def _judge(self, r, b, moment, game, put_back):
        """Is `b`, the reading of the earlier position, a correction of the turn looked at?"""
        self._ms = 200
        if b.tied:
            return kinds.NONE
        if b.action >= 0 and b.action == self.action:
            if self.marked:
                return kinds.NONE  # nobody sees another mark
            return self._judge_removal(r, b, moment, game, put_back)
        if b.kind == kinds.TURN and b.action < 0:  # only removals, and others than before
            return kinds.FIX if r.extra else kinds.NONE
        if not (r.missing & self.target):
            return kinds.NONE
        if not b.extra and single(b.missing):  # the turn is taken back, and another piece gripped
            return kinds.FIX_STRAY if r.extra and not b.missing & self.source else kinds.NONE
        left = moment.age(lowest(self.target))
        if b.action < 0 or moment.age(b.action & 31) - left > _LATE_MS:
            return kinds.NONE
        if b.kind == kinds.STRAY or b.kind == kinds.DUE_STRAY:
            return kinds.FIX_STRAY
        return kinds.FIX if b.kind <= kinds.NEXT or b.kind == kinds.MARKING else kinds.NONE

    def _judge_removal(self, r, b, moment, game, put_back):
        """The same move: was its removal changed, or withdrawn (rule 16)?"""
        back = r.extra & self.gone
        if b.kind == kinds.TURN or b.kind == kinds.NEXT:
            if b.gone == self.gone:
                return kinds.NONE  # the same turn: what differs is not of it
            if back:
                late = moment.age(lowest(back)) - moment.age(lowest(b.gone)) <= _LATE_MS
                if late and not moment.touched(lowest(back)):
                    if b.kind == kinds.NEXT and may_have_moved(game, b.gone, back):
                        return kinds.NONE
                    self._ms = _SLOW_MS
            elif put_back and not r.extra:
                self._ms = _LIFTED_MS
            return kinds.FIX
        if b.kind == kinds.DUE:
            self._ms = 200 if moment.touched(lowest(back)) else _BACK_MS
            return kinds.FIX
        # the removed piece is back and another is gripped, or it comes down within reach
        if b.kind == kinds.DUE_STRAY and (
            back or may_have_moved(game, self.gone & b.missing, r.extra)
        ):
            return kinds.FIX_STRAY
        return kinds.NONE

    def _at_once(self, r, moment):
        """Was the piece lifted right after the last turn's piece was put down?"""
        put = moment.age(lowest(self.target))
        return put - moment.age(lowest(r.missing)) <= moment.slack


def _earlier(moment, game):
    """Is this the image at the start of the last turn, or of the half turn under way?"""
    return _stood(moment, game, 0 if game.middle else 1)


def _stood(moment, game, turns):
    white = game.white_before(turns)
    black = game.black_before(turns)
    if moment.colour:
        return moment.white == white and moment.black == black
    return moment.white == white | black


def _put_back(game):
    """Was the last turn a placing where the turn before it had removed a piece or left (rule 9)?

    Then it may have been the first half of taking that turn back.
    """
    if game.middle or game.ply < 2:
        return False
    start = game.history.start(game.ply - 1)
    action = game.history.action(start)
    if action >> 5 != HAND or game.actions > start + 1:
        return False
    for row in range(game.history.start(game.ply - 2), start):
        if game.history.action(row) >> 5 == action & 31:
            return True
    return False
