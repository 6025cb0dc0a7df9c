# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The tokens of a game's movetext put together to turns and variations.

The heart of the PGN reader. A variation is played on the same game, of which a turn was taken
back; at its end that is played again.

    line = PgnLine(score, score.opened(), text, exact=False)
    for token in tokens(text):
        line.take(token.lastgroup, token)
    line.end(len(text))
"""

import re

from merels.rules.game import Outcome

from merels_host.exchange.comment_text import in_line, joined
from merels_host.exchange.pgn_moves import GLYPHS, glyph, respelled, unread
from merels_host.exchange.pgn_remarks import Left
from merels_host.exchange.pgn_turns import PgnTurns
from merels_host.exchange.score import OPEN

DEEPEST = 100  # variations in variations; what lies deeper stays as it is written


class PgnLine(PgnTurns):
    """A game's turns, with all lines that lie beside them."""

    @property
    def depth(self) -> int:
        """Variations that are open."""
        return len(self._left) + self._skipping

    @property
    def outcome(self) -> Outcome | None:
        """What the rules say at the end of the turns."""
        return self._game.outcome()

    @property
    def crowded(self) -> bool:
        """Are there more turns behind the last number than a number is for?"""
        return self._count.crowded

    def take(self, kind: str | None, token: re.Match) -> None:
        """Take the next token. Raises Refused and Draw."""
        if self._skipping:
            self._skip(kind, token)
        elif kind == "move":
            self._move(token[0], token)
        elif kind == "number":
            self._number(token)
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
        elif kind == "result" and token[0] != OPEN:
            self._say(in_line(token[0]))  # of a variation

    def end(self, at: int) -> None:
        """There are no more tokens; the game's text ends at the offset `at`."""
        if self._left:
            start = self._left[0].start
            words = "a variation that begins here is never closed. It is kept as a comment."
            self.complaints.append((start, "", words))
            del self._left[1:]
            self._give_back(self._text[start:at])
        elif self._count.numbered and (wrong := self._count.check(self._game.turn)):
            self.complaints.append((at, self._counted(), wrong))
        self._put_away()

    def _open(self, token: re.Match) -> None:
        self._put_away()
        if not self._turns:
            self.complaints.append((token.start(), "", "a variation stands before all moves."))
            self._left.append(Left(self._turns, self._game, 0, 1, 1, token.start()))
            self._skipping = 1
            return
        counted = self._count.half
        left = Left(self._turns, self._game, self._mark, self._half, counted, token.start())
        self._left.append(left)
        if len(self._left) > DEEPEST:
            words = f"variations lie more than {DEEPEST} deep; this one is kept as a comment."
            self.complaints.append((token.start(), "", words))
            self._skipping = 1
            return
        while self._game.actions > self._mark:
            self._game.undo()
        self._turns = []
        self._count.back(self._half)

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
            turn = self._turns[-1]
            first = variation[0]  # what was said behind the variation before leads to this one
            first.before = joined(turn.closing, first.before)
            turn.closing = ""
            turn.variations.append(variation)
        elif loose:
            self._remark(loose)

    def _return(self) -> None:
        """Go on with the line that was left."""
        left = self._left.pop()
        self._turns, self._game, self._mark = left.turns, left.game, left.mark
        self._half = left.half
        self._count.back(left.counted)
        if left.turns:
            while self._game.actions > left.mark:
                self._game.undo()
            self._game.play(left.turns[-1].text)

    def _skip(self, kind: str | None, token: re.Match) -> None:
        """Pass over what is left of a variation that was given up; keep its text."""
        if kind == "open":
            self._skipping += 1
        elif kind == "close":
            self._skipping -= 1
            if not self._skipping:
                self._give_back(self._text[self._left[-1].start : token.end()])

    def _give_back(self, text: str) -> None:
        """Go on with the line that was left; `text` is a comment of it."""
        self._skipping = 0
        self._before, self._nags = [], []
        self._return()
        self._remark(unread(text))

    def _word(self, token: re.Match) -> None:
        """A token of no known kind: a glyph, or a move that is spelled another way."""
        if token[0] in GLYPHS:
            self._nag(GLYPHS[token[0]])
            return
        for text in respelled(token[0]):
            self._move(text, token)
