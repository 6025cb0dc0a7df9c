# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of removals: first, between, late, forgotten, changed.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, free_points, just_left, lift, remove, side_of, third
from fuzz.dice import bits


def removal_first(match, turn):
    """The removed piece goes before the mill is closed."""
    if not turn.gone or turn.target == OFF:
        return False
    table = match.table
    for bit in turn.gone:
        table.lift(bit)
        match.air()
    lift(match, turn)
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
    match.air()
    arrive(match, turn)
    match.played(turn)
    return True


def removal_together(match, turn):
    """Two hands: the removal within a moment of the mill, before or after."""
    if not turn.gone or turn.target == OFF:
        return False
    lift(match, turn)
    match.table.later(match.roll(0, 60), ("drop", turn.target, turn.side))
    remove(match, turn, 0, 60)
    match.table.finish()
    match.played(turn)
    return True


def removal_late(match, turn):
    """The removal comes seconds after the mill."""
    if not turn.gone or turn.target == OFF:
        return False
    lift(match, turn)
    arrive(match, turn)
    remove(match, turn, 1500, 20000)
    match.played(turn)
    return True


def removal_adjusted(match, turn):
    """Another piece that may go is touched for 200 to 600 ms before the right one goes."""
    game = match.game
    if not turn.gone or turn.target == OFF or len(turn.gone) > 1:
        return False
    other = third(match, turn, game.takes(turn.actions[0]))
    if other < 0 or _ends(game, turn, other):
        return False
    side = side_of(match, other)
    lift(match, turn)
    arrive(match, turn)
    match.pause(150, 2000)
    match.table.lift(other)
    match.pause(200, 600)
    match.table.drop(other, side)
    match.pause(100, 2000)
    match.table.lift(turn.gone[0])
    match.second_thought()
    match.played(turn)
    match.meant_back += 1
    return True


def _ends(game, turn, other):
    """Would the game end if the other piece was taken in this turn?"""
    before = game.actions
    game.do(turn.actions[0])
    game.do(other * 32 + OFF)
    over = game.over
    while game.actions > before:
        game.undo()
    return over


def _reply(match, turn):
    """A plain answer to the turn without a removal, which touches none of its points, or None."""
    game = match.game
    turn.play(game)
    reply = None
    if not game.over:
        reply = match.choose()
        touching = reply.target == turn.source or reply.target in turn.gone
        touching = touching or reply.source == turn.target
        if reply.target == OFF or reply.gone or reply.marked or reply.swept or touching:
            reply = None
    game.undo_turn()
    return reply


def removal_after_reply(match, turn):
    """The removal was forgotten and is made after the other player has answered."""
    if len(turn.gone) != 1 or turn.target == OFF:
        return False
    game = match.game
    reply = _reply(match, turn)
    if reply is None or (reply.moves and _reaches(game, turn, reply)):
        return False
    if reply.moves and game.hand[reply.side]:
        return False  # what comes down beside its point may come from the hand
    lift(match, turn)
    arrive(match, turn)
    match.pause(300, 3000)
    lift(match, reply)
    arrive(match, reply)
    match.pause(600, 6000)
    match.table.lift(turn.gone[0])
    match.second_thought()
    match.played(turn)
    match.played(reply)
    match.meant_back += 1
    return True


def _reaches(game, turn, reply):
    """Might the removed piece have gone where the reply went?"""
    return bool(game.board.adjacent[turn.gone[0]] >> reply.target & 1) or game.flies(reply.side)


def removal_changed_after_reply(match, turn):
    """After the other player's move another piece is taken, and the first one put back."""
    game = match.game
    if len(turn.gone) != 1 or turn.target == OFF or game.hand[0] or game.hand[1]:
        return False
    other = third(match, turn, game.takes(turn.actions[0]))
    reply = _reply(match, turn)
    if other < 0 or _ends(game, turn, other) or reply is None or not reply.moves:
        return False
    if other == reply.source or reply.target == other or _reaches(game, turn, reply):
        return False
    if game.board.adjacent[other] >> turn.gone[0] & 1 or len(bits(game.on(reply.side))) <= 4:
        return False
    side = side_of(match, other)
    lift(match, turn)
    arrive(match, turn)
    match.pause(150, 2000)
    match.table.lift(other)
    match.pause(300, 2000)
    lift(match, reply)
    arrive(match, reply)
    match.pause(400, 4000)
    if match.dice.chance(50):
        match.table.drop(other, side)
        match.air()
        match.table.lift(turn.gone[0])
    else:
        match.table.lift(turn.gone[0])
        match.air()
        match.table.drop(other, side)
    match.second_thought()
    match.played(turn)
    match.played(reply)
    match.meant_back += 2
    return True


def removal_changed_while_placing(match, turn):
    """Another piece was removed first and is put back within 700 ms: its point never was empty."""
    game = match.game
    if len(turn.gone) != 1 or turn.target == OFF or not game.hand[1 - game.turn]:
        return False
    other = third(match, turn, game.takes(turn.actions[0]))
    if other < 0 or _ends(game, turn, other):
        return False
    side = side_of(match, other)
    lift(match, turn)
    arrive(match, turn)
    match.pause(150, 900)
    match.table.lift(other)
    match.pause(260, 650)
    match.table.drop(other, side)
    match.air()
    match.table.lift(turn.gone[0])
    match.second_thought()
    match.played(turn)
    match.meant_back += 2
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
    reach = free_points(match, turn) & ~just_left(game)
    point = match.dice.bit(reach & game.board.adjacent[other]) if other >= 0 else -1
    if point < 0:
        return False
    side = side_of(match, other)
    lift(match, turn)
    arrive(match, turn)
    match.pause(250, 900)
    table.lift(other)
    match.air()
    table.drop(point, side)
    match.pause(600, 3000)
    table.lift(point)
    match.air()
    table.drop(other, side)
    match.pause(300, 900)
    remove(match, turn)
    match.patient()
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
    lift(match, turn)
    arrive(match, turn)
    match.pause(150, 900)
    table.lift(other)
    match.pause(260, 5000)
    table.drop(other, side)
    match.pause(300, 5000)
    table.lift(turn.gone[0])
    match.second_thought()
    match.played(turn)
    match.meant_back += 1
    return True


KINDS = (
    removal_first,
    removal_between,
    removal_together,
    removal_late,
    removal_adjusted,
    removal_forgotten,
    removal_after_reply,
    removal_changed,
    removal_changed_while_placing,
    removal_changed_after_reply,
)
