# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The turns of a line that is read from PGN: played, with what is written about them.

Beneath `pgn_line`, which adds the variations. A comment belongs to the turn before it, or to the
next one if the number of that stands before the comment.
"""

import re
from dataclasses import dataclass

from merels.errors import IllegalMove, RulesError
from merels.game import Game

from merels_host.exchange.checked import DRAWS, WHYS
from merels_host.exchange.pgn_moves import clock_in, position_in
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.pgn_writer import plain
from merels_host.exchange.quick_play import fresh, play
from merels_host.exchange.score import Score, Turn


class Refused(Exception):
    """A turn that cannot be played: its offset in the text, its number, a sentence."""

    def __init__(self, offset: int, move: str, words: str):
        super().__init__(words)
        self.offset = offset
        self.move = move
        self.words = words


class Draw(Exception):
    """The game goes on after a draw by an option's rule."""

    def __init__(self, option: str):
        super().__init__(option)
        self.option = option


@dataclass
class Left:
    """A line that was left for a variation: what is needed to go on with it."""

    turns: list[Turn]
    game: Game
    mark: int
    start: int  # offset of the parenthesis


class Turns:
    """game: the score's, before its first turn. exact: the file says by which rules it was played.
    complaints: offset, number of the move, sentence: of what cost only a part of the game."""

    def __init__(self, score: Score, game: Game, text: str, exact: bool):
        self.score = score
        self.complaints: list[tuple[int, str, str]] = []
        self._text = text
        self._exact = exact
        self._turns = score.turns
        self._game = game
        self._mark = 0  # actions of the game before the last turn
        self._left: list[Left] = []
        self._skipping = 0  # parentheses open since a variation was given up
        self._before: list[str] = []  # comments that belong to the next turn
        self._nags: list[int] = []
        self._numbered = False  # a number stands before the next turn

    def _move(self, text: str, token: re.Match) -> None:
        turns, game = self._turns, self._game
        before = game.actions
        try:
            if text[0] == "x" and game.middle and turns:
                play(game, text)
                turns[-1].text += text
                return
            turn = Turn(text)
            if self._before:
                game, before = self._take_before(turn, before)
            play(game, text)
        except RulesError as error:
            self._refuse(error, token)
            return
        if self._nags:
            turn.nags, self._nags = self._nags, []
        turns.append(turn)
        self._mark = before
        self._numbered = False

    def _take_before(self, turn: Turn, mark: int) -> tuple[Game, int]:
        """Give a turn the comments before it, and the board the position that one of them sets."""
        position, turn.before = position_in(" ".join(self._before))
        if position:
            score = self.score
            self._game = fresh(score.variant, score.changed, position)
            turn.position = position
            mark = 0
        self._before = []
        return self._game, mark

    def _refuse(self, error: RulesError, token: re.Match) -> None:
        """Give up the variation, or the game."""
        word = token[0] if len(token[0]) <= 40 else token[0][:37] + "..."
        words = " ".join(str(error).split())
        if isinstance(error, IllegalMove):
            outcome = self._game.outcome()
            why = WHYS.get(error.why, error.why)
            if error.why == "game-over" and outcome:
                option = DRAWS.get(outcome.reason or "", "")
                if option and not self._exact and not self._left:
                    raise Draw(option)
                why = f"the game is over ({outcome.reason})"
            words = f"{word} cannot be played: {why}."
        move = self._counted()
        if not self._left:
            raise Refused(token.start(), move, words)
        words += " The variation is kept as a comment."
        self.complaints.append((token.start(), move, words))
        self._before, self._nags = [], []
        self._skipping = 1

    def _counted(self) -> str:
        """The number of the next turn."""
        numbers = Numbers(self.score)
        for left in self._left:
            numbers = _after(numbers, left.turns[:-1])
        return _after(numbers, self._turns).next(Turn(""))

    def _number(self, text: str) -> None:
        self._numbered = True
        if self._turns or self._left or not (".." in text or "…" in text):
            return
        # Black moves first, in a file that has no other way to say so.
        score = self.score
        if not (score.start or "starts" in score.changed or self._game.turn):
            score.changed["starts"] = "black"
            self._game = score.opened()

    def _comment(self, token: re.Match) -> None:
        text = token[0]
        if text[0] == "{" and text[-1] != "}":
            self.complaints.append(
                (token.start(), "", "a comment that begins here is never closed.")
            )
        text = plain(text[1:].removesuffix("}") if text[0] == "{" else text[1:]).strip(" ")
        if not text:
            return
        if self._numbered or (self._left and not self._turns):
            self._before.append(text)
        else:
            self._remark(text)

    def _remark(self, text: str) -> None:
        """A comment after the last turn, or before all."""
        if not self._turns:
            self.score.before = f"{self.score.before} {text}".strip(" ")
            return
        turn = self._turns[-1]
        if turn.took_ms is None:
            turn.took_ms, text = clock_in(text)
        turn.after = f"{turn.after} {text}".strip(" ")

    def _nag(self, number: int) -> None:
        if self._turns and not self._numbered:
            self._turns[-1].nags.append(number)
        else:
            self._nags.append(number)

    def _put_away(self) -> None:
        """Comments and glyphs before a turn that never came belong to the one before."""
        for text in self._before:
            self._remark(text)
        self._before = []
        if self._nags and self._turns:
            self._turns[-1].nags += self._nags
        self._nags = []
        self._numbered = False


def _after(numbers: Numbers, turns: list[Turn]) -> Numbers:
    for turn in turns:
        numbers.next(turn)
    return numbers
