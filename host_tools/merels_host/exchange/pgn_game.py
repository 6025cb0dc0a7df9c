# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One game of a PGN file: its tags, and its movetext in the reading that fits.

Beneath the reader, which cuts the file. Movetext without tags may hold several games; `read` says
where the next one begins.
"""

import re
from dataclasses import replace

from merels_host.exchange.checked import against
from merels_host.exchange.pgn_count import EACH, Each
from merels_host.exchange.pgn_end import End, is_first
from merels_host.exchange.pgn_line import PgnLine
from merels_host.exchange.pgn_moves import unread
from merels_host.exchange.pgn_tags import NotAGame, begun
from merels_host.exchange.pgn_tokens import Cut, tokens
from merels_host.exchange.pgn_turns import LAST, Again, Draw, Refused
from merels_host.exchange.pgn_wording import Wording
from merels_host.exchange.results import result_of
from merels_host.exchange.score import OPEN, Fault, Score, miscounted

_NO_GAME = " No game is there, and nothing was taken."
_TRIES = 64  # readings of one game


class OneGame:
    """One game that is being read."""

    def __init__(self, file: str, number: int, cut: Cut, wording: Wording):
        self._file = file
        self._number = number
        self._cut = cut
        self._wording = wording
        self._faults: list[Fault] = []

    def read(self, tags: list, variant: str, start: int):
        """Give the score and the faults; returns where the next game begins, None if none does."""
        for line, text, whole in self._cut.bad if start == 0 else ():
            words = "this tag is never closed" if whole else "this is not a tag"
            self._complain(line, f"{words}: {text[:60]}")
        score, ends = self._score(tags, variant, start)
        if score is not None:
            self._agree(score, ends)
            self._counted(score, tags)
            at = ends.at if ends.result else start
            for words in against(score, ends.outcome):
                self._complain(self._cut.line_at(self._wording.text, at), words)
            if score.turns or tags or ends.result:
                yield score
            else:
                self._faults = [
                    replace(fault, words=fault.words.replace(LAST, _NO_GAME))
                    for fault in self._faults
                ]
        yield from self._faults
        return ends.next

    def _score(self, tags: list, variant: str, start: int) -> tuple[Score | None, End]:
        """The game in the first reading of which nothing speaks against; or in the first one that
        can be played; or none, with a fault of the reading that came farthest."""
        wording = self._wording
        before, together = self._faults[:], wording.together
        found: tuple[Score, End, list[Fault], frozenset[int]] | None = None
        faults: list[Fault] = []
        left = len(wording.text) + 1  # characters that these faults left unread
        for _ in range(_TRIES):
            self._faults = before[:]
            ends = End()
            try:
                score, line = self._played(tags, variant, start, ends)
                at = len(wording.text) if ends.next is None else ends.next
                if found is None:
                    found = score, ends, self._faults, wording.together
                if not (wording.doubts and (line.crowded or self._goes_on(ends))):
                    return score, ends
            except NotAGame as error:
                self._complain(error.line or self._cut.line, error.words)
                faults = self._faults
                break
            except Refused as error:
                at = error.offset
                self._complain(self._cut.line_at(wording.text, at), error.words, error.move)
                if len(wording.text) - at < left:
                    faults, left = self._faults, len(wording.text) - at
            if not wording.doubts or not wording.other(start, at):
                break
        if found is not None:
            score, ends, self._faults, together = found
            if together != wording.together:
                wording.read(together)
            return score, ends
        if wording.together != together:
            wording.read(together)
        if EACH.match(wording.text, start) and (whole := self._each(tags, variant, start, before)):
            return whole
        self._faults = faults
        ends = End()
        begun = any(name.lower() in ("fen", "position") for name, *_ in tags)
        ends.skip(wording.text, start, begun, wording.dotted)
        return None, ends

    def _each(
        self, tags: list, variant: str, start: int, before: list[Fault]
    ) -> tuple[Score, End] | None:
        """The game if each of its turns has a number, from 1; None if that is not so."""
        self._faults = before[:]
        ends = End()
        count = Each()
        try:
            score, _ = self._played(tags, variant, start, ends, count)
        except (NotAGame, Refused):
            return None
        sure = 3 <= len(score.turns) == len(count.seen) and self._faults == before
        return (score, ends) if sure and not score.start else None

    def _goes_on(self, ends: End) -> bool:
        """Does something follow behind the result with which no game begins?"""
        return ends.next is not None and not is_first(self._wording.text, ends.next)

    def _played(
        self, tags: list, variant: str, start: int, ends: End, count: Each | None = None
    ) -> tuple[Score, PgnLine]:
        """The game as far as it goes, with the rules that the players went by. Raises NotAGame
        and Refused."""
        drawn: dict[str, str] = {}
        before = len(self._faults)
        exact = any(name.lower() == "rules" for name, *_ in tags)
        while True:
            del self._faults[before:]
            score, game = begun(tags, variant, self._complain)
            if start == 0 and self._cut.bad:
                kept = [text for _, text, whole in self._cut.bad if not whole]
                score.before = unread(" ".join(kept))
            if drawn:
                score.changed |= drawn
                game = score.opened()
            line = PgnLine(score, game, self._wording.text, exact)
            if count is not None:
                line.counted_by(count)
            try:
                self._play(line, start, ends)
                ends.outcome = line.outcome
                return score, line
            except Draw as error:
                # The players went on, and the file does not say by which rules.
                drawn[error.option] = "0"

    def _play(self, line: PgnLine, start: int, ends: End) -> None:
        """Take all tokens of the game into the line. Raises Refused and Draw."""
        text = self._wording.text
        ends.result, ends.next = "", None
        take = line.take
        loose = None  # a result in a variation, which is the game's if that is never closed
        try:
            for token in tokens(text, start, self._wording.dotted):
                kind = token.lastgroup
                if not ends.result and loose is None and kind != "result":
                    take(kind, token)
                elif kind == "result":
                    if line.depth:
                        loose = token
                    elif ends.result:
                        self._twice(ends, token)
                    else:
                        ends.result, ends.at = result_of(token[0]) or OPEN, token.start()
                elif kind == "comment":
                    take(kind, token)
                elif loose is None or is_first(text, token.start()):
                    ends.next = token.start()
                    break
                else:
                    take("result", loose)
                    loose = None
                    take(kind, token)
        except Again as again:
            ends.next = again.offset
        end = len(text) if ends.next is None else ends.next
        if loose is not None:
            ends.result, ends.at = result_of(loose[0]) or OPEN, loose.start()
            end = loose.start()
        line.end(end)
        for offset, move, words in line.complaints:
            self._complain(self._cut.line_at(text, offset), words, move)

    def _twice(self, ends: End, token: re.Match) -> None:
        """A second result behind the first."""
        other = result_of(token[0]) or OPEN
        if other not in (OPEN, ends.result):
            self._complain(
                self._cut.line_at(self._wording.text, token.start()),
                f"the moves end with {ends.result} and with {other}; the first is taken.",
            )

    def _agree(self, score: Score, ends: End) -> None:
        """The result at the end of the moves, and the one in the tags."""
        if not ends.result or ends.result in (OPEN, score.result):
            return
        if score.result == OPEN:
            score.result = ends.result
            return
        self._complain(
            self._cut.line_at(self._wording.text, ends.at),
            f"the tags say {score.result} and the moves end with {ends.result}; "
            "the tags are taken.",
        )

    def _counted(self, score: Score, tags: list) -> None:
        """The turns, and how many the tags say there are: fewer where a file was cut off."""
        for name, value, line in tags:
            if name.lower() == "plycount":
                said = value.strip()
                wrong = miscounted("PlyCount", said, score.turns) if said not in ("", "?") else ""
                if wrong:
                    self._complain(line, wrong)
                return

    def _complain(self, line: int, words: str, move: str = "") -> None:
        self._faults.append(Fault(self._file, self._number, move, line, words))
