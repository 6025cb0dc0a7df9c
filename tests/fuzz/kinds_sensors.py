# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of clumsiness that only the sensors see: order, bounce, gaps, slides.

A kind is a function (match, turn) that acts the turn out and tells the match that it was played;
it answers False, having done nothing, where it does not apply.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, flicker, free_points, plain, remove, side_of, third


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
    if not turn.moves or not match.game.board.adjacent[turn.source] >> turn.target & 1:
        return False  # nothing flies in no time
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


KINDS = (
    swapped,
    same_scan,
    slide_over_empty,
    slide_over_pieces,
    bounce,
    double_hump,
    drop_out,
)
