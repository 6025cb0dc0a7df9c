# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Answers about the rules, on CPython or on MicroPython: behind variants, legal and perft.

A request and its answer are plain values that fit into JSON. `answer` works it out with the
firmware's rules on the interpreter that it runs on; started as a module, this file reads a
request as a line of JSON and prints its answer. Pure, so that MicroPython can run it.

    answer({"verb": "perft", "variant": "achi", "depth": 3})        # [9, 72, 504]
"""

import json
import sys

from merels import board
from merels.errors import RulesError
from merels.rules import variants
from merels.rules.game import Game
from merels.rules.perft import perft
from merels.rules.position import SIDES

from merels_host.simulator.attended import Watch


def answer(request, look=None):
    """The answer to a request. Raises RulesError. look: called often while it counts positions."""
    verb = request["verb"]
    if verb == "variants":
        return [describe(name) for name in variants.ids()]
    game = game_of(request)
    if verb == "perft":
        if look:
            _watched(game, look)
        return perft(game, request["depth"], request.get("turns", False))
    return legal(game)


def _watched(game, look):
    """Let `look` be called whenever the moves of a position are asked for."""
    legal_actions = game.legal_actions

    def looking():
        look()
        return legal_actions()

    game.legal_actions = looking


def game_of(request):
    """The game that a request names: its variant, set, position and moves. Raises RulesError."""
    changed = request.get("set") or {}
    position = request.get("position")
    if position is None:
        game = Game(request["variant"], **changed)
    else:
        game = Game.from_position(position, request["variant"], **changed)
    for move in (request.get("after") or "").split():
        game.play(move)
    return game


def describe(name):
    """A variant: id, aliases, board, number of points and lines, differences, all options."""
    variant = variants.find(name)
    game = Game(name)
    return {
        "id": variant.id,
        "aliases": variant.aliases,
        "board": variant.board,
        "points": board.count(game.board.points),
        "lines": len(game.board.lines),
        "differences": variant.differences,
        "options": game.options,
    }


def legal(game):
    """What may be done in a game now, and how it stands."""
    outcome = game.outcome()
    over = None
    if outcome is not None:
        winner = None if outcome.winner is None else SIDES[outcome.winner]
        over = {"winner": winner, "reason": outcome.reason}
    return {
        "legal": game.legal(),
        "turn": SIDES[game.turn],
        "due": game.due,
        "hand": [game.hand[0], game.hand[1]],
        "over": over,
        "position": game.position(),
    }


def main():
    """Answer the request on the line that stands on standard input.

    With "attended" in it, whoever asks holds that open until the answer has come.
    """
    request = json.loads(sys.stdin.readline())
    try:
        result = {"answer": answer(request, Watch().look if request.get("attended") else None)}
    except RulesError as error:
        result = {"error": error.__class__.__name__, "text": str(error)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
