# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The rules against the oracle: every situation, and every count that is quickly reached.

The deep counts are in tests/rules/test_oracle_deep.py, for CPython only.
"""

import json

from merels.rules.game import Game
from merels.rules.perft import perft
from merels.rules.position import SIDES

DATA = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/"
QUICK = 700  # positions: about a second on MicroPython for all lines


def lines(name):
    with open(DATA + name) as file:
        return [json.loads(line) for line in file if line.strip()]


def start(line):
    """The game of a line of the oracle, after its moves."""
    if line.get("position"):
        game = Game.from_position(line["position"], line["variant"], **line["set"])
    else:
        game = Game(line["variant"], **line["set"])
    for move in line["moves"]:
        game.play(move)
    return game


def over(game):
    outcome = game.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    return {"winner": winner, "reason": outcome.reason}


def test_every_situation():
    found = lines("situations.jsonl")
    assert len(found) == 49
    for line in found:
        game = start(line)
        have = {
            "turn": SIDES[game.turn],
            "due": game.due,
            "hand": list(game.hand),
            "legal": game.legal(),
            "over": over(game),
        }
        for key in line["expect"]:
            assert have[key] == line["expect"][key], (line["id"], key, have[key])


def test_every_situation_can_be_taken_back():
    for line in lines("situations.jsonl"):
        game = start(line)
        turns = game.turns()
        while game.actions:
            game.undo()
        assert game.position() == start(dict(line, moves=[])).position(), line["id"]
        for turn in turns:
            game.play(turn)
        assert game.turns() == turns
        assert over(game) == over(start(line))


def test_every_quick_count():
    compared = 0
    for line in lines("perft.jsonl"):
        game = start(line)
        position = game.position()
        for turns in (False, True):
            expected = list(line["turns" if turns else "actions"] or ())
            while expected and expected[-1] > QUICK:
                expected.pop()
            assert perft(game, len(expected), turns) == expected, (line["id"], turns)
            compared += len(expected)
        assert game.position() == position
    assert compared > 100


def test_a_finished_game_has_no_further_ones():
    game = Game("three-mens-morris")
    for move in ("a1", "a3", "b2", "b3"):
        game.play(move)
    counts = perft(game, 2)
    assert counts == [5, 4 * 4]  # c3 wins at once, the other four leave four
    game.play("c3")
    assert perft(game, 3) == [0, 0, 0]
    assert perft(game, 3, turns=True) == [0, 0, 0]
