# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of clumsiness with whole turns: quick answers, wrong points, the wrong player.

Kinds as in kinds_sensors.py.
"""

from merels.board import count
from merels.rules.game import OFF

from fuzz.acting import (
    arrive,
    free_points,
    just_left,
    last_target,
    lift,
    maybe_put_back,
    plain,
    remove,
    side_of,
    third,
)


def is_plain(turn):
    """Does a piece come to a point, and all that is removed leave the wood?"""
    return turn.target != OFF and not turn.marked and not turn.swept


def quick_turns(match, turn, most, into_gap):
    """Up to `most` turns, each within the settle time of the one before."""
    if not is_plain(turn):
        return False
    last = None
    for number in range(match.roll(2, most)):
        if number:
            if match.game.over:
                break
            turn = match.choose()
            if not is_plain(turn) or match.too_soon(turn):
                break
            if not into_gap and (_is_unclear(match.game, last, turn) or _went_back(match.game)):
                break
            match.pause(80, 190)
        if turn.moves:
            match.table.lift(turn.source)
            match.pause(30, 120)
        arrive(match, turn)
        remove(match, turn, 60, 190)
        match.played(turn)
        last = turn
    return True


def _is_unclear(game, last, reply):
    """Does the reply fill a point that just became free, might the piece that was removed have
    gone where the reply goes, or does it take or move the piece that has not come to rest (which
    looks like a piece that slid on)?"""
    if reply.target == last.source or reply.target in last.gone:
        return True
    if last.target == reply.source or last.target in reply.gone:
        return True
    flies = game.flies(reply.side) and game.rules.fly
    return any(flies or game.board.adjacent[bit] >> reply.target & 1 for bit in last.gone)


def _went_back(game):
    """Does the wood look as before the last two turns, as if one had been taken back?"""
    if game.ply < 2:
        return False
    return game.white_before(2) | game.black_before(2) == game.white | game.black


def quick(match, turn):
    """A quick answer, onto a point that did not just become free."""
    return quick_turns(match, turn, 2, False)


def quick_exchange(match, turn):
    """Quick answers to quick answers, for up to five turns."""
    return quick_turns(match, turn, 5, False)


def illegal_target(match, turn):
    """The piece is put on a point it cannot reach, rests there, and goes on to the right one."""
    if not turn.moves or match.game.places() or last_target(match) >> turn.source & 1:
        return False  # where one player has two turns, pushing his last piece on is a correction
    wrong = match.dice.bit(
        free_points(match, turn) & ~match.game.targets(turn.source) & ~_may_have_left(match.game)
    )
    if wrong < 0:
        return False
    table = match.table
    lift(match, turn)
    table.drop(wrong, turn.side)
    match.pause(300, 2500)
    table.lift(wrong)
    match.air()
    arrive(match, turn)
    remove(match, turn)
    match.played(turn)
    return True


def _may_have_left(game):
    """The points that the last turn emptied, and those that a piece of these may have gone to."""
    left = just_left(game)
    mask = left
    for bit in range(25):
        if left >> bit & 1:
            mask |= game.board.adjacent[bit]
    return mask


def out_of_turn(match, turn):
    """The other player's piece is lifted, moved to a point beside it, and put back."""
    game = match.game
    bit = third(match, turn, game.on(1 - game.turn) & ~last_target(match))
    reach = free_points(match, turn) & ~just_left(game)
    point = match.dice.bit(reach & game.board.adjacent[bit]) if bit >= 0 else -1
    if point < 0 or turn.target == OFF or game.places() or _reaches(game, point):
        return False  # with a piece in hand or one beside it, the mover may have put it there
    if maybe_put_back(game):
        return False
    table = match.table
    side = side_of(match, bit)
    table.lift(bit)
    match.air()
    table.drop(point, side)
    match.pause(300, 2500)
    table.lift(point)
    match.air()
    table.drop(bit, side)
    match.pause(300, 900)
    plain(match, turn)
    match.played(turn)
    return True


def _reaches(game, point):
    return any(game.targets(bit) >> point & 1 for bit in range(25))


def overlap(match, turn):
    """The other player grips his piece while this one is still in the air or a removal is due."""
    game = match.game
    if not is_plain(turn) or not turn.moves:
        return False
    turn.play(game)
    reply = None if game.over else match.choose()
    left = _went_back(game)
    game.undo_turn()
    if reply is None or not is_plain(reply) or not reply.moves or left:
        return False
    if _is_unclear(game, turn, reply) or reply.source in turn.gone:
        return False
    deeds = [("lift", turn.source), ("drop", turn.target, turn.side)]
    deeds += [("lift", bit) for bit in turn.gone]
    if turn.gone and count(game.on(reply.side)) <= 4:
        return False  # with three pieces left, either may fly
    at = match.roll(1, len(deeds))
    if at == len(deeds) and len(deeds) == 2:
        at = 1
    for number, deed in enumerate(deeds):
        if number == at:
            match.table.lift(reply.source)
            match.pause(50, 1500)
        match.table.later(0, deed)
        match.table.finish()
        if number + 1 < len(deeds):
            match.air()
    match.played(turn)
    match.pause(100, 2000)
    if at == len(deeds):
        match.table.lift(reply.source)
        match.air()
    arrive(match, reply)
    remove(match, reply)
    match.played(reply)
    match.meant_back += 1
    return True


def quick_after_drop_out(match, turn):
    """The sensor under the piece just put down loses it for a moment while the answer comes."""
    if not is_plain(turn) or turn.gone:
        return False
    lift(match, turn)
    arrive(match, turn)
    start = match.roll(20, 60)
    match.table.later(start, ("lift", turn.target))
    match.table.later(start + match.roll(10, 120), ("drop", turn.target, turn.side))
    match.played(turn)
    if match.game.over:
        match.table.finish()
        return True
    reply = match.choose()
    unclear = _is_unclear(match.game, turn, reply) or _went_back(match.game)
    if is_plain(reply) and not unclear and not match.too_soon(reply):
        match.pause(80, 190)
        if reply.moves:
            match.table.lift(reply.source)
            match.pause(30, 120)
        arrive(match, reply)
        remove(match, reply, 60, 190)
        match.played(reply)
    match.table.finish()
    return True


KINDS = (
    overlap,
    quick_after_drop_out,
    quick,
    quick_exchange,
    illegal_target,
    out_of_turn,
)
