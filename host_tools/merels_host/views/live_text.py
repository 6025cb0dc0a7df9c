# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lines of a running board in words, as they come: what `merels monitor` shows.

Between `link` and the command. Numbers of records that come again are passed over.

    stream = Stream(hello)
    stream.take(heard)           # LiveMoment("lift", "lift    white c3"), or None
    stream.summary()             # "2 lifts, 1 drop, 1 record"
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from merels.board import WOOD
from merels.wire import framing

from merels_host.board.link import Heard, Hello
from merels_host.complaint_words import SENTENCES
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import JournalRecord, is_record
from merels_host.views.event_text import record_words

_SENTENCES = dict(SENTENCES)
# How a kind is called when it is counted: one, many. Without a line here: the kind, and an s.
_COUNTED = {
    "press": ("press", "presses"),
    "complain": ("complaint", "complaints"),
    "damaged": ("damaged", "damaged"),
}


@dataclass(frozen=True)
class LiveMoment:
    """One thing that happened. kind: lift, drop, press, release, complain, ask, record, log,
    damaged, or the word of telemetry that we do not know."""

    utc: str
    kind: str
    words: str
    values: dict[str, Any]


class Stream:
    """Everything from one board, in order."""

    def __init__(self, hello: Hello):
        self.counts: Counter[str] = Counter()
        self._games = Games(hello.board, hello.journal)
        self._last = hello.last
        self._white = self._black = None

    def take(self, heard: Heard) -> LiveMoment | None:
        """The moment that a line tells of; None for what only keeps the line alive."""
        moment = self._moment(heard)
        if moment:
            self.counts[moment.kind] += 1
        return moment

    def summary(self) -> str:
        """What there was, counted."""
        counted = [
            f"{count} {_COUNTED.get(kind, (kind, f'{kind}s'))[count != 1]}"
            for kind, count in sorted(self.counts.items())
        ]
        return ", ".join(counted) or "nothing happened"

    def _moment(self, heard: Heard) -> LiveMoment | None:
        line = heard.line
        if line is None:
            return LiveMoment(heard.utc, "log", f"board says: {heard.text}", {"text": heard.text})
        if line.kind == "bad":
            return LiveMoment(heard.utc, "damaged", f"damaged: {heard.text}", {"text": heard.text})
        if is_record(line):
            return self._record(heard.utc, line)
        if line.kind == "telemetry":
            return LiveMoment(heard.utc, line.word, self._telemetry(line), dict(line.values))
        return None

    def _record(self, utc: str, line: framing.Line) -> LiveMoment | None:
        if line.number <= self._last:
            return None
        self._last = line.number
        record = JournalRecord(line.number, utc, line)
        words = record_words(record, self._games.apply(record)) or line.text
        return LiveMoment(
            utc, "record", f"record {line.number}: {words.strip()}", dict(line.values)
        )

    def _telemetry(self, line: framing.Line) -> str:
        at = line.values.get("at", "")
        if line.word in ("lift", "drop"):
            return f"{line.word}  {at} {self._colour(line)}".rstrip()
        if line.word in ("press", "release"):
            return f"{line.word}  button {line.values.get('button', '')}"
        if line.word == "complain":
            code = line.values.get("code", "")
            return f"complaint  {_SENTENCES[code] % at}" if code in _SENTENCES else line.text
        if line.word == "ask":
            return "ask  the board asks: hands could mean two things"
        return line.text

    def _colour(self, line: framing.Line) -> str:
        """Whose piece came or went, where the sensors tell colours."""
        before = self._white, self._black
        self._white, self._black = (_mask(line, "white"), _mask(line, "black"))
        at = line.values.get("at")
        if at not in WOOD:
            return ""
        bit = WOOD.index(at)
        now = (self._white, self._black) if line.word == "drop" else before
        for name, mask in zip(("white", "black"), now, strict=True):
            if mask is not None and mask >> bit & 1:
                return name
        return ""


def _mask(line: framing.Line, name: str) -> int | None:
    try:
        return int(line.values[name], 16)
    except (KeyError, ValueError):
        return None
