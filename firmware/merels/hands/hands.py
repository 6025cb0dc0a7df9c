# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players did: readings become turns when they have rested long enough.

Sits between the readings and the game. A hint is instant (the reading itself, shown by light); a
commitment is patient: `step` answers TAKE_TURN or TAKE_BACK once, when the points of the reading
have rested. It waits for nothing and allocates nothing; the app carries the decision out and
shows the new position with `begin`.

    hands.see(image, image, now)        # the image changed
    if hands.step(now) == TAKE_TURN:    # hands.reading.action, hands.reading.gone

Times are for a settle time of 200 ms and scale with it (policy of docs/hands.md).
"""

from merels.clock import elapsed
from merels.hands import earlier, guide
from merels.hands import reading_kinds as kinds
from merels.hands.complaints import Complaint
from merels.hands.pending_turn import Held
from merels.hands.reading import Reading
from merels.masks import lowest

NOTHING = 0
TAKE_TURN = 1
TAKE_BACK = 2

FOREVER = 1 << 20  # ms; nothing to wait for
_EARLY_MS = 300  # a drop seen before its lift stays a reading for so long
_MARK_MS = 200  # a piece lifted for so long, while one is to be marked, is the one
_NEXT_MS = 60  # both turns complete: the first is taken when they have rested so long
_TWO_MS = 1500  # two pieces could be the one that moved: the board asks after this
_UNSEEN_MS = 3000  # a question that no light shows: then the turn wins
_LOST_MS = 300  # unexplained for so long: out of step
_LOST_TURN_MS = 800  # what a turn has to rest to lead back into step
_BACK_MOVED_MS = 300  # take-back: a piece was put down
_BACK_LIFTED_MS = 1900  # take-back: a piece was only lifted
_FIX_LATE_MS = 1500  # correction of a removal: the new piece left before the old one was back
_BACK_OVER_MS = 600  # take-back of the turn that ended the game
_DOUBT_MS = 1500  # a removal of the piece that has just been moved although a removal was due


class Hands:
    """reading: the latest. lost: out of step, the lights guide. asking: the board has asked and
    waits. wait: ms until step may decide something new. wanted: the move the host asks for (-1:
    none), with wanted_gone the mask of its removal (0: left to the player)."""

    def __init__(self, game, rest, colour):
        self.rest = rest
        self.colour = colour
        self.settle = 200
        self.silent = False  # no light: a question cannot be seen
        self.reading = Reading()
        self._before = Reading()
        self._before.slack = FOREVER  # of the past, the image alone tells
        self.lost = False
        self.resumed = False
        self.asking = self._asked = False  # now, at the image before
        self.asks = 0
        self.wait = FOREVER
        self.wanted = -1
        self.wanted_gone = 0
        self.complaint = Complaint()
        self.changed = False  # set when the lights may look different; the app takes it
        self._due_shown = False
        self._doubt = 0  # pieces moved on although a removal was due: no removals, by themselves
        self._held = Held()
        self._left = 0  # points that differ from before a turn was taken back by a word
        self._white = self._black = 0
        self._since = 0
        self.game = game

    def begin(self, game, now):
        """The position changed (a turn was taken, a new game): explain the image anew."""
        self.game = game
        self.wanted = -1
        self.wanted_gone = 0
        self._held.there = False
        self._left = 0
        self._explain(now)

    def distrust(self):
        """A turn was taken back by a word, not by hand: guide the wood back. What stands there
        since then, or lacks, was not played after it."""
        self._left = self.reading.missing | self.reading.extra
        self.lost = self._left != 0

    def resume(self):
        """Nobody saw how the wood came to differ (power-on, a new game): only the position itself
        leads back into step, and what looks like a turn is asked about."""
        if not self.game.over:
            self.resumed = self.lost = self.reading.kind != kinds.SAME

    def want(self, action, gone):
        """A host asks for this move (gone: mask of its removals, 0 leaves them to the player)."""
        self.wanted = action
        self.wanted_gone = gone
        self.changed = True

    def affirm(self):
        """The question is answered: it was a new turn. False if there is no such question."""
        if not (self.asking and self.reading.rival):
            return False
        self.reading.rival = self.asking = self._held.rival = False
        self.changed = True
        self.wait = 1
        return True

    def complain(self, word):
        """Complain about the first point where the wood differs."""
        self._complain(word, lowest(self.reading.missing | self.reading.extra))

    def see(self, white, black, now):
        """The image changed: masks of white and black, the same mask twice without colour."""
        changed = (white ^ self._white) | (black ^ self._black)
        self._left &= ~changed
        self._held.changed(changed)
        self._white = white
        self._black = black
        self._explain(now)

    @property
    def pair(self):
        """Out of step: the next piece to move, as the missing point * 32 + the extra one."""
        return guide.pair(self.game, self._white, self._black, self.colour)

    @property
    def sync(self):
        """Does the wood agree with the game?"""
        return self.reading.kind == kinds.SAME

    @property
    def is_turn(self):
        """Is the image exactly one complete turn?"""
        return self.reading.kind == kinds.TURN

    @property
    def due(self):
        """Is a mill closed, at rest, and its removal missing?"""
        return self._due_shown

    def _explain(self, now):
        r = self.reading
        explained = r.kind
        r.moment = self._scaled(_EARLY_MS)
        r.slack = FOREVER if self.lost else r.moment
        r.read(self.game, self._white, self._black, self.colour, self.rest, now)
        earlier.compare(
            r, self._before, self.game, self._white, self._black, self.colour, self.rest, now
        )
        if r.kind != kinds.NONE or explained != kinds.NONE:
            self._since = now  # noise does not make the inexplicable younger
        self.wait = 1  # the next step may decide at once
        self._due_shown = False  # only ever set for DUE, DUE_STRAY and MARKING
        self._asked = self.asking
        self.asking = False
        self._complain(r.complaint, r.at)
        if r.kind == kinds.DUE_STRAY and r.stray & r.extra:
            self._doubt |= r.stray
        self._doubt &= r.missing
        self._held.look(r, self.game, self.lost)
        if r.kind == kinds.SAME:
            self.lost = self.resumed = False
        elif self.game.over:
            self.lost = False  # pieces swept off the board mean nothing

    def _complain(self, word, at):
        if self.complaint.say(word, at, self.lost):
            self.changed = True

    def step(self, now):
        """NOTHING, TAKE_TURN or TAKE_BACK. Sets `wait`."""
        r = self.reading
        self.wait = FOREVER
        if r.kind == kinds.SAME:
            return NOTHING
        decision = self._decide(r, now)
        left = self.complaint.wait(elapsed(now, self._since))
        if left:
            self._sooner(left)
        return decision

    def _decide(self, r, now):
        if self._left and self._is_left(r):
            return NOTHING
        if r.kind == kinds.MARKING and self._rested(r.lifted, now, self._scaled(_MARK_MS)):
            r.mark = r.lifted
        if r.kind == kinds.MARKING and r.rival:
            return self._ask(r, now)  # or the wood answers: put back, the piece is marked
        if r.kind == kinds.TURN:
            return self._take_turn(r, now)
        if r.kind == kinds.BACK:
            return self._take_back(r, now)
        if self.lost:
            return self._find_back(r, now)
        held = self._held
        if r.kind == kinds.FIX and held.rival:
            if not self._asked:
                r.rival = True
                return self._ask(r, now)
            held.there = False  # the board asked, and what followed answers: it was a correction
        if held.there and self._rested(held.touched, now, self.settle):
            r.action = held.action
            r.gone = held.gone
            return TAKE_TURN if self._is_wanted(r) else NOTHING
        if r.kind == kinds.NEXT:
            if r.tied or r.rival:
                return self._ask(r, now)
            rested = self._rested(r.touched, now, self.settle) or self._rested(
                r.touched | r.stray, now, self._scaled(_NEXT_MS)
            )
            if rested and self._is_wanted(r):
                return TAKE_TURN
        elif r.kind == kinds.STRAY:
            if r.tied:  # two pieces could have come here: one of them will be put back
                return self._ask(r, now) if self._waited(_TWO_MS, now) else NOTHING
            if self._rested(r.touched | r.stray, now, self.settle) and self._is_wanted(r):
                return TAKE_TURN
        elif r.kind == kinds.FIX:
            patience = _FIX_LATE_MS if r.late else _BACK_OVER_MS if self.game.over else 200
            if self._rested(r.touched, now, self._scaled(patience)):
                return TAKE_BACK
        elif r.kind == kinds.DUE and r.rival:
            return self._ask(r, now)
        elif r.kind == kinds.DUE or r.kind == kinds.DUE_STRAY or r.kind == kinds.MARKING:
            if self._rested(r.touched, now, self.settle) and self._is_wanted(r):
                self._show_due()
                if r.kind == kinds.DUE_STRAY and self._rested(r.stray, now, self.settle):
                    if r.stray & r.extra:
                        self._complain("removal-due", lowest(r.stray & r.extra))
                    else:
                        self._complain("not-removable", lowest(r.stray))
        elif r.kind == kinds.EARLY:
            if self._waited(_EARLY_MS, now):
                self._lose(now)
                self._complain("illegal-target", lowest(r.extra))
        elif r.kind == kinds.NONE and not self.game.over and self._waited(_LOST_MS, now):
            self._lose(now)
        return NOTHING

    def _is_left(self, r):
        """Is the reading made of what stood or lacked when a turn was taken back by a word?"""
        if r.kind == kinds.BACK:
            return not r.touched & ~self._left
        arrived = 1 << (r.action & 31) if r.action >= 0 else r.gone
        return arrived & self._left != 0

    def _take_turn(self, r, now):
        if self.resumed:
            return self._ask(r, now)
        if r.tied or r.rival:
            return self._ask(r, now)
        if r.gone & self._doubt and not self._waited(_DOUBT_MS, now):
            return NOTHING
        if self.lost and not self._waited(_LOST_TURN_MS, now):
            return NOTHING
        if self._rested(r.touched, now, self.settle) and self._is_wanted(r):
            return TAKE_TURN
        return NOTHING

    def _take_back(self, r, now):
        if self.resumed:
            return self._ask(r, now)
        if self.game.over:
            if not r.extra:
                return NOTHING  # a sweep
            patience = _BACK_OVER_MS
        elif self.lost:
            patience = _LOST_TURN_MS
            if not self._waited(patience, now):
                return NOTHING
        else:
            patience = _BACK_MOVED_MS if r.extra else _BACK_LIFTED_MS
        return TAKE_BACK if self._rested(r.touched, now, self._scaled(patience)) else NOTHING

    def _find_back(self, r, now):
        # a mill closed while out of step: its removal, which the board will see, completes the
        # turn, so show it
        if r.kind == kinds.DUE and self._rested(r.touched, now, self._scaled(_LOST_TURN_MS)):
            self.lost = self.resumed = False
            self._show_due()
        return NOTHING

    def _lose(self, now):
        # out of step, the image alone counts, however the pieces got there
        self.lost = self.changed = True
        self._explain(now)

    def _show_due(self):
        if not self._due_shown:
            self._due_shown = self.changed = True

    def _ask(self, r, now):
        if not self.asking and self._rested(r.touched | r.stray, now, self.settle):
            self.asking = self.changed = True
            self.asks += 1
        if self.silent and self.asking and self._waited(_UNSEEN_MS, now):
            if r.kind != kinds.FIX:
                return TAKE_BACK if r.kind == kinds.BACK else TAKE_TURN
            self.affirm()
        return NOTHING

    def _is_wanted(self, r):
        if self.wanted < 0 and not self.wanted_gone:
            return True
        other = r.gone & ~self.wanted_gone if self.wanted_gone else 0
        if r.action == self.wanted and not other:
            return True
        at = lowest(other) if r.action == self.wanted else r.action & 31
        self._complain("not-the-asked-move", at)
        return False

    def _rested(self, mask, now, rest_ms):
        left = self.rest.remaining(mask, now, rest_ms)
        if left > 0:
            self._sooner(left)
        return left <= 0

    def _waited(self, ms, now):
        left = self._scaled(ms) - elapsed(now, self._since)
        if left > 0:
            self._sooner(left)
        return left <= 0

    def _scaled(self, ms):
        return ms * self.settle // 200

    def _sooner(self, ms):
        if ms < self.wait:
            self.wait = ms
