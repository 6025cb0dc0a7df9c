# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Random games of any variant, played by quick hands on an emulated board with a host.

games = RandomGames(board, seed=1)
games.play("lasker-morris", plies=40)
games.plies, games.wrong
"""

import random

from emulated.board import Board
from emulated.product import WOOD, Game

_AIR_MS = 14  # between two things that hands do
_MOST_MS = 1500  # a turn is recorded within so long
_SWEEP_MS = 700


class RandomGames:
    """plies: how many the board has understood. wrong: sentences about those it has not."""

    def __init__(self, board: Board, seed: int):
        self.board = board
        self.plies = 0
        self.wrong: list[str] = []
        self._random = random.Random(seed)
        board.ask("set settle=100")

    def play(self, variant: str, plies: int) -> None:
        """A game from its start, for so many plies or to its end. Ends it at what is not
        understood."""
        game = Game(variant)
        self.board.put(())
        self.board.wait(_SWEEP_MS)
        answer = self.board.ask(f"new variant={variant}")
        if " ok" not in (answer or ""):
            self.wrong.append(f"{variant} does not begin: {answer}")
            return
        for _ in range(plies):
            if game.over or not self._turn(game):
                return

    def _turn(self, game: Game) -> bool:
        before = len(self.board.moves)
        start = game.ply
        while game.ply == start and not game.over:
            wood = game.white | game.black
            game.play(self._random.choice(game.legal()))
            self._show(wood, game)
        text = game.turns()[-1]
        self.board.until(lambda: len(self.board.moves) > before, _MOST_MS)
        told = [record.values["text"] for record in self.board.moves[before:]]
        if told != [text]:
            self.wrong.append(f"{game.variant}, ply {game.ply}: {text} was told as {told}")
            return False
        self.plies += 1
        return True

    def _show(self, wood: int, game: Game) -> None:
        """Lift what is gone, then drop what is new."""
        now = game.white | game.black
        for seen in (wood & now, now):
            if seen != wood:
                self.board.put(_points(seen), _points(game.white & seen))
                self.board.wait(_AIR_MS)
                wood = seen


def _points(mask: int) -> list[str]:
    return [name for bit, name in enumerate(WOOD) if mask >> bit & 1]
