# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The turns of a line that is read from PGN: numbered, and played with the rules.

Between `pgn_remarks`, which knows what is written about turns, and `pgn_line`, which adds the
variations.
"""

import re

from merels.errors import IllegalMove, RulesError
from merels.rules.game import Game

from merels_host.exchange.checked import DRAWS, WHYS
from merels_host.exchange.comment_text import said
from merels_host.exchange.pgn_end import begins_line
from merels_host.exchange.pgn_moves import position_in, unread
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.pgn_remarks import Remarks
from merels_host.exchange.pgn_tokens import COMMENTS
from merels_host.exchange.score import Score, Turn, fresh

LAST = " As the last word it is kept as a comment."


class Refused(Exception):
    """A turn that cannot be played: its offset in the text, its number, a sentence."""

    def __init__(self, offset: int, move: str, words: str):
        super().__init__(words)
        self.offset = offset
        self.move = move
        self.words = words


class Again(Exception):
    """A number 1 begins the next game: its offset in the text."""

    def __init__(self, offset: int):
        super().__init__(offset)
        self.offset = offset


class Draw(Exception):
    """The game goes on after a draw by an option's rule."""

    def __init__(self, option: str):
        super().__init__(option)
        self.option = option


class PgnTurns(Remarks):
    """game: the score's, before its first turn. exact: the file says by which rules it was
    played."""

    def __init__(self, score: Score, game: Game, text: str, exact: bool):
        super().__init__(score)
        self._text = text
        self._exact = exact
        self._game = game
        self._mark = 0  # actions of the game before the last turn
        self._half = 1  # of the count before the last turn
        self._skipping = 0  # parentheses open since a variation was given up

    def _move(self, text: str, token: re.Match) -> None:
        turns, game, count = self._turns, self._game, self._count
        before = game.actions
        try:
            if text[0] == "x" and game.middle and turns:
                game.play(text)
                turns[-1].text += text
                return
            turn = Turn(text)
            if self._before:
                game, before = self._take_before(turn, before)
            side = game.turn
            if count.numbered and (wrong := count.check(side)):
                self._give_up(wrong, token)
                return
            game.play(text)
        except RulesError as error:
            self._refuse(error, token)
            return
        if self._nags:
            turn.nags, self._nags = self._nags, []
        turns.append(turn)
        self._mark = before
        self._half = count.half
        count.played(side)

    def _take_before(self, turn: Turn, mark: int) -> tuple[Game, int]:
        """Give a turn the comments before it, and the board the position that one of them sets."""
        position, before = position_in(" ".join(self._before))
        turn.before = said(before)
        if position:
            score = self.score
            self._game = fresh(score.variant, score.changed, position)
            turn.position = position
            mark = 0
        self._before = []
        return self._game, mark

    def _refuse(self, error: RulesError, token: re.Match) -> None:
        """Say why a turn cannot be played, and give up what it costs."""
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
            if error.why == "bad-move" and not self._left and self._is_last(token):
                words += LAST
                self.complaints.append((token.start(), self._counted(), words))
                self._put_away()
                self._remark(unread(token[0]))
                return
        self._give_up(words, token)

    def _is_last(self, token: re.Match) -> bool:
        """Do only comments follow, as where a text was cut off?"""
        return not COMMENTS.sub("", self._text[token.end() :]).strip()

    def _give_up(self, words: str, token: re.Match) -> None:
        """Give up the variation, or the game."""
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

    def _number(self, token: re.Match) -> None:
        count, game = self._count, self._game
        number = count.read(token[0])
        if self._left:
            return
        if self._turns:
            if number == 1 and count.begins_again(
                game.turn, begins_line(self._text, token.start())
            ):
                count.back(count.half)
                raise Again(token.start())
        elif count.black:
            # Black moves first, in a file that may have no other way to say so.
            score = self.score
            if not (score.start or "starts" in score.changed or game.turn):
                score.changed["starts"] = "black"
                self._game = score.opened()


def _after(numbers: Numbers, turns: list[Turn]) -> Numbers:
    for turn in turns:
        numbers.next(turn)
    return numbers
