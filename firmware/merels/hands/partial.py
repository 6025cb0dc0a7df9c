# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Readings of what is only part of a turn: pieces in the hand, a target reached too early.

Called by reading.py when no complete turn explains the image. What cannot become part of a turn
gets a complaint, at once, with the point it is about.

    partial.read(reading, game)     # reading.kind: LIFTED, FIRST, EARLY, SWEEP or NONE
"""

from merels.hands import reading_kinds as kinds
from merels.hands.lookahead import may_have_moved
from merels.masks import lowest, single
from merels.rules.position import HAND


def read(r, game):
    """Explain a reading that has no turn."""
    own = r.own
    opponent = r.opponent
    if r.extra:
        _read_extra(r, game)
    elif (own and not single(own)) or (opponent and not single(opponent)):
        r.complain("two-lifted", own or opponent)
    elif own:
        _read_lifted(r, game, own, opponent)
    else:
        _read_first(r, game, opponent)


def _read_extra(r, game):
    if not r.missing and not r.extra & ~_swept(game):
        r.kind = kinds.SWEEP
        r.stray = r.extra
        return
    if not single(r.extra):
        return
    if single(r.own):  # it may still go where it can, whatever else there is
        r.lifted = r.own
        r.targets = game.targets(lowest(r.own))
        if r.targets and single(r.opponent) and may_have_moved(game, r.opponent, r.extra):
            r.kind = kinds.LIFTED  # the opponent has answered before this piece is down
            return
    if not r.new_own:
        r.complain("wrong-colour", r.extra)
    elif not r.missing and _may_come(game, r.new_own):
        r.kind = kinds.EARLY
        r.touched = r.extra
    else:
        r.complain("illegal-target", r.extra)


def _read_lifted(r, game, own, opponent):
    point = lowest(own)
    targets = game.targets(point)
    closing = _closing(game, point, opponent) if opponent else 0
    r.lifted = own | opponent
    r.targets = closing or targets
    if targets and (closing or not opponent):
        r.kind = kinds.LIFTED
    elif opponent:
        r.complain("two-lifted", opponent)
    elif game.places():
        r.complain("place-first", own)
    else:
        r.complain("blocked-piece", own)


def _read_first(r, game, opponent):
    """An opponent's piece first: good if some turn closes a mill that may take it."""
    r.lifted = opponent
    r.targets = _closing(game, HAND, opponent)
    pieces = game.movable()
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        r.targets |= _closing(game, lowest(piece), opponent)
    if r.targets:
        r.kind = kinds.FIRST
    else:
        r.complain("not-your-turn", opponent)


def _closing(game, source, victim):
    """Targets from the source (HAND: placements) from where the victim may be taken."""
    if game.rules.captures is None:
        candidates = game.closing(source)
    else:  # not only mills take pieces
        candidates = game.places() if source == HAND else game.targets(source)
    found = 0
    while candidates:
        target = candidates & -candidates
        candidates ^= target
        if game.takes(source * 32 + lowest(target)) & victim:
            found |= target
    return found


def _may_come(game, target):
    pieces = game.movable()
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        if game.targets(lowest(piece)) & target:
            return True
    return False


def _swept(game):
    """Pieces that stood when the last turn began and that the end of placing has taken off."""
    if game.rules.placing is None or game.placing or not game.ply:
        return 0
    before = game.white_before(1) | game.black_before(1)
    return before & ~(game.white | game.black) if game.rules.placing_mill == "delay" else 0
