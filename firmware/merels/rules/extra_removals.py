# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Removals that are due although nobody has closed a line: for a full board, for counted mills,
for a blocked side.

`game.owes` is a tuple of entries (who removes, whose pieces, why, how many), the first being
under way, and ends with (who moves next, -1, "moves", 0). Each entry is a turn of its own.
"""

from merels.board import count

MOVES = "moves"


def begin(game, entries, then):
    """Let `entries` be settled one after the other; then the side `then` moves."""
    game.owes = entries + ((then, -1, MOVES, 0),)
    load(game)


def load(game):
    """Make the first entry that can be settled the one under way."""
    while True:
        who, whose, why, number = game.owes[0]
        game.turn = who
        if why == MOVES:
            game.owes = ()
            game.due = 0
            return
        if targets(game):
            # Mills that protect pieces now need not when the next one is to go.
            game.due = min(number, count(game.men[whose] & ~game.marked))
            game.owes = ((who, whose, why, game.due),) + game.owes[1:]
            return
        game.owes = game.owes[1:]


def targets(game):
    """The pieces that may be removed under the first entry, as a mask."""
    who, whose, why, _ = game.owes[0]
    men = game.men[whose] & ~game.marked
    if why == "full" or who == whose:
        return men
    if why == "count":
        return game.unprotected(whose)
    beside = 0
    for bit in range(25):
        if game.men[who] >> bit & 1:
            beside |= game.board.adjacent[bit]
    return men & beside


def removed(game):
    """One piece was removed: go on with this entry or with the next."""
    who, whose, why, _ = game.owes[0]
    if game.due:
        game.owes = ((who, whose, why, game.due),) + game.owes[1:]
        if targets(game):
            return
        game.due = 0
    game.owes = game.owes[1:]
    game.complete(game.owes[0][0])
