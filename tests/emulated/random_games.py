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
_ASKED_MS = 600
_SWEEP_MS = 700


class RandomGames:
    """plies: how many the board has understood. asked: at how many of them it asked first. wrong:
    sentences about those that it has not understood."""

    def __init__(self, board: Board, seed: int):
        self.board = board
        self.plies = self.asked = 0
        self.wrong: list[str] = []
        self._random = random.Random(seed)
        board.ask("set settle=100")

    def play(self, variant: str, plies: int) -> None:
        """A game from its start, for so many plies or to its end. Ends it at what is not
        understood."""
        game = Game(variant)
        self.board.look_anew()  # a log of hours would fill the memory
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
        images = [(game.white | game.black, game.white)]
        while game.ply == start and not game.over:
            game.play(self._random.choice(game.legal()))
            now = game.white | game.black
            images += [(images[-1][0] & now, game.white), (now, game.white)]
        self._show(images, _AIR_MS)
        text = game.turns()[-1]
        if not self.board.until(lambda: len(self.board.moves) > before, _MOST_MS):
            # It may have been a correction as well, so the board asks: put back what was lifted
            # last, and lift it again.
            if "=hint" in (self.board.ask("lights") or ""):
                lifted = [image for image in images if image[0] != images[-1][0]]
                self._show([lifted[-1], images[-1]], _ASKED_MS)
                self.asked += 1
            self.board.until(lambda: len(self.board.moves) > before, _MOST_MS)
        told = [record.values["text"] for record in self.board.moves[before:]]
        if told != [text]:
            self.wrong.append(f"{game.variant}, ply {game.ply}: {text} was told as {told}")
            return False
        self.plies += 1
        return True

    def _show(self, images: list[tuple[int, int]], ms: float) -> None:
        """One image of the wood after the other: all pieces, and those of white."""
        for seen, white in images:
            if _points(seen) != sorted(self.board.pieces, key=WOOD.index):
                self.board.put(_points(seen), _points(white & seen))
                self.board.wait(ms)


def _points(mask: int) -> list[str]:
    return [name for bit, name in enumerate(WOOD) if mask >> bit & 1]
