# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is written about the turns of a line that is read from PGN: comments and glyphs.

Beneath `pgn_turns`. A comment belongs to the turn before it, or to the next one if the number of
that stands before the comment.
"""

import re
from dataclasses import dataclass

from merels.rules.game import Game

from merels_host.exchange.comment_text import in_line, joined, said
from merels_host.exchange.pgn_count import MoveCount
from merels_host.exchange.pgn_moves import clock_in
from merels_host.exchange.score import Score, Turn


@dataclass
class Left:
    """A line that was left for a variation: what is needed to go on with it."""

    turns: list[Turn]
    game: Game
    mark: int
    half: int  # as Count has it, before its last turn
    counted: int  # and after it
    start: int  # offset of the parenthesis


class Remarks:
    """complaints: offset, number of the move, sentence: of what cost only a part of the game."""

    def __init__(self, score: Score):
        self.score = score
        self.complaints: list[tuple[int, str, str]] = []
        self._turns = score.turns  # of the line that is read
        self._left: list[Left] = []  # those around it
        self._count = MoveCount(bool(score.start))
        self._before: list[str] = []  # comments that belong to the next turn
        self._nags: list[int] = []  # and glyphs

    def counted_by(self, count: MoveCount) -> None:
        """Before the first turn: hold the numbers of turns against another count."""
        self._count = count

    def _comment(self, token: re.Match) -> None:
        text = token[0]
        if text[0] == "{" and text[-1] != "}":
            self.complaints.append(
                (token.start(), "", "a comment that begins here is never closed.")
            )
        text = in_line(text[1:].removesuffix("}") if text[0] == "{" else text[1:])
        if text:
            self._say(text)

    def _say(self, text: str) -> None:
        """A comment, of the turn before or of the next one."""
        if self._count.numbered or (self._left and not self._turns):
            self._before.append(text)
        else:
            self._remark(text)

    def _remark(self, text: str) -> None:
        """A comment after the last turn and its variations, or before all."""
        if not self._turns:
            self.score.before = joined(self.score.before, said(text))
            return
        turn = self._turns[-1]
        if turn.took_ms is None:
            turn.took_ms, text = clock_in(text)
        text = said(text)
        if turn.variations:
            turn.closing = joined(turn.closing, text)
        else:
            turn.after = joined(turn.after, text)

    def _nag(self, number: int) -> None:
        numbered = self._count.numbered or not self._turns
        nags = self._nags if numbered else self._turns[-1].nags
        if number not in nags:
            nags.append(number)

    def _put_away(self) -> None:
        """Comments and glyphs before a turn that never came belong to the one before."""
        for text in self._before:
            self._remark(text)
        self._before = []
        if self._nags and self._turns:
            nags = self._turns[-1].nags
            nags += [number for number in self._nags if number not in nags]
        self._nags = []
        self._count.numbered = False
