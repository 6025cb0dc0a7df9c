# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How hands act out one turn without being clumsy: what the kinds of clumsiness build upon.

    plain(match, turn)

Times are ranges in ms, for a settle time of 200 ms.
"""

from merels.rules.game import OFF


def plain(match, turn):
    """Lift, put down, remove: one after the other, as long in the air as a hand may be."""
    lift(match, turn)
    arrive(match, turn)
    remove(match, turn)


def lift(match, turn):
    """Take the piece that moves, and hold it."""
    if turn.moves:
        match.table.lift(turn.source)
        match.air()


def arrive(match, turn):
    if turn.target != OFF:
        match.table.drop(turn.target, turn.side)


def remove(match, turn, low=120, high=900):
    """Take the removed pieces off, touch those that are only marked, sweep the marked ones."""
    table = match.table
    for bit in turn.gone:
        match.pause(low, high)
        table.lift(bit)
    for bit in turn.marked:
        if table.standing >> bit & 1:
            side = table.wood.black >> bit & 1
            match.pause(300, 900)
            table.lift(bit)
            match.pause(300, 900)
            table.drop(bit, side)
    for bit in match.dice.shuffled(turn.swept):
        match.pause(low, high)
        table.lift(bit)


def third(match, turn, mask):
    """A standing piece of the mask that the turn does not touch; -1 if there is none."""
    touched = 0
    for bit in [turn.source, turn.target] + turn.gone + turn.marked + turn.swept:
        touched |= 1 << bit
    return match.dice.bit(mask & match.table.standing & ~touched)


def side_of(match, bit):
    return match.table.wood.black >> bit & 1


def free_points(match, turn):
    """Mask of the empty points that are neither the turn's source nor its target."""
    touched = 1 << turn.source | 1 << turn.target
    for bit in turn.gone:
        touched |= 1 << bit
    return match.game.board.points & ~match.table.standing & ~touched & 0x1FFFFFF


def flicker(match, bit, low, high):
    """A piece off its point for a moment, from some time within the turn on."""
    start = match.roll(0, 700)
    match.table.later(start, ("lift", bit))
    match.table.later(start + match.roll(low, high), ("drop", bit, side_of(match, bit)))


def last_target(match):
    """Mask of the point where the other player's last piece came to; 0 if there is none."""
    point = match.person.last_target()
    return 1 << point if point != OFF else 0


def just_left(game):
    """Mask of the points that the last turn emptied."""
    if not game.ply:
        return 0
    return (game.white_before(1) | game.black_before(1)) & ~(game.white | game.black)


def maybe_put_back(game):
    """Does the last turn's piece stand where the turn before had removed one? Then it may have
    been put back there, and what follows may change that removal."""
    if game.ply < 2:
        return False
    point = 1 << (game.history.action(game.history.start(game.ply - 1)) & 31)
    before = game.white_before(2) | game.black_before(2)
    return bool(before & point & ~(game.white_before(1) | game.black_before(1)))
