# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of clumsiness with other pieces than the one that is played: nudges, touches, doubts.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import flicker, last_target, plain, side_of, third


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
    mask &= ~last_target(match)  # it may have been taken back, or pushed on to the new point
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
    """A piece is lifted and put back before the turn; it is none of those to be removed now."""
    bit = third(match, turn, ~match.game.removable())
    if bit < 0:
        return False
    side = side_of(match, bit)
    table = match.table
    table.lift(bit)
    match.pause(5, 5000)
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
    nudge,
    nudge_longer,
    nudge_long,
    touch,
    hesitate,
)
