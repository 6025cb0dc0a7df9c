# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The numbers of moves: "12." for White's, "12..." for Black's where the number must be told.

For the writer, and for readers that name a move. In most games the sides take turns, so nothing
need be played to know whose turn it is; where a side may play twice, the rules are asked.

    numbers = Numbers(score)
    numbers.next(score.turns[0])     # "1."
"""

from collections.abc import Iterable
from functools import lru_cache

from merels.errors import RulesError
from merels.rules.game import Game

from merels_host.exchange.score import Score, Turn, fresh


class Numbers:
    """side: who played the last turn that was numbered. alone: Black did, and not after White."""

    def __init__(self, score: Score):
        self.side = 1
        self.alone = False
        self._score = score
        self._number = score.first_move - 1
        self._next, alternate = _first(score.variant, tuple(score.changed.items()))
        self._game: Game | None = None
        if score.start or not alternate:
            self._set(score.start)

    def next(self, turn: Turn) -> str:
        """The number of the next turn."""
        if turn.position:
            self._set(turn.position)
        before, self.side = self.side, self._next
        self.alone = self.side == 1 and before == 1
        if self.side == 0 or self.alone:
            self._number += 1
        self._next = 1 - self.side
        if self._game is not None:
            try:
                self._game.play(turn.text)
                self._next = self._game.turn
            except RulesError:
                self._game = None  # from here on the sides take turns, for all we know
        return f"{self._number}." if self.side == 0 else f"{self._number}..."

    def again(self, turns: Iterable[Turn]) -> "Numbers":
        """Numbers of the same game, after `turns`."""
        numbers = Numbers(self._score)
        for turn in turns:
            numbers.next(turn)
        return numbers

    def _set(self, position: str) -> None:
        """The board stands as `position` says, or as the score begins."""
        score = self._score
        try:
            game = fresh(score.variant, score.changed, position)
        except (RulesError, TypeError):
            return
        self._next = game.turn
        self._game = None if _alternate(game) else game


@lru_cache(maxsize=64)
def _first(variant: str, changed: tuple[tuple[str, str], ...]) -> tuple[int, bool]:
    """Who begins, and do the sides take turns in any case?"""
    try:
        game = fresh(variant, dict(changed))
    except (RulesError, TypeError):
        return 0, True
    return game.turn, _alternate(game)


def _alternate(game: Game) -> bool:
    """Only special rules of placing, of being blocked and of owed removals let a side go twice."""
    rules = game.rules
    return rules.placing is None and rules.blocked is None and rules.extra_removals is None
