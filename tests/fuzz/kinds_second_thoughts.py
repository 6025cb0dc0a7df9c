# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of second thoughts: corrections and take-backs.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, plain, remove
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


def takeback(match, turn):
    """The last turns are reversed on the wood, one by one."""
    return _take_back(match, turn, False)


def takeback_by_button(match, turn):
    """`back` is pressed, and the pieces follow."""
    return _take_back(match, turn, True)


def takebacks_by_button(match, turn):
    """`back` is pressed several times; then the pieces follow one by one, slowly."""
    game = match.game
    if game.ply < 2:
        return False
    for _ in range(match.roll(2, min(6, game.ply))):
        match.table.press(BACK)
        match.pause(300, 900)
        match.took_back()
    deeds = match.dice.shuffled(_differences(match, game.white, game.black))
    while deeds:
        deed = deeds.pop(0)
        if deed[0] == "drop" and match.table.standing >> deed[1] & 1:
            deeds.append(deed)  # another piece has to go first
            continue
        match.table.later(0, deed)
        match.table.finish()
        match.pause(250, 3500)
    match.table.pause(REST_MS)
    match.verify()
    turn = match.choose()
    plain(match, turn)
    match.played(turn)
    return True


def _take_back(match, turn, button):
    game = match.game
    if game.ply < 1:
        return False
    for _ in range(match.roll(1, min(3, game.ply))):
        before = match.app.match.takebacks
        if button:
            match.table.press(BACK)
            match.pause(300, 2000)
        ply = match.app.game.ply
        _reverse(match)
        if match.app.game.ply > ply:
            match.excuse()  # on the way the wood showed a legal turn: only `back` undoes it
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
    deeds = _differences(match, game.white_before(1), game.black_before(1))
    for deed in match.dice.shuffled(deeds):
        match.table.later(0, deed)
        match.table.finish()
        match.pause(10, 250)


def _differences(match, white, black):
    """What hands have to do to bring the wood to these masks."""
    wood = match.table.wood
    deeds = [("lift", bit) for bit in bits(wood.white & ~white | wood.black & ~black)]
    for bit in bits(white & ~wood.white | black & ~wood.black):
        deeds.append(("drop", bit, black >> bit & 1))
    return deeds


KINDS = (
    correction,
    takeback,
    takeback_by_button,
    takebacks_by_button,
)
