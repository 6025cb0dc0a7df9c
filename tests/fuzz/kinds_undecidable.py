# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds that no board with these sensors can tell from something else (docs/hands.md).

They may cost an ask, a repair, even a wrong turn, but must always leave a way back. Kinds as in
kinds_sensors.py.
"""

from fuzz.acting import arrive, flicker, last_target, plain, remove, third
from fuzz.kinds_turns import is_plain, quick_turns


def nudge_of_removable(match, turn):
    """A piece that a mill may remove is off its point for longer than the settle time."""
    game = match.game
    if not turn.gone:
        return False
    bit = third(match, turn, game.takes(turn.actions[0]))
    if bit < 0:
        return False
    flicker(match, bit, 250, 3000)
    plain(match, turn)
    match.played(turn)
    return True


def nudge_of_last(match, turn):
    """The other player's last piece is off its point for long: it looks like a correction."""
    bit = third(match, turn, last_target(match))
    if bit < 0:
        return False
    flicker(match, bit, 185, 3000)
    plain(match, turn)
    match.played(turn)
    return True


def quick_into_gap(match, turn):
    """Quick answers, onto points as well that became free a moment ago."""
    return quick_turns(match, turn, 2, True)


def quick_and_removal_first(match, turn):
    """A quick answer that begins with its removal."""
    if not is_plain(turn) or turn.gone:
        return False
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(30, 300)
    arrive(match, turn)
    match.played(turn)
    if match.game.over:
        return True
    turn = match.choose()
    match.pause(30, 150)
    for bit in turn.gone:
        if match.table.standing >> bit & 1:
            match.table.lift(bit)
            match.pause(10, 150)
    turn.gone = [bit for bit in turn.gone if match.table.standing >> bit & 1]
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(10, 150)
    arrive(match, turn)
    remove(match, turn)
    match.played(turn)
    return True


def two_in_one_scan(match, turn):
    """Both players put a piece down in the same scan: only colour could tell which came first."""
    if not is_plain(turn) or turn.gone:
        return False
    if turn.moves:
        match.table.lift(turn.source)
        match.pause(30, 300)
    reply = _reply(match, turn)
    if reply is None:
        return False if not turn.moves else _alone(match, turn)
    if reply.moves:
        match.table.lift(reply.source)
        match.pause(30, 150)
    match.table.drop(turn.target, turn.side)
    match.table.drop(reply.target, reply.side)
    match.played(turn)
    match.played(reply)
    return True


def _alone(match, turn):
    arrive(match, turn)
    match.played(turn)
    return True


def _reply(match, turn):
    """A plain answer to the turn that touches none of its points, or None."""
    game = match.game
    turn.play(game)
    reply = None
    if not game.over:
        reply = match.choose()
        touching = reply.target == turn.source or reply.source == turn.target
        if not is_plain(reply) or reply.gone or touching:
            reply = None
    game.undo_turn()
    return reply


KINDS = (
    (nudge_of_removable, "it may be the removal"),
    (nudge_of_last, "it may be taken back, or be put elsewhere"),
    (quick_into_gap, "the piece that left may have been put back"),
    (quick_and_removal_first, "two hands lift and put down within one settle time"),
    (two_in_one_scan, "only colours tell which came first"),
)
