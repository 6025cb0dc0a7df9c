# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games begun and played as `merels.rules.game` does it, in less time where thousands are read.

The rules of a variant are made once and shared by its games; a turn that is legal is found to be
so by one look at a mask each, and all else is left to Game.play, which says what is wrong.

    game = fresh("lasker-morris", {"fly": "off"})
    play(game, "d6")
"""

from collections.abc import Mapping
from functools import lru_cache

from merels.board import Board
from merels.rules.game import Game
from merels.rules.position import HAND, OFF
from merels.rules.ruleset import Rules
from merels.rules.ruleset_maker import make
from merels.rules.turns import Turns


def fresh(variant: str, changed: Mapping[str, str], position: str = "") -> Game:
    """The game before its first turn, from `position` or the empty board. Raises RulesError."""
    if position:
        return Game.from_position(position, variant=variant, **changed)
    game = Game.__new__(Game)
    Turns.__init__(game, _rules(variant, tuple(changed.items())))
    return game


def play(game: Game, text: str) -> None:
    """Play a turn's text, removals glued on or not. A refused one changes nothing.

    Raises IllegalMove.
    """
    bits = _bits(game.board)
    move, *taken = text.split("x")
    start = game.actions
    try:
        if not move:
            pass
        elif len(move) == 2 and game.places() >> bits[move] & 1:
            game.do(HAND << 5 | bits[move])
        elif len(move) == 5 and move[2] == "-":
            src, dst = bits[move[:2]], bits[move[3:]]
            if not game.targets(src) >> dst & 1:
                raise KeyError(move)
            game.do(src << 5 | dst)
        else:
            raise KeyError(move)
        for point in taken:
            if not game.removable() >> bits[point] & 1:
                raise KeyError(point)
            game.do(bits[point] << 5 | OFF)
    except KeyError:
        while game.actions > start:
            game.undo()
        game.play(text)  # says why it is none, or finds that it is one


@lru_cache(maxsize=64)
def _rules(variant: str, changed: tuple[tuple[str, str], ...]) -> Rules:
    return make(variant, dict(changed))


_NAMES: dict[str, dict[str, int]] = {}  # of each board: its points and their bits


def _bits(board: Board) -> dict[str, int]:
    bits = _NAMES.get(board.id)
    if bits is None:
        bits = _NAMES[board.id] = {name: board.bit(name) for name in board.names}
    return bits
