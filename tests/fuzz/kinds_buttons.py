# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Kinds of what is no play: buttons pressed, pieces parked, boards in a mess, the next game.

Kinds as in kinds_sensors.py.
"""

from merels.rules.game import OFF

from fuzz.acting import arrive, plain, remove, side_of
from fuzz.dice import bits
from fuzz.table import BACK, NEW


def new_touched(match, turn):
    """`new` is touched in mid-game, at any moment of a turn."""
    table = match.table
    if not table.standing:
        return False
    table.wait(3500)  # another press within three seconds would be a yes
    early = match.dice.chance(50)
    if early:
        table.press(NEW, match.roll(60, 300))
        match.pause(400, 5000)
    plain(match, turn)
    match.played(turn)
    if not early and not match.game.over:  # after the end it begins the next game
        table.press(NEW, match.roll(60, 300))
    return True


def new_and_back(match, turn):
    """`new` is pressed twice, and the game taken up again with `back`."""
    table = match.table
    if not table.standing or not match.app.game.actions or match.app.game.middle:
        return False
    table.wait(3500)
    for _ in range(2):
        table.press(NEW)
        table.wait(match.roll(400, 1200))
    table.press(BACK)
    match.pause(600, 2000)
    plain(match, turn)
    match.played(turn)
    return True


def parked(match, turn):
    """A captured piece lies on a point that the game does not use."""
    table = match.table
    unused = table.board.wood.points & ~match.game.board.points
    free = match.dice.bit(unused & ~table.standing)
    lies = match.dice.bit(unused & table.standing)
    plain(match, turn)
    match.played(turn)
    match.pause(50, 900)
    if lies >= 0 and match.dice.chance(30):
        table.lift(lies)
    elif free >= 0 and turn.gone:
        table.drop(free, 1 - turn.side)
    return True


def mess(match, turn):
    """One to eight pieces stand anywhere, or nowhere; who only follows the lights leads back."""
    table = match.table
    standing = match.dice.shuffled(bits(table.standing & match.game.board.points))
    free = match.dice.shuffled(bits(match.game.board.points & ~table.standing))
    if len(standing) < 3 or match.game.due:
        return False
    fallen = []
    for bit in standing[: min(match.roll(3, 8), len(standing) - 1)]:
        fallen.append(side_of(match, bit))
        table.lift(bit)
        match.pause(0, 100)
    for side in fallen:
        if free and match.dice.chance(60):
            table.drop(free.pop(), side)
            match.pause(0, 100)
    match.pause(900, 3000)
    match.follow()
    if match.dead:
        return True
    if not match.person.agrees():
        match.excuse()  # the mess showed a legal turn: it counts
        match.verify()
    turn = match.choose()
    plain(match, turn)
    match.played(turn)
    return True


def next_game_soon(match):
    """After the end the board is cleared, and the next game begins before three seconds have
    gone."""
    table = match.table
    if match.app.game.over and match.app.game.actions:
        unused = ~match.game.board.points
        for bit in match.dice.shuffled(bits(table.standing & ~unused)):
            match.pause(20, 500)
            table.lift(bit)
        match.pause(200, 2700)
        match.begin_again()
        for _ in range(2):
            turn = match.choose()
            if turn.target == OFF or turn.gone:
                break
            arrive(match, turn)
            remove(match, turn)
            match.played(turn)
            match.pause(300, 900)


KINDS = (
    new_touched,
    new_and_back,
    parked,
    mess,
)
