# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The deep counts of the oracle, on CPython only.

Positions that are reached in several ways, and two moves from the end also those that are the
same up to symmetry, are counted once. That is exact as long as the past has no say in what
follows: nothing is drawn by repetition within seven quiet moves.
"""

import json
from pathlib import Path

import pytest
from merels.rules.game import Game
from merels.rules.perft import perft
from symmetries import Canonical

LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "perft.jsonl").read_text().splitlines()
    if line.strip()
]


class Counter:
    """Counts by playing, level by level, with a memory of the positions that it has met."""

    def __init__(self, game, turns):
        self.game = game
        self.turns = turns
        self.met = {}
        self.canonical = Canonical(game.board)

    def below(self, depth):
        """How many sequences of `depth` actions or turns there are from here."""
        if depth == 1 and not (self.turns and self.game.due):
            return perft(self.game, 1, self.turns)[0]
        key = self._key(depth)
        if key is not None and key in self.met:
            return self.met[key]
        number = self._played(depth)
        if key is not None:
            self.met[key] = number
        return number

    def _played(self, depth):
        game = self.game
        number = 0
        for action in game.legal_actions():
            game.do(action)
            left = depth if self.turns and game.middle else depth - 1
            number += self.below(left) if left else 1
            game.undo()
        return number

    def _key(self, depth):
        game = self.game
        if game.quiet > 7 or (game.kept and any(game._rare())):
            return None
        hand = game.hand
        stands = self.canonical(*game.men) if depth == 2 else tuple(game.men)
        return depth, stands, hand[0], hand[1], game.turn, game.due, game.over


def start(line):
    game = Game(line["variant"], **line["set"])
    for move in line["moves"]:
        game.play(move)
    return game


CASES = [(line, kind) for line in LINES for kind in ("actions", "turns") if line[kind] is not None]


@pytest.mark.parametrize(
    ("line", "kind"), CASES, ids=[f"{line['id']}-{kind}" for line, kind in CASES]
)
def test_counts(line, kind):
    expected = line[kind]
    turns = kind == "turns"
    game = start(line)
    before = game.position(), game.ply
    counter = Counter(game, turns)
    assert [counter.below(depth) for depth in range(1, len(expected) + 1)] == expected
    assert (game.position(), game.ply) == before


def test_memory_or_not_the_counts_are_the_same():
    for line in LINES:
        for turns in (False, True):
            numbers = [n for n in (line["turns" if turns else "actions"] or ()) if n < 20000]
            assert perft(start(line), len(numbers), turns) == numbers, line["id"]
