# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The tokens of a game's movetext put together to turns, with comments, glyphs and variations.

The heart of the PGN reader. A variation is played on the same game, of which a turn was taken
back; at its end that is played again.

    line = Line(score, score.opened(), text, exact=False)
    for token in tokens(text):
        line.take(token.lastgroup, token)
    line.end()
"""

import re
from dataclasses import dataclass

from merels.errors import IllegalMove, RulesError
from merels.game import Game

from merels_host.exchange.checked import DRAWS, WHYS
from merels_host.exchange.pgn_moves import GLYPHS, clock_in, glyph, position_in, respelled
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.pgn_writer import plain
from merels_host.exchange.quick_play import fresh, play
from merels_host.exchange.score import Score, Turn

DEEPEST = 100  # variations in variations; what lies deeper stays as it is written


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
class _Left:
    """A line that was left for a variation: what is needed to go on with it."""

    turns: list[Turn]
    game: Game
    mark: int
    start: int  # offset of the parenthesis


class Line:
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
        self._left: list[_Left] = []
        self._skipping = 0  # parentheses open since a variation was given up
        self._before: list[str] = []  # comments that belong to the next turn
        self._nags: list[int] = []
        self._numbered = False  # a number stands before the next turn

    @property
    def depth(self) -> int:
        """Variations that are open."""
        return len(self._left) + self._skipping

    def take(self, kind: str | None, token: re.Match) -> None:
        """Take the next token. Raises Refused and Draw."""
        if self._skipping:
            self._skip(kind, token)
        elif kind == "move":
            self._move(token[0], token)
        elif kind == "number":
            self._number(token[0])
        elif kind == "comment":
            self._comment(token)
        elif kind == "nag":
            self._nag(glyph(token[0]))
        elif kind == "open":
            self._open(token)
        elif kind == "close":
            self._close(token)
        elif kind == "word":
            self._word(token)

    def end(self) -> None:
        """There are no more tokens."""
        if self.depth:
            start = self._left[0].start
            self.complaints.append((start, "", "a variation that begins here is never closed."))
            while self._left:
                self._skipping = 0
                self._return()
        self._put_away()

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

    def _open(self, token: re.Match) -> None:
        self._put_away()
        if not self._turns:
            self.complaints.append((token.start(), "", "a variation stands before all moves."))
            self._left.append(_Left(self._turns, self._game, 0, token.start()))
            self._skipping = 1
            return
        self._left.append(_Left(self._turns, self._game, self._mark, token.start()))
        if len(self._left) > DEEPEST:
            words = f"variations lie more than {DEEPEST} deep; this one is kept as a comment."
            self.complaints.append((token.start(), "", words))
            self._skipping = 1
            return
        while self._game.actions > self._mark:
            self._game.undo()
        self._turns = []

    def _close(self, token: re.Match) -> None:
        if not self._left:
            self.complaints.append((token.start(), "", "a parenthesis closes no variation."))
            return
        loose = " ".join(self._before) if not self._turns else ""
        if loose:
            self._before = []
        self._put_away()
        variation = self._turns
        self._return()
        if variation:
            self._turns[-1].variations.append(variation)
        elif loose:
            self._remark(loose)

    def _return(self) -> None:
        """Go on with the line that was left."""
        left = self._left.pop()
        self._turns, self._game, self._mark = left.turns, left.game, left.mark
        self._numbered = False
        if left.turns:
            while self._game.actions > left.mark:
                self._game.undo()
            play(self._game, left.turns[-1].text)

    def _skip(self, kind: str | None, token: re.Match) -> None:
        """Pass over what is left of a variation that was given up; keep its text."""
        if kind == "open":
            self._skipping += 1
        elif kind == "close":
            self._skipping -= 1
            if not self._skipping:
                raw = self._text[self._left[-1].start : token.end()]
                self._return()
                self._remark(plain(raw).replace("{", "(").replace("}", ")"))

    def _word(self, token: re.Match) -> None:
        """A token of no known kind: a glyph, or a move that is spelled another way."""
        if token[0] in GLYPHS:
            self._nag(GLYPHS[token[0]])
            return
        for text in respelled(token[0]):
            self._move(text, token)

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
