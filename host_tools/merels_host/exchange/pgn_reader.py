# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games read from PGN, of Sanmill, of ours and of programs that keep less to the standard.

The beginning of the stream into the archive. Each turn is played with the rules. A game that they
refuse becomes a Fault, and the next game is read; a variation that they refuse becomes a comment.

    with open(name) as file:
        for found in read(file, name):
            print(found)            # a Score or a Fault
"""

from collections.abc import Iterable, Iterator

from merels_host.exchange.pgn_line import Line
from merels_host.exchange.pgn_tags import NotAGame, begun, result_of
from merels_host.exchange.pgn_tokens import Cut, cut, tokens
from merels_host.exchange.pgn_turns import Draw, Refused
from merels_host.exchange.score import OPEN, Fault, Score


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """Every game of a file as a Score, or Faults. variant: of games that do not say which they
    are, by default nine-mens-morris. One game is in memory at a time."""
    reader = _Reader(file, variant)
    for game in cut(lines):
        yield from reader.games(game)


class _Reader:
    def __init__(self, file: str, variant: str):
        self._file = file
        self._variant = variant
        self._number = 0

    def games(self, game: Cut) -> Iterator[Score | Fault]:
        """What one piece of a file holds: mostly one game, more if they have no tags."""
        text = game.text
        start: int | None = 0
        tags = game.tags
        while start is not None:
            self._number += 1
            one = _One(self._file, self._number, game, text)
            start = yield from one.read(tags, self._variant, start)
            tags = []


class _One:
    """One game that is being read."""

    def __init__(self, file: str, number: int, cut: Cut, text: str):
        self._file = file
        self._number = number
        self._cut = cut
        self._text = text
        self._faults: list[Fault] = []

    def read(self, tags: list, variant: str, start: int):
        """Give the score and the faults; returns where the next game begins, None if none does."""
        for line, text in self._cut.bad if start == 0 else ():
            self._complain(line, f"this is not a tag: {text[:60]}")
        ends = _End()
        score = self._score(tags, variant, start, ends)
        if score is not None:
            self._agree(score, ends)
            if score.turns or tags or ends.result:
                yield score
        yield from self._faults
        return ends.next

    def _score(self, tags: list, variant: str, start: int, ends: "_End") -> Score | None:
        drawn: dict[str, str] = {}
        before = len(self._faults)
        while True:
            del self._faults[before:]
            try:
                score, game = begun(tags, variant, self._complain)
                if drawn:
                    score.changed |= drawn
                    game = score.opened()
                exact = any(name.lower() == "rules" for name, *_ in tags)
                self._play(Line(score, game, self._text, exact), start, ends)
                return score
            except NotAGame as error:
                self._complain(error.line or self._cut.line, error.words)
            except Draw as error:
                # The players went on, and the file does not say by which rules.
                drawn[error.option] = "0"
                continue
            except Refused as error:
                line = self._cut.line_at(self._text, error.offset)
                self._complain(line, error.words, error.move)
            ends.skip(self._text, start)
            return None

    def _play(self, line: Line, start: int, ends: "_End") -> None:
        """Take all tokens of the game into the line. Raises Refused and Draw."""
        ends.result, ends.next = "", None
        for token in tokens(self._text, start):
            kind = token.lastgroup
            if kind == "result" and not (line.depth or ends.result):
                ends.result = result_of(token[0]) or OPEN
                ends.at = token.start()
            elif ends.result and kind not in ("comment", "result"):
                ends.next = token.start()
                break
            else:
                line.take(kind, token)
        line.end()
        for offset, move, words in line.complaints:
            self._complain(self._cut.line_at(self._text, offset), words, move)

    def _agree(self, score: Score, ends: "_End") -> None:
        """The result at the end of the moves, and the one in the tags."""
        if not ends.result or ends.result in (OPEN, score.result):
            return
        if score.result == OPEN:
            score.result = ends.result
            return
        self._complain(
            self._cut.line_at(self._text, ends.at),
            f"the tags say {score.result} and the moves end with {ends.result}; "
            "the tags are taken.",
        )

    def _complain(self, line: int, words: str, move: str = "") -> None:
        self._faults.append(Fault(self._file, self._number, move, line, words))


class _End:
    """result: as it stands after the moves, at the offset `at`; next: where another begins."""

    def __init__(self) -> None:
        self.result = ""
        self.at = 0
        self.next: int | None = None

    def skip(self, text: str, start: int) -> None:
        """Find the next game behind one that was given up."""
        self.next = None
        ended = False
        for token in tokens(text, start):
            if token.lastgroup == "result":
                ended = True
            elif ended and token.lastgroup != "comment":
                self.next = token.start()
                return
