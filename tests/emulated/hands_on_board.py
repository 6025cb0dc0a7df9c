# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hands that play a known game on an emulated board, and watch its lights as they do.

game = Hands(board, seed=1)
game.play(TURNS)
game.lifts, game.drops, game.wrong
"""

import random

from emulated.board import Board
from emulated.product import Game

_MOST_MS = 600  # a turn is recorded within so long
_SHINES_MS = 90  # for so long at least a piece is in the air


class Hands:
    """lifts, drops: milliseconds from the hand to its light. wrong: sentences about lights and
    turns that were not as they should be."""

    def __init__(self, board: Board, seed: int, game: Game | None = None):
        self.board = board
        self.game = game or Game()
        self.lifts: list[float] = []
        self.drops: list[float] = []
        self.wrong: list[str] = []
        self._random = random.Random(seed)

    def play(self, turns) -> None:
        """Play these turns, each at a moment of its own after the last was recorded."""
        for text in turns:
            self.board.wait(40 + 60 * self._random.random())
            before = len(self.board.moves)
            self._move(text)
            self.board.until(lambda known=before: len(self.board.moves) > known, _MOST_MS)
            said = [record.values["text"] for record in self.board.moves[before:]]
            if said != [text]:
                self.wrong.append(f"ply {self.game.ply + 1}: {text} was told as {said}")
                return
            self.game.play(text)

    def _move(self, text: str) -> None:
        move, *removed = text.split("x")
        source, _, target = move.rpartition("-")
        if source:
            self._lift(text, source)
        self._drop(target, placing=not source)
        if removed:
            self.board.wait(260)
            if removed[0] not in self._last_lit():
                self.wrong.append(f"{text}: {removed[0]} does not shine as removable")
            self.board.wait(60)
            self.board.lift(removed[0])

    def _lift(self, text: str, source: str) -> None:
        legal = [move.partition("x")[0] for move in self.game.legal()]
        targets = {move.split("-")[1] for move in legal if move.startswith(source + "-")}
        at = self.board.lift(source)
        self.board.wait(_SHINES_MS + 30 * self._random.random())
        frame = self._first_frame(at, lambda lit: targets | {source} <= lit.keys())
        if frame is None:
            self.wrong.append(f"{text}: {targets} do not shine")
            return
        self.lifts.append(frame.begin - at)
        if frame.lit.keys() - targets - {source}:
            self.wrong.append(f"{text}: {sorted(frame.lit)} shine, not {sorted(targets)}")

    def _drop(self, target: str, placing: bool) -> None:
        white = self.game.ply % 2 == 0
        at = self.board.drop(target, white)
        if placing:  # a target of a move shines before the drop, too
            self.board.wait(_SHINES_MS)
            frame = self._first_frame(at, lambda lit: target in lit)
            if frame is None:
                self.wrong.append(f"{target} does not shine")
            else:
                self.drops.append(frame.begin - at)

    def _first_frame(self, at: float, is_it):
        frames = [frame for frame in self.board.look().frames if frame.begin >= at]
        return next((frame for frame in frames if is_it(frame.lit)), None)

    def _last_lit(self) -> dict:
        return self.board.look().frames[-1].lit
