# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of second thoughts: corrections, take-backs, boards knocked over, power cuts.

Kinds as in kinds_sensors.py.
"""

from merels.game import OFF

from fuzz.acting import arrive, plain, remove, side_of
from fuzz.dice import bits
from fuzz.person import REST_MS
from fuzz.table import BACK


def correction(match, turn):
    """Put on another point first, and pushed on before the other player acts."""
    game = match.game
    table = match.table
    if turn.target == OFF:
        return False
    free = game.targets(turn.source) if turn.moves else game.places()
    first = -1
    for point in match.dice.shuffled(bits(free & ~(1 << turn.target))):
        if not game.takes(turn.source * 32 + point) and not _wins(game, turn.source, point):
            first = point
            break
    if first < 0:
        return False
    if turn.moves:
        table.lift(turn.source)
        match.pause(60, 600)
    table.drop(first, turn.side)
    match.pause(260, 3000)
    table.lift(first)
    match.pause(5, 120)
    arrive(match, turn)
    remove(match, turn, 400, 900)
    table.pause(REST_MS)
    match.played(turn)
    match.meant_back += 1  # it may cost a take-back
    return True


def _wins(game, source, point):
    return game.rules.wins and game.closed(source, point)


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


def takeback(match, turn):
    """The last turns are reversed on the wood, one by one."""
    return _take_back(match, turn, False)


def takeback_by_button(match, turn):
    """`back` is pressed, and the pieces follow."""
    return _take_back(match, turn, True)


def _take_back(match, turn, button):
    game = match.game
    if game.ply < 1:
        return False
    for _ in range(match.roll(1, min(3, game.ply))):
        before = match.app.match.takebacks
        if button:
            match.table.press(BACK)
            match.pause(300, 2000)
        _reverse(match)
        match.took_back()
        match.table.pause(REST_MS)
        if match.app.match.takebacks == before:
            # Lifted only, it may be a removal that comes first: the button decides.
            if not match.person.shown_any("lifted", "completes-mill", "hint"):
                match.verify()
                continue
            match.asks += 1
            match.table.press(BACK)
            match.table.pause(REST_MS)
    match.verify()
    turn = match.choose()
    plain(match, turn)
    match.played(turn)
    return True


def _reverse(match):
    """The wood as it was before the last turn, in any order of the pieces."""
    game = match.game
    table = match.table
    white = game.white_before(1)
    black = game.black_before(1)
    wood = table.wood
    deeds = [("lift", bit) for bit in bits(wood.white & ~white | wood.black & ~black)]
    for bit in bits(white & ~wood.white | black & ~wood.black):
        deeds.append(("drop", bit, black >> bit & 1))
    for deed in match.dice.shuffled(deeds):
        table.later(0, deed)
        table.finish()
        match.pause(10, 250)


def knocked_over(match, turn):
    """Four to eight pieces are displaced at once and put back one after the other."""
    table = match.table
    wood = table.wood
    standing = match.dice.shuffled(bits(table.standing))
    free = match.dice.shuffled(bits(match.game.board.points & ~table.standing))
    if len(standing) < 4:
        return False
    white, black = wood.white, wood.black
    fallen = []
    for bit in standing[: match.roll(4, 8)]:
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
        match.pause(60, 600)
    if not off_first:
        table.power(0)
    arrive(match, turn)
    remove(match, turn)
    match.pause(50, 900)
    table.power(1)
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
    correction,
    removal_changed,
    takeback,
    takeback_by_button,
    knocked_over,
    power_cut,
    power_cut_moved,
)
