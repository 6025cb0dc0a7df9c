# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What of a game is written down: one record a turn, or the whole of it told anew.

Used by notes.py, which decides when.

    kind, detail, text = turn_record(game)      # of the last complete turn
"""

from merels.journal import records
from merels.rules.game import OFF, Game


def turn_record(game):
    """(kind, detail, text) of the record of the last complete turn."""
    action = -1
    removals = []
    plain = True
    row = game.history.start(game.ply - 1)
    while row < game.actions:
        done = game.history.action(row)
        if done & 31 == OFF:
            removals.append(done >> 5)
        else:
            plain = plain and not removals and action < 0
            action = done
        row += 1
    if plain and len(removals) <= 2:
        return records.MOVE, records.move_detail(action, removals), b""
    return records.LONG_MOVE, 0, game.turn_text(game.ply - 1).encode()


def retell(game, note):
    """Tell a game that has turns or a set-up position already, as if it was played now.

    Calls note(kind, detail, hash, text) for the position it starts from, if that is not the
    variant's own, and for each complete turn.
    """
    declared = (game.winner, game.reason) if game.declared else None
    actions = [game.history.action(row) for row in range(game.actions)]
    while game.actions:
        game.undo()
    text = game.position()
    if text != Game(game.variant, **game.changed).position():
        note(records.EDIT, 0, records.position_hash(text), text.encode())
    for action in actions:
        game.do(action)
        if not game.middle:
            kind, detail, text = turn_record(game)
            note(kind, detail, records.position_hash(game.position()), text)
    if declared and not game.over:
        game.finish(*declared)
