# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of clumsiness that the sensors see: order, bounce, gaps, slides, nudges, touches.

A kind is a function (match, turn) that acts the turn out and tells the match that it was played;
it answers False, having done nothing, where it does not apply.
"""

from merels.game import OFF

from fuzz.acting import arrive, flicker, free_points, last_target, plain, remove, side_of, third


def swapped(match, turn):
    """The target's sensor answers before the origin's."""
    if not turn.moves:
        return False
    arrive(match, turn)
    match.pause(3, 150)
    match.table.lift(turn.source)
    remove(match, turn)
    match.played(turn)
    return True


def same_scan(match, turn):
    """All points of a move change in one scan, now and then the removal as well."""
    if not turn.moves:
        return False
    match.table.lift(turn.source)
    arrive(match, turn)
    if match.dice.chance(30):
        remove(match, turn, 0, 0)
    else:
        remove(match, turn)
    match.played(turn)
    return True


def slide_over_empty(match, turn):
    """The piece rests on other points on its way, a little over half the settle time."""
    if turn.target == OFF:
        return False
    if turn.moves:
        match.table.lift(turn.source)
    for _ in range(match.roll(1, 3)):
        point = match.dice.bit(free_points(match, turn))
        if point >= 0:
            match.pause(20, 200)
            match.table.drop(point, turn.side)
            match.pause(4, 115)
            match.table.lift(point)
    match.pause(20, 300)
    arrive(match, turn)
    remove(match, turn)
    match.played(turn)
    return True


def slide_over_pieces(match, turn):
    """The magnet passes over pieces that stand: their sensors lose them for a moment."""
    if turn.target == OFF:
        return False
    if turn.moves:
        match.table.lift(turn.source)
    for _ in range(match.roll(1, 3)):
        point = third(match, turn, -1)
        if point >= 0:
            side = side_of(match, point)
            match.pause(20, 150)
            match.table.lift(point)
            match.pause(4, 60)
            match.table.drop(point, side)
    match.pause(20, 200)
    arrive(match, turn)
    remove(match, turn)
    match.played(turn)
    return True


def bounce(match, turn):
    """Contacts bounce for up to 14 ms."""
    if turn.moves:
        match.table.noise(turn.source, match.roll(2, 14))
        match.table.lift(turn.source)
        match.pause(15, 600)
    arrive(match, turn)
    if turn.target != OFF:
        match.table.noise(turn.target, match.roll(2, 14))
    remove(match, turn)
    for bit in turn.gone:
        match.table.noise(bit, match.roll(2, 14))
    match.played(turn)
    return True


def double_hump(match, turn):
    """A reed opens under the middle of the magnet."""
    table = match.table
    if turn.moves:
        _hump(match, turn.source, turn.side, False)
        match.pause(60, 600)
    if turn.target != OFF:
        _hump(match, turn.target, turn.side, True)
    for bit in turn.gone:
        match.pause(120, 600)
        _hump(match, bit, side_of(match, bit), False)
    plan = turn.gone
    turn.gone = []
    remove(match, turn)
    turn.gone = plan
    table.finish()
    match.played(turn)
    return True


def _hump(match, bit, side, arrives):
    table = match.table
    if arrives:
        table.drop(bit, side)
    for _ in range(match.roll(0, 2)):
        match.pause(4, 28)
        if arrives:
            table.lift(bit)
            match.pause(4, 28)
            table.drop(bit, side)
        else:
            table.lift(bit)
            match.pause(4, 28)
            table.drop(bit, side)
    if not arrives:
        match.pause(4, 28)
        table.lift(bit)


def drop_out(match, turn):
    """One sensor loses its piece for up to 150 ms."""
    if match.dice.chance(40) and turn.target != OFF:
        if turn.moves:
            match.table.lift(turn.source)
            match.pause(60, 600)
        arrive(match, turn)
        start = match.roll(10, 500)
        match.table.later(start, ("lift", turn.target))
        match.table.later(start + match.roll(4, 150), ("drop", turn.target, turn.side))
        remove(match, turn)
        match.played(turn)
        return True
    bit = third(match, turn, -1)
    if bit < 0:
        return False
    flicker(match, bit, 4, 150)
    plain(match, turn)
    match.played(turn)
    return True


def _nudge(match, turn, low, high, mask):
    bit = third(match, turn, mask)
    if bit < 0:
        return False
    flicker(match, bit, low, high)
    plain(match, turn)
    match.played(turn)
    return True


def _innocent(match, turn):
    """Pieces whose absence could not be taken for part of this turn, or of the one before."""
    game = match.game
    mask = -1
    if turn.gone or turn.marked:
        mask &= ~game.on(1 - game.turn)
    if not match.colour:
        mask &= ~last_target(match)  # it may have been pushed on to where the new piece stands
    if turn.target != OFF and not turn.moves:
        for bit in range(25):
            if game.targets(bit) >> turn.target & 1:
                mask &= ~(1 << bit)
    return mask


def nudge(match, turn):
    """A third piece is off its point for a moment, shorter than the settle time."""
    return _nudge(match, turn, 10, 185, -1)


def nudge_longer(match, turn):
    """... for up to 300 ms, where its absence cannot be a removal."""
    return _nudge(match, turn, 185, 300, _innocent(match, turn))


def nudge_long(match, turn):
    """A third piece stays off its point and comes back later; it cannot be a removal."""
    return _nudge(match, turn, 400, 3000, _innocent(match, turn))


def touch(match, turn):
    """A piece is lifted and put back before the turn, or while the turn's piece is held."""
    bit = third(match, turn, -1)
    if bit < 0:
        return False
    side = side_of(match, bit)
    table = match.table
    table.lift(bit)
    match.pause(5, 1500)
    table.drop(bit, side)
    match.pause(5, 500)
    plain(match, turn)
    match.played(turn)
    return True


def hesitate(match, turn):
    """Another piece is held for long, put back, and then this one moves."""
    game = match.game
    bit = third(match, turn, game.movable())
    if bit < 0:
        return False
    match.table.lift(bit)
    match.pause(300, 5000)
    match.table.drop(bit, turn.side)
    match.pause(40, 800)
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(300, 5000)
        match.table.drop(turn.source, turn.side)
        match.pause(40, 800)
    plain(match, turn)
    match.played(turn)
    return True


KINDS = (
    swapped,
    same_scan,
    slide_over_empty,
    slide_over_pieces,
    bounce,
    double_hump,
    drop_out,
    nudge,
    nudge_longer,
    nudge_long,
    touch,
    hesitate,
)
