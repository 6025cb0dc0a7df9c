# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of removals: first, between, late, forgotten, changed.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, free_points, just_left, remove, side_of, third
from fuzz.dice import bits
from fuzz.person import REST_MS


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


def removal_changed(match, turn):
    """Another piece was removed first; it is put back before the right one goes."""
    game = match.game
    if not turn.gone or turn.target == OFF or game.hand[1 - game.turn] or len(turn.gone) > 1:
        return False
    takes = game.takes(turn.actions[0]) & ~(1 << turn.gone[0])
    other = match.dice.bit(takes & match.table.standing)
    if other < 0 or len(bits(game.on(1 - game.turn))) <= 4:
        return False  # the other player flies, or the game ends
    table = match.table
    side = side_of(match, other)
    if turn.moves:
        table.lift(turn.source)
        match.pause(60, 600)
    arrive(match, turn)
    match.pause(150, 900)
    table.lift(other)
    match.pause(260, 3000)
    table.drop(other, side)
    match.pause(300, 1500)
    table.lift(turn.gone[0])
    table.pause(REST_MS)
    match.played(turn)
    match.meant_back += 1
    return True


KINDS = (
    removal_first,
    removal_between,
    removal_together,
    removal_late,
    removal_forgotten,
    removal_changed,
)
