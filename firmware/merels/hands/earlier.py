# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Readings that belong to the past: the last turn taken back, or played differently.

Called by hands.py with what reading.py has found. A take-back is exactly the image before the
last turn; a correction is that image and another turn of the same player. Both are seen at any
depth, one turn after the other, because the game itself goes back with each.

    compare(reading, before, game, white, black, colour, rest, now)  # may set BACK, FIX or rival
"""

from array import array

from merels.hands import reading_kinds as kinds
from merels.masks import lowest
from merels.rules.position import HAND, OFF

_turn = array("H", [0] * 16)  # the last turn's actions while it is taken back to look
_NO = 0
_CLEARLY = 1
_LATE = 2
_SLOWLY = 3  # clearly, but a piece that is only nudged must have the time to come back
_WHOLE = (kinds.TURN, kinds.DUE, kinds.MARKING)  # what a corrected turn may be so far
_MOST_UNPLACED = 4  # turns taken back at once, each by lifting its piece
_LATE_MS = 150  # a corrected piece leaves its first point at most so long after it came to the new


def compare(r, before, game, white, black, colour, rest, now):
    """Let the past explain the image if it does so better than `r`, or as well as a turn.

    before: a second Reading, for the position before the last turn.
    """
    if r.kind == kinds.SAME or not game.actions:
        return
    if r.kind == kinds.TURN:
        # with removals still due, the next one goes on with the turn and corrects nothing
        r.rival = not game.middle and (
            _earlier(game, white, black, colour)
            or (_put_back(game) and _stood(game, 2, white, black, colour))
            or _corrected(before, r, game, white, black, colour, rest, now) & 1
        )
    elif r.kind == kinds.DUE and _put_back(game) and _stood(game, 2, white, black, colour):
        r.rival = True
        r.depth = 2
    elif r.kind > kinds.BACK and _put_back(game) and _stood(game, 2, white, black, colour):
        if r.kind != kinds.LIFTED or _at_once(r, game, rest, now):
            _take(r, kinds.BACK)
        else:
            r.rival = True  # a piece that may move is in the hand: only `back` takes back
        r.depth = 2
    elif r.kind > kinds.BACK and _earlier(game, white, black, colour):
        # A turn may grow from a lifted piece that would be a take-back as well: then nothing is
        # decided yet.
        if r.kind == kinds.LIFTED:
            r.rival = True
        elif r.kind != kinds.FIRST:
            _take(r, kinds.BACK)
    elif r.kind == kinds.NONE and not r.extra:
        depth = _unplaced(game, white, black, colour, rest, now)
        if depth:
            _take(r, kinds.BACK)
            r.depth = depth
    elif r.kind == kinds.NEXT or r.kind == kinds.MARKING:
        r.rival = (
            not game.middle and _corrected(before, r, game, white, black, colour, rest, now) & 1
        )
    elif r.kind == kinds.DUE_STRAY or r.kind == kinds.SWEEP:
        return  # what is due beats the past
    elif r.kind > kinds.FIX and r.extra and not game.declared:
        fits = _corrected(before, r, game, white, black, colour, rest, now)
        if fits != _NO:
            late = not r.missing  # a piece that is only put down may be early for something else
            _take(r, kinds.FIX)
            r.late = late or fits != _CLEARLY


def _corrected(before, r, game, white, black, colour, rest, now):
    """Does another turn instead of the last one lead to this image, in an order that fits?

    _CLEARLY, and _SLOWLY with a removal: what was put down first has left first. _LATE: only with
    patience, because it looks like something else as well: a removed piece is back and nothing
    else has happened, or the new removal was lifted before the old one was back, as a piece is
    that moves from here to there.
    """
    if not r.extra:
        return _NO  # another point or another removal: something was put down for it
    rows = game.actions
    placed = _target(game)
    start = game.history.start(game.ply - (0 if game.middle else 1))
    if rows - start > len(_turn):
        return _NO
    for row in range(start, rows):
        _turn[row - start] = game.history.action(row)
    game.undo_turn()
    before.alone(game, white, black, colour, rest, now)
    for row in range(start, rows):
        game.do(_turn[row - start])
    if before.tied or before.kind not in _WHOLE:
        return _NO
    if before.action == _turn[0]:
        gone = 0
        for row in range(1, rows - start):
            gone |= 1 << (_turn[row] >> 5)
        if before.kind == kinds.TURN and before.gone == gone:
            return _NO  # the same turn: what differs is not of it
        if before.kind == kinds.DUE:
            return _LATE  # only the removal was put back: it is due again
        back = rest.age(lowest(r.extra), now)
        lifted = rest.age(lowest(r.missing), now)
        return _CLEARLY if back - lifted > _LATE_MS else _LATE
    if placed == OFF:
        return _CLEARLY
    late = rest.age(before.action & 31, now) - rest.age(placed, now) > _LATE_MS
    if late:
        return _NO
    return _SLOWLY if before.gone else _CLEARLY


def _earlier(game, white, black, colour):
    """Is this the image at the start of the last turn, or of the half turn under way?"""
    return _stood(game, 0 if game.middle else 1, white, black, colour)


def _stood(game, turns, white, black, colour):
    before_white = game.white_before(turns)
    before_black = game.black_before(turns)
    if colour:
        return white == before_white and black == before_black
    return white == before_white | before_black


def _at_once(r, game, rest, now):
    """Was the piece lifted right after the last turn's piece was put down?"""
    return rest.age(_target(game), now) - rest.age(lowest(r.missing), now) <= r.moment


def _unplaced(game, white, black, colour, rest, now):
    """How many of the last turns were placings whose pieces were lifted, the last one first, so
    that the image is that before them? 0 if it is no such image."""
    if game.middle or game.over:
        return 0
    row = game.actions
    age = (1 << 30) - 1
    turns = 0
    while turns < game.ply and turns < _MOST_UNPLACED:
        turns += 1
        start = game.history.start(game.ply - turns)
        action = game.history.action(start)
        if start != row - 1 or action >> 5 != HAND:
            return 0
        lifted = rest.age(action & 31, now)
        if lifted >= age:
            return 0
        if turns > 1 and _stood(game, turns, white, black, colour):
            return turns
        row = start
        age = lifted
    return 0


def _put_back(game):
    """Was the last turn a placing where the turn before it had removed a piece or left?

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


def _target(game):
    """Where the last turn's piece came to; OFF if it was only a removal."""
    action = game.history.action(game.history.start(game.ply - (0 if game.middle else 1)))
    return action & 31


def _take(r, kind):
    touched = r.missing | r.extra
    r.clear()
    r.kind = kind
    r.touched = touched
