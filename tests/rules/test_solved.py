# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The 3x3 games are solved from the end, with the rules' own moves, and have the known values."""

import pytest
from merels.rules.game import Game


class Solved:
    """The value of every position that can be reached, found backwards from the lost ones.

    A position's value is that of the side to move: ("win", plies), ("loss", plies), or a draw for
    those that are in neither. Repetition and limits are off: who can avoid losing for ever draws.
    """

    def __init__(self, variant, **options):
        self.game = Game(variant, quiet_limit=0, repetition=0, **options)
        self.root = self._key()
        self.next = {}
        self.values = {}
        self._explore()
        self._solve()

    def _key(self):
        game = self.game
        return game.white, game.black, game.hand[0], game.hand[1], game.turn

    def _explore(self):
        """Reach every position once, playing and taking back."""
        game = self.game
        self.next[self.root] = {}
        stack = [iter(game.legal_actions())]
        path = [self.root]
        while stack:
            action = next(stack[-1], None)
            if action is None:
                stack.pop()
                path.pop()
                if path:
                    game.undo()
                continue
            text = game.text(action)
            game.do(action)
            key = self._key()
            self.next[path[-1]][text] = key
            if key in self.next:
                game.undo()
                continue
            self.next[key] = {}
            if game.over:
                assert game.winner == 1 - game.turn  # the mover has won; nobody loses by moving
                self.values[key] = ("loss", 0)
            stack.append(iter(game.legal_actions()))
            path.append(key)

    def _solve(self):
        before = {key: [] for key in self.next}
        for key, moves in self.next.items():
            for then in set(moves.values()):
                before[then].append(key)
        open_moves = {key: len(set(moves.values())) for key, moves in self.next.items()}
        level = list(self.values)
        plies = 0
        while level:
            plies += 1
            found = []
            for lost in level:
                kind = self.values[lost][0]
                for key in before[lost]:
                    if key in self.values:
                        continue
                    open_moves[key] -= 1
                    if kind == "loss":
                        self.values[key] = ("win", plies)
                        found.append(key)
                    elif not open_moves[key]:
                        self.values[key] = ("loss", plies)
                        found.append(key)
            level = found

    def value(self, key=None):
        return self.values.get(key or self.root, "draw")

    def after(self, move):
        """The value of the position after a first move, for the side that is then to move."""
        return self.value(self.next[self.root][move])


@pytest.fixture(scope="module")
def three():
    return Solved("three-mens-morris")


def test_three_mens_morris_is_won_through_the_centre(three):
    assert three.value() == ("win", 9)
    assert three.after("b2") == ("loss", 8)
    assert all(three.after(corner) == "draw" for corner in ("a1", "a3", "c1", "c3"))
    assert all(three.after(edge)[0] == "win" for edge in ("a2", "b1", "b3", "c2"))


def test_three_mens_morris_has_so_many_positions(three):
    assert len(three.next) == 5390


def test_three_mens_morris_without_the_centre_first_is_drawn():
    assert Solved("three-mens-morris", centre_first="no").value() == "draw"


def test_nine_holes_is_drawn():
    assert Solved("nine-holes").value() == "draw"


def test_achi_is_won_through_the_centre_alone():
    achi = Solved("achi")
    assert achi.value() == ("win", 11)
    won = [move for move in achi.next[achi.root] if achi.after(move)[0] == "loss"]
    assert won == ["b2"]


def test_picaria_is_drawn():
    assert Solved("picaria").value() == "draw"
