# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of second thoughts: corrections and take-backs.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, lift, plain, remove
from fuzz.dice import bits
from fuzz.person import REST_MS
from fuzz.table import BACK
from fuzz.turn import turn_of


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
    lift(match, turn)
    table.drop(first, turn.side)
    match.pause(260, 3000)
    table.lift(first)
    match.air()
    arrive(match, turn)
    remove(match, turn, 400, 900)
    match.second_thought()
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
        if match.app.match.takebacks == before and not _say_back(match):
            match.verify()
    match.verify()
    turn = match.choose()
    plain(match, turn)
    match.played(turn)
    return True


def _reverse(match, low=10, high=250):
    """The wood as it was before the last turn, in any order of the pieces."""
    game = match.game
    deeds = _differences(match, game.white_before(1), game.black_before(1))
    for deed in match.dice.shuffled(deeds):
        match.table.later(0, deed)
        match.table.finish()
        match.pause(low, high)


def _differences(match, white, black):
    """What hands have to do to bring the wood to these masks."""
    wood = match.table.wood
    deeds = [("lift", bit) for bit in bits(wood.white & ~white | wood.black & ~black)]
    for bit in bits(white & ~wood.white | black & ~wood.black):
        deeds.append(("drop", bit, black >> bit & 1))
    return deeds


def several_taken_back(match, turn):
    """The last two or three moves are reversed at once, the last first, but not quite."""
    game = match.game
    count = match.roll(2, 3)
    if game.ply < count:
        return False
    turns = [turn_of(game, game.ply - 1 - number) for number in range(count)]
    if any(not t.moves or t.gone or t.marked or t.swept for t in turns):
        return False
    touched = [point for t in turns for point in (t.source, t.target)]
    if len(set(touched)) < len(touched):
        return False
    deeds = []
    for t in turns:
        deeds += [("lift", t.target), ("drop", t.source, t.side)]
    if match.dice.chance(50):  # the pieces are taken one after the other, then put back
        deeds = [d for d in deeds if d[0] == "lift"] + [d for d in deeds if d[0] == "drop"]
    ply = match.app.game.ply
    for deed in deeds:
        match.table.later(0, deed)
        match.table.finish()
        match.pause(30, 180)
        if match.app.game.ply > ply:
            match.excuse()
    for _ in turns:
        match.took_back()
    return _and_on(match)


def two_off_and_back(match, turn):
    """The last two pieces placed are knocked off and come back in any order."""
    game = match.game
    if game.ply < 2 or match.dice.chance(50):
        return False
    turns = [turn_of(game, game.ply - 1 - number) for number in range(2)]
    if any(t.moves or t.gone or t.marked or t.swept or t.target == OFF for t in turns):
        return False
    for t in turns:
        match.table.lift(t.target)
        match.pause(0, 300)
    for t in match.dice.shuffled(turns):
        match.pause(300, 1700)
        match.table.drop(t.target, t.side)
    match.second_thought()
    match.meant_back += 2
    match.verify()
    plain(match, turn)
    match.played(turn)
    return True


def capture_taken_back(match, turn):
    """The last capture is taken back, the removed piece first, and another turn follows soon."""
    game = match.game
    if not game.ply:
        return False
    last = turn_of(game, game.ply - 1)
    if len(last.gone) != 1 or last.marked or last.swept or last.target == OFF:
        return False
    match.table.drop(last.gone[0], 1 - last.side)
    match.pause(100, 1500)
    match.table.lift(last.target)
    if last.moves:
        match.air()
        match.table.drop(last.source, last.side)
    match.took_back()
    match.meant_back += 1
    match.avoided = last.text
    other = match.choose()
    if other.gone or other.moves or other.target in (OFF, last.target) or last.moves:
        match.second_thought()
        if not match.person.agrees():
            _say_back(match)
        match.verify()
        other = match.choose()
        if other.target != last.target:  # the same again would be no take-back
            plain(match, other)
            match.played(other)
        return True
    if match.person.shown_any("lifted"):
        match.excuse()  # it may as well move
    match.pause(100, 1700)
    arrive(match, other)
    match.second_thought()
    match.played(other)
    return True


def _say_back(match):
    """Lifted only, it may be a piece to be moved or a removal that comes first: then the lights
    say so, and the button decides."""
    if not match.person.shown_any("lifted", "completes-mill", "hint"):
        return False
    match.table.press(BACK)
    match.table.pause(REST_MS)
    return True


def _and_on(match):
    match.second_thought()
    if not match.person.agrees():
        _say_back(match)
    match.verify()
    turn = match.choose()
    plain(match, turn)
    match.played(turn)
    return True


KINDS = (
    several_taken_back,
    two_off_and_back,
    capture_taken_back,
    correction,
    takeback,
    takeback_by_button,
    takebacks_by_button,
)
