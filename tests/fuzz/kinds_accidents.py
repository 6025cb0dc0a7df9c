# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of accidents: boards knocked over, power cuts, pieces swept off after the game.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, plain, remove, side_of
from fuzz.dice import bits
from fuzz.person import REST_MS


def knocked_over(match, turn):
    """Four to eight pieces are displaced at once and put back one after the other. One at least
    stands where it stood: a board kept empty means a game abandoned."""
    table = match.table
    wood = table.wood
    standing = match.dice.shuffled(bits(table.standing))
    free = match.dice.shuffled(bits(match.game.board.points & ~table.standing))
    if len(standing) < 5 or match.game.due:
        return False  # pieces that fall while some are to be removed may be those
    white, black = wood.white, wood.black
    fallen = []
    for bit in standing[: min(match.roll(4, 8), len(standing) - 1)]:
        fallen.append(side_of(match, bit))
        table.lift(bit)
        match.pause(0, 25)
    for side in fallen:
        if free and match.dice.chance(70):
            table.drop(free.pop(), side)
            match.pause(0, 25)
    match.pause(900, 3000)
    match.person.match(white, black)
    table.pause(REST_MS)
    match.verify()
    plain(match, turn)
    match.played(turn)
    return True


def power_cut(match, turn):
    """The power goes between two turns and comes back; nothing was moved."""
    table = match.table
    table.power(0)
    match.pause(50, 900)
    table.power(1)
    match.pause(600, 1500)
    plain(match, turn)
    match.played(turn)
    return True


def power_cut_moved(match, turn):
    """The power goes while a piece is in the air or before it is: the turn ends without it."""
    table = match.table
    if turn.target == OFF or turn.marked or turn.swept:
        return False  # nobody sees a piece that is marked without power
    off_first = match.dice.chance(50)
    if off_first:
        table.power(0)
    if turn.moves:
        table.lift(turn.source)
        match.air()
    if not off_first:
        table.power(0)
    arrive(match, turn)
    remove(match, turn)
    match.pause(50, 900)
    table.power(1)
    match.cut()
    match.played(turn)
    table.pause(REST_MS)
    return True


def swept(match):
    """After the game the pieces go, in any order and speed; now and then one is put back."""
    table = match.table
    for bit in match.dice.shuffled(bits(table.standing))[: match.roll(1, 20)]:
        match.pause(0, 700)
        table.lift(bit)
    match.pause(100, 2000)


KINDS = (
    knocked_over,
    power_cut,
    power_cut_moved,
)
