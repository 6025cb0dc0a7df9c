# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The tokens of a game's movetext put together to turns and variations.

The heart of the PGN reader. A variation is played on the same game, of which a turn was taken
back; at its end that is played again.

    line = Line(score, score.opened(), text, exact=False)
    for token in tokens(text):
        line.take(token.lastgroup, token)
    line.end()
"""

import re

from merels_host.exchange.pgn_moves import GLYPHS, glyph, respelled
from merels_host.exchange.pgn_turns import Left, Turns
from merels_host.exchange.pgn_writer import plain
from merels_host.exchange.quick_play import play

DEEPEST = 100  # variations in variations; what lies deeper stays as it is written


class Line(Turns):
    """A game's turns, with all lines that lie beside them."""

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

    def _open(self, token: re.Match) -> None:
        self._put_away()
        if not self._turns:
            self.complaints.append((token.start(), "", "a variation stands before all moves."))
            self._left.append(Left(self._turns, self._game, 0, token.start()))
            self._skipping = 1
            return
        self._left.append(Left(self._turns, self._game, self._mark, token.start()))
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
