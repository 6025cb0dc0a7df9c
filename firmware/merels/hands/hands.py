# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players did: readings become turns when they have rested long enough.

Sits between the image and the game. A hint is instant (the reading itself, shown by light); a
commitment is patient: `step` answers TAKE_TURN, TAKE_BACK or PLAY_AGAIN once, when the points of
the reading have rested (rules 1 and 3). The image is explained when it changes, not at each step:

    moment -> reading, partial: what the position explains -> earlier, again: what the past does

The first kind of reading_kinds.py that fits wins, and `_decide` does what that table says. Nothing
is allocated; the app carries the decision out and shows the new position with `begin`.

    hands.see(image, image, now)        # the image changed
    if hands.step(now) == TAKE_TURN:    # hands.reading.action, hands.reading.gone

Times are for a settle time of 200 ms and scale with it. The numbers of rules are those of
docs/hands.md.
"""

from merels.clock import elapsed
from merels.hands import guide
from merels.hands import reading_kinds as kinds
from merels.hands.again import Again
from merels.hands.complaints import Complaint
from merels.hands.earlier import Past
from merels.hands.moment import FOREVER, Moment
from merels.hands.pending_turn import Held
from merels.hands.reading import Reading
from merels.hands.reading_kinds import ASK, NOTHING, SHOW_DUE, TAKE_BACK, TAKE_TURN
from merels.masks import at_most, lowest

_MARK_MS = 200  # a piece lifted for so long, while one is to be marked, is the one
_NEXT_MS = 60  # both turns complete: the first is taken when they have rested so long
_UNSEEN_MS = 3000  # a question that no light shows: then the turn wins
_LOST_MS = 300  # unexplained for so long: a complaint, or out of step if it is far from all
_LOST_TURN_MS = 800  # what a turn has to rest to lead back into step
_OVER_MS = 600  # take-back of the turn that ended the game
_DOUBT_MS = 1500  # a removal of the piece that has just been moved although a removal was due


class Hands:
    """reading: the latest. lost: out of step, the lights guide. guiding: they do so as well, for
    what has no explanation but is near the position. asking: the board has asked and waits. wait:
    ms until step may decide something new. wanted: the move the host asks for (-1: none), with
    wanted_gone the mask of its removal (0: left to the player). again: turns that were lifted."""

    def __init__(self, game, rest, colour):
        self.settle = 200
        self.silent = False  # no light: a question cannot be seen
        self.moment = Moment(rest, colour)
        self.reading = Reading()
        self.again = Again()
        self._past = Past()
        self.lost = self.guiding = False
        self.resumed = False
        self.asking = self._asked = False  # now, at the image before
        self.asks = 0
        self.wait = FOREVER
        self.wanted = -1
        self.wanted_gone = 0
        self.complaint = Complaint()
        self.open = False  # the reading is still to be compared with the past: conclude
        self._explained = kinds.SAME  # the kind of the reading before
        self.changed = False  # set when the lights may look different; the app takes it
        self._due_shown = False
        self._doubt = 0  # pieces moved on although a removal was due: no removals, by themselves
        self._held = Held()
        self._left = 0  # points that differ from before a turn was taken back by a word
        self._since = 0
        self.game = game

    def begin(self, game, now):
        """The position changed (a turn was taken, a new game): explain the image anew."""
        if game is not self.game:
            self.again.count = 0
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
        leads back into step, and what looks like a turn is asked about (rule 11)."""
        if not self.game.over:
            self.resumed = self.lost = self.reading.kind != kinds.SAME

    def want(self, action, gone):
        """A host asks for this move (gone: mask of its removals, 0 leaves them to the player)."""
        self.wanted = action
        self.wanted_gone = gone
        self.changed = True

    def affirm(self):
        """The question is answered: it was a new turn. False if there is no such question."""
        r = self.reading
        if self.asking and r.kind == kinds.TWO:
            r.kind = kinds.STRAY
        elif not (self.asking and r.rival):
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
        moment = self.moment
        before_white = moment.white
        before_black = moment.black
        moment.take(white, black, self.game.board.points)
        changed = (moment.white ^ before_white) | (moment.black ^ before_black)
        self._left &= ~changed
        self._held.changed(changed)
        self._read(now)
        if self.reading.kind != kinds.TURN and self.reading.kind != kinds.LIFTED:
            self.conclude()

    @property
    def pair(self):
        """Out of step: the next piece to move, as the missing point * 32 + the extra one."""
        moment = self.moment
        return guide.pair(self.game, moment.white, moment.black, moment.colour)

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
        """Explain the image by the position and by the past."""
        self._read(now)
        self.conclude()

    def _read(self, now):
        """Explain the image by the position: what the lights tell at once."""
        r = self.reading
        self._explained = r.kind
        self.moment.at(now, self.settle, self.lost)
        r.read(self.moment, self.game)
        self.open = True
        self.wait = 1  # the next step may decide at once
        self.guiding = self._due_shown = False
        self._asked = self.asking
        self.asking = False
        self._complain(r.complaint, r.at)

    def conclude(self):
        """Explain the image by the past as well, and look at what was held. The light of a turn or
        of a lifted piece does not wait for that."""
        r = self.reading
        moment = self.moment
        game = self.game
        self.open = False
        kind = r.kind
        self._past.compare(r, moment, game)
        self.again.look(r, moment, game)
        if r.kind != kind or r.rival:
            self.changed = True
        if r.kind != kinds.NONE or self._explained != kinds.NONE:
            self._since = moment.now  # noise does not make the inexplicable younger
        self._complain(r.complaint, r.at)
        if r.kind == kinds.DUE_STRAY and r.stray & r.extra:
            self._doubt |= r.stray
        self._doubt &= r.missing
        self._held.look(r, moment, game, self.lost)
        if r.kind == kinds.SAME:
            self.lost = self.resumed = False
        elif game.over:
            self.lost = False  # pieces swept off the board mean nothing (rule 12)

    def _complain(self, word, at):
        if self.complaint.say(word, at, self.lost):
            self.changed = True

    def step(self, now):
        """NOTHING, TAKE_TURN, TAKE_BACK or PLAY_AGAIN. Sets `wait`."""
        if self.open:
            self.conclude()
        r = self.reading
        self.wait = FOREVER
        if r.kind == kinds.SAME:
            return NOTHING
        deed = self._decide(r, now)
        left = self.complaint.wait(elapsed(now, self._since))
        if left:
            self._sooner(left)
        if deed == TAKE_BACK and r.kind == kinds.BACK and not r.extra:
            self.again.remember(self.game, r.depth)
        return deed

    def _decide(self, r, now):
        """The one place that decides: the deed of the table when the reading has rested."""
        kind = r.kind
        deed = kinds.DEEDS[kind]
        held = self._held
        if self._left and self._is_left(r):
            return NOTHING
        if kind == kinds.MARKING and self._rested(r.lifted, now, self._scaled(_MARK_MS)):
            r.mark = r.lifted
        if deed == ASK or self._is_asked(r, deed):
            return self._ask(r, now)
        if held.there and kind > kinds.BACK and self._rested(held.touched, now, self.settle):
            r.action = held.action
            r.gone = held.gone
            return TAKE_TURN if self._is_wanted(r) else NOTHING
        if deed == NOTHING:
            self._explain_not(r, now)
            return NOTHING
        if not self._may_be(r, now) or not self._is_ripe(r, now):
            return NOTHING
        if (deed == TAKE_TURN or deed == SHOW_DUE) and not self._is_wanted(r):
            return NOTHING  # rule 13
        if deed == SHOW_DUE:
            self._show_due(r, now)
            return NOTHING
        return deed

    def _is_asked(self, r, deed):
        """Is this reading asked about before anything is done (rule 10)? Going on with a turn that
        was asked about is an answer."""
        kind = r.kind
        held = self._held
        if kind == kinds.FIX and held.rival:  # the turn that was seen could as well be this one
            r.rival = not self._asked
            if self._asked:
                held.there = False  # the board asked, and what followed answers
        if not (r.tied or r.rival or self.resumed):
            return False
        if deed != TAKE_TURN and deed != TAKE_BACK and kind != kinds.MARKING:
            return False
        if self.lost and kind > kinds.BACK:
            return False
        return kind == kinds.TURN or kind == kinds.FIX or not held.there

    def _may_be(self, r, now):
        """Is it believed here? Rule 11 out of step, rule 12 after the end, and a removal that is
        due of the very piece that has just been moved on."""
        if self.game.over:
            return r.extra != 0
        if self.lost:
            if r.kind > kinds.BACK or not self._waited(_LOST_TURN_MS, now):
                return False
            if r.kind == kinds.DUE:
                self.lost = self.resumed = False
        return not r.gone & self._doubt or self._waited(_DOUBT_MS, now)

    def _is_ripe(self, r, now):
        """Have its points rested as long as the table says (rules 3, 5, 7 and 8)?"""
        ms = self._scaled(max(r.ms, _OVER_MS) if self.game.over else r.ms)
        if self._rested(r.touched, now, ms):
            return True
        return r.kind == kinds.NEXT and self._rested(
            r.touched | r.stray, now, self._scaled(_NEXT_MS)
        )

    def _explain_not(self, r, now):
        """What explains nothing is complained about, and out of step if it is far from all that
        could (rule 11)."""
        if (r.kind != kinds.EARLY and r.kind != kinds.NONE) or self.game.over:
            return
        if not self._waited(_LOST_MS, now):
            return
        if r.kind == kinds.EARLY:
            self._complain("illegal-target", lowest(r.extra))
        elif not self.lost and not (at_most(r.missing, 2) and at_most(r.extra, 1)):
            # out of step, the image alone counts, however the pieces got there
            self.lost = self.changed = True
            self._explain(now)
        elif not self.guiding and not r.complaint:
            self.guiding = self.changed = True

    def _is_left(self, r):
        """Is the reading made of what stood or lacked when a turn was taken back by a word?"""
        if r.kind == kinds.BACK:
            return not r.touched & ~self._left
        arrived = 1 << (r.action & 31) if r.action >= 0 else r.gone
        return arrived & self._left != 0

    def _show_due(self, r, now):
        """Rule 4: no time-out on a removal; and what is in its way is complained about."""
        if not self._due_shown:
            self._due_shown = self.changed = True
        if r.kind == kinds.DUE_STRAY and r.stray and self._rested(r.stray, now, self.settle):
            extra = r.stray & r.extra
            self._complain("removal-due" if extra else "not-removable", lowest(extra or r.stray))

    def _ask(self, r, now):
        """Rule 10. With no light and no answer the turn wins."""
        ms = r.ms if r.kind == kinds.FIX or r.kind == kinds.TWO else 200
        if not self.asking and self._rested(r.touched | r.stray, now, self._scaled(ms)):
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
        left = self.moment.rest.remaining(mask, now, rest_ms)
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
