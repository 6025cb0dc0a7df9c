# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of clumsiness in the order and the speed of turns: removals, quick answers, wrong points.

Kinds as in kinds_sensors.py.
"""

from merels.game import OFF

from fuzz.acting import arrive, free_points, just_left, last_target, plain, remove, side_of, third


def removal_first(match, turn):
    """The removed piece goes before the mill is closed."""
    if not turn.gone or turn.target == OFF:
        return False
    table = match.table
    for bit in turn.gone:
        table.lift(bit)
        match.pause(20, 1600)
    if turn.moves:
        table.lift(turn.source)
        match.pause(20, 900)
    arrive(match, turn)
    match.played(turn)
    return True


def removal_between(match, turn):
    """The mover's piece is in the hand, the removed piece goes, the mill is closed."""
    if not turn.gone or not turn.moves:
        return False
    table = match.table
    table.lift(turn.source)
    for bit in turn.gone:
        match.pause(10, 900)
        table.lift(bit)
    match.pause(10, 900)
    arrive(match, turn)
    match.played(turn)
    return True


def removal_together(match, turn):
    """Two hands: the removal within a moment of the mill, before or after."""
    if not turn.gone or turn.target == OFF:
        return False
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(60, 600)
    match.table.later(match.roll(0, 60), ("drop", turn.target, turn.side))
    remove(match, turn, 0, 60)
    match.table.finish()
    match.played(turn)
    return True


def removal_late(match, turn):
    """The removal comes seconds after the mill."""
    if not turn.gone or turn.target == OFF:
        return False
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(60, 600)
    arrive(match, turn)
    remove(match, turn, 1500, 20000)
    match.played(turn)
    return True


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
            if not is_plain(turn) or (not into_gap and _is_unclear(match.game, last, turn)):
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
    """Does the reply fill a point that just became free, or might the piece that was removed have
    gone where the reply goes?"""
    if reply.target == last.source or reply.target in last.gone:
        return True
    flies = game.flies(reply.side) and game.rules.fly
    return any(flies or game.board.adjacent[bit] >> reply.target & 1 for bit in last.gone)


def quick(match, turn):
    """A quick answer, onto a point that did not just become free."""
    return quick_turns(match, turn, 2, False)


def quick_exchange(match, turn):
    """Quick answers to quick answers, for up to five turns."""
    return quick_turns(match, turn, 5, False)


def illegal_target(match, turn):
    """The piece is put on a point it cannot reach, rests there, and goes on to the right one."""
    if not turn.moves or match.game.places():
        return False
    wrong = match.dice.bit(
        free_points(match, turn) & ~match.game.targets(turn.source) & ~just_left(match.game)
    )
    if wrong < 0:
        return False
    table = match.table
    table.lift(turn.source)
    match.pause(60, 900)
    table.drop(wrong, turn.side)
    match.pause(300, 2500)
    table.lift(wrong)
    match.pause(60, 900)
    arrive(match, turn)
    remove(match, turn)
    match.played(turn)
    return True


def out_of_turn(match, turn):
    """The other player's piece is lifted, moved to a point beside it, and put back."""
    game = match.game
    bit = third(match, turn, game.on(1 - game.turn) & ~last_target(match))
    reach = free_points(match, turn) & ~just_left(game)
    point = match.dice.bit(reach & game.board.adjacent[bit]) if bit >= 0 else -1
    if point < 0 or turn.target == OFF or game.places() or _reaches(game, point):
        return False  # with a piece in hand or one beside it, the mover may have put it there
    table = match.table
    side = side_of(match, bit)
    table.lift(bit)
    match.pause(60, 900)
    table.drop(point, side)
    match.pause(300, 2500)
    table.lift(point)
    match.pause(60, 900)
    table.drop(bit, side)
    match.pause(300, 900)
    plain(match, turn)
    match.played(turn)
    return True


def _reaches(game, point):
    return any(game.targets(bit) >> point & 1 for bit in range(25))


def removal_forgotten(match, turn):
    """The other player moves on although a removal is due, is told so, and puts it back."""
    if not turn.gone or turn.target == OFF:
        return False
    game = match.game
    if game.hand[1 - game.turn]:
        return False  # a piece gone and one put down: a removal and a quick placing
    table = match.table
    other = third(match, turn, game.on(1 - game.turn))
    reach = free_points(match, turn) & game.board.adjacent[other] if other >= 0 else 0
    reach = free_points(match, turn) & ~just_left(game)
    point = match.dice.bit(reach)
    if point < 0:
        return False
    side = side_of(match, other)
    if turn.moves:
        table.lift(turn.source)
        match.pause(60, 600)
    arrive(match, turn)
    match.pause(250, 900)
    table.lift(other)
    match.pause(40, 150)
    table.drop(point, side)
    match.pause(600, 3000)
    table.lift(point)
    match.pause(60, 150)
    table.drop(other, side)
    match.pause(300, 900)
    remove(match, turn)
    match.played(turn)
    return True


KINDS = (
    removal_first,
    removal_between,
    removal_together,
    removal_late,
    quick,
    quick_exchange,
    illegal_target,
    out_of_turn,
    removal_forgotten,
)
