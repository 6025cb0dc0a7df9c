# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players may mean: one image of the wood explained against the position.

Sits between the image and hands.py. `Reading.read` compares the image with the position P at the
start of the turn and keeps the best explanation that the rules allow, in this order: the position
itself; one complete turn; a mill closed and its removal due; an earlier image (take-back); a turn
plus the next one or plus one stray piece; part of a turn; none. It is a pure function of position,
image and the order in which points changed; time is the business of hands.py. Nothing is
allocated.

    reading.read(game, image, image, False, rest, now)
    if reading.kind == TURN: ...    # reading.action, reading.gone: what was played
"""

from .game import HAND, OFF

# Kinds, best first: a smaller number explains the image better.
SAME = 0  # the wood is as the position says
TURN = 1  # one complete turn: action, gone
DUE = 2  # a mill is closed and the removal is missing: action, removable
BACK = 3  # exactly the image before the last turn: a take-back
NEXT = 4  # a complete turn, and the opponent's next one complete as well
STRAY = 5  # a complete turn, and one more piece off its point
DUE_STRAY = 6  # a mill is closed, and something else than its removal happened
LIFTED = 7  # the mover's piece is in the hand: lifted, targets
FIRST = 8  # an opponent's piece in the hand, which a mill to come may remove
EARLY = 9  # a piece seen on its target before it left its origin
NONE = 10  # no explanation

# What is wrong with the image, as words of complaints.py; empty when nothing is.
NO_COMPLAINT = ""


def single(mask):
    """Is exactly one bit set?"""
    return mask != 0 and not mask & (mask - 1)


def lowest(mask):
    """The number of the lowest bit that is set; 31 when none is."""
    if not mask:
        return OFF
    point = 0
    while not mask & 1:
        mask >>= 1
        point += 1
    return point


class Reading:
    """kind, and what goes with it.

    action: the turn's move (src * 32 + dst), -1 if none. gone: mask of the pieces it removes.
    touched: mask of points whose rest decides. stray: mask of other points that differ.
    lifted, targets, removable: masks for the lights. missing, extra: image against position.
    tied: another turn explains the image as well, and nothing tells which came first.
    complaint, at: a word of complaints.py and the point it is about.
    """

    def __init__(self):
        self.missing = self.extra = 0
        self._own = self._opponent = 0
        self.clear()

    def clear(self):
        self.kind = SAME
        self.action = -1
        self.gone = self.touched = self.stray = 0
        self.lifted = self.targets = self.removable = 0
        self.tied = False
        self.complaint = NO_COMPLAINT
        self.at = OFF
        self._age = -1

    def read(self, game, white, black, colour, rest, now):
        """Explain the image: masks of the white and black pieces seen, the same mask twice when
        the sensors tell no colour."""
        self.clear()
        own = game.on(game.turn)
        opponent = game.on(1 - game.turn)
        seen_own = black if game.turn else white
        seen_opponent = white if game.turn else black
        self._own = own & ~seen_own
        self._opponent = opponent & ~seen_opponent
        self.missing = self._own | self._opponent
        if colour:
            new_own = seen_own & ~own
            self.extra = new_own | seen_opponent & ~opponent
        else:
            new_own = self.extra = seen_own & ~(own | opponent)
        if not self.missing and not self.extra:
            return
        if game.over:
            self.kind = NONE
        elif game.due:
            self._read_removal(game)
        else:
            self._read_turns(game, new_own, rest, now)
            if self.kind == NONE:
                self._read_part(game, new_own)
        # A removal-first turn may grow from a lifted piece that would be a take-back as well:
        # then nothing is decided yet (kind FIRST). All better readings beat a take-back too.
        if self.kind > BACK and self.kind != FIRST and self._earlier(game, white, black, colour):
            self._take_back()

    def _take_back(self):
        self.clear()
        self.kind = BACK
        self.touched = self.missing | self.extra

    def _earlier(self, game, white, black, colour):
        if not game.ply:
            return False
        before_white = game.white_before(1)
        before_black = game.black_before(1)
        if colour:
            return white == before_white and black == before_black
        return white == before_white | before_black

    def _read_removal(self, game):
        # the position itself has a removal due (a set-up, or a game begun from moves)
        gone = self._opponent | self._own
        if self.extra or not single(gone):
            self.kind = NONE
        elif gone & game.removable():
            self.kind = TURN
            self.gone = self.touched = gone
        else:
            self.kind = NONE
            self._complain("not-removable", gone)

    def _read_turns(self, game, new_own, rest, now):
        """Try every turn of the mover that one of the new pieces could complete."""
        self.kind = NONE
        targets = new_own
        while targets:
            target = targets & -targets
            targets ^= target
            to = lowest(target)
            if game.places() & target:
                self._try(game, HAND * 32 + to, 0, target, rest.age(to, now))
            sources = self._own
            while sources:
                source = sources & -sources
                sources ^= source
                point = lowest(source)
                if game.targets(point) & target:
                    self._try(game, point * 32 + to, source, target, rest.age(to, now))

    def _try(self, game, action, source, target, age):
        takes = game.takes(action)
        gone = self._opponent & takes
        others = (self.missing | self.extra) & ~(source | target)
        kind = NONE
        if not takes:
            gone = 0
            if not others:
                kind = TURN
            elif single(others) and others & self.missing:
                kind = STRAY
            elif self._is_next(game, action, others):
                kind = NEXT
        elif not others:
            kind = DUE
        elif others == gone and single(gone):
            kind = TURN
        elif single(others & self.missing) or single(others):
            # Never a removal when a piece has arrived elsewhere as well: it may be that piece.
            kind = DUE_STRAY
            gone = 0
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
        self.touched = source | target | gone
        self.stray = others & ~gone
        self.removable = takes if kind == DUE or kind == DUE_STRAY else 0

    def _is_next(self, game, action, others):
        """Would the opponent's complete turn explain what else is different?"""
        arrived = others & self.extra
        left = others & self.missing
        if not single(arrived) or left & self._own or (left and not single(left)):
            return False
        game.do(action)
        if game.due or game.over:
            fits = 0
        elif left:
            fits = game.targets(lowest(left)) & arrived
        else:
            fits = game.places() & arrived
        game.undo()
        return fits != 0

    def _read_part(self, game, new_own):
        """Part of a turn: pieces in the hand, or a target reached before the origin is left."""
        own = self._own
        opponent = self._opponent
        if self.extra:
            if single(self.extra) and not own and not opponent and self._may_come(game, new_own):
                self.kind = EARLY
                self.touched = self.extra
            elif single(self.extra):
                self._complain("illegal-target", self.extra)
            return
        if (own and not single(own)) or (opponent and not single(opponent)):
            self._complain("two-lifted", own or opponent)
            return
        if own:
            self._read_lifted(game, own, opponent)
        else:
            self._read_first(game, opponent)

    def _read_lifted(self, game, own, opponent):
        point = lowest(own)
        targets = game.targets(point)
        if opponent:
            targets = self._closing(game, point, opponent)
        self.lifted = own | opponent
        if targets:
            self.kind = LIFTED
            self.targets = targets
        elif opponent:
            self._complain("two-lifted", opponent)
        elif game.places():
            self._complain("place-first", own)
        else:
            self._complain("blocked-piece", own)

    def _read_first(self, game, opponent):
        """An opponent's piece first: good if some turn closes a mill that may take it."""
        self.lifted = opponent
        self.targets = self._closing(game, HAND, opponent)
        pieces = game.movable()
        while pieces:
            piece = pieces & -pieces
            pieces ^= piece
            self.targets |= self._closing(game, lowest(piece), opponent)
        if self.targets:
            self.kind = FIRST
        else:
            self._complain("not-your-turn", opponent)

    def _closing(self, game, source, victim):
        """Targets from the source (HAND: placements) that close a mill which takes the victim."""
        closing = game.closing(source)
        found = 0
        while closing:
            target = closing & -closing
            closing ^= target
            if game.takes(source * 32 + lowest(target)) & victim:
                found |= target
        return found

    def _may_come(self, game, target):
        pieces = game.movable()
        while pieces:
            piece = pieces & -pieces
            pieces ^= piece
            if game.targets(lowest(piece)) & target:
                return True
        return False

    def _complain(self, word, mask):
        self.complaint = word
        self.at = lowest(mask)
