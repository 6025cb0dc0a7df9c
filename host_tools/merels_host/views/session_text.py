# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A session file as a story: each line of it in words, with the time.

Between `session` and `merels log`. Nothing is left out but what only keeps the line alive; a line
that these words do not cover is shown as it is. Records are told in the order of their numbers;
those that only other files have are named, and the games followed through them.

    for told in tell(SessionFile(path)):
        print(told.utc, told.words)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from merels.wire import framing

from merels_host.sessions.games import Games
from merels_host.sessions.other_sessions import OtherSessions, begins_with_game, holes
from merels_host.sessions.recorded import JournalRecord, is_record
from merels_host.sessions.session import SessionFile
from merels_host.views.event_text import record_words

_QUIET = ("ack", "state", "hello", "bye")  # requests that tell a reader nothing


@dataclass(frozen=True)
class Told:
    """One line of the file. kind: event, record, telemetry, request, reply, damaged or log; or
    missing, of records that are not in the file."""

    utc: str
    kind: str
    words: str
    entry: dict[str, Any]


def tell(file: SessionFile, everything: bool = False) -> Iterator[Told]:
    """The entries of a session file in words; `everything`: with acknowledgements and pings.

    Raises DiskProblem.
    """
    records = _Records(file)
    hidden: set[int] = set()  # numbers of requests whose answers are as quiet as they are
    for entry in file:
        utc = str(entry.get("utc", ""))
        if "event" in entry:
            yield Told(utc, "event", _event_words(entry), entry)
            continue
        text = str(entry.get("line", ""))
        line = framing.parse(text)
        if line is None:
            yield Told(utc, "log", f"board says: {text}", entry)
        elif line.kind == "bad":
            yield Told(utc, "damaged", f"a damaged line: {text}", entry)
        elif is_record(line):
            yield from records.tell(line, utc, entry, everything)
        elif line.kind == "telemetry":
            yield Told(utc, "telemetry", f"       {line.word} {line.values.get('at', '')}", entry)
        elif entry.get("dir") == "out":
            quiet = line.word in _QUIET
            if quiet:
                hidden.add(line.number)
            if everything or not quiet:
                yield Told(utc, "request", f"asked: {line.text}", entry)
        elif everything or line.number not in hidden or line.word == "err":
            yield Told(utc, "reply", f"answer: {line.text}", entry)


class _Records:
    """Tells the records of a file in the order of their numbers."""

    def __init__(self, file: SessionFile):
        self._others = OtherSessions(file)
        self._games = Games(str(file.header.get("board")), str(file.header.get("journal")))
        self._own = _numbers(file)
        self._holes = dict(holes(list(self._own)))  # first missing number: last missing number
        self._next = min(self._own, default=0)
        self._waiting: dict[int, Told] = {}
        self._heard: dict[int, JournalRecord] = {}
        if not begins_with_game(self._own) and self._next > 1:
            before = self._next - 1
            self._next = self._others.game_before(self._next) or 1
            self._holes[self._next] = before

    def tell(
        self, line: framing.Line, utc: str, entry: dict[str, Any], everything: bool
    ) -> Iterator[Told]:
        """What can be told now that this record has been read."""
        if line.number in self._heard:
            if everything:
                yield Told(utc, "record", f"record {line.number} came again", entry)
            return
        self._heard[line.number] = JournalRecord(line.number, utc, line)
        self._waiting[line.number] = Told(utc, "record", "", entry)
        while self._waiting:
            if self._next in self._waiting:
                told = self._waiting.pop(self._next)
                yield replace(told, words=self._words(self._heard[self._next]))
                self._next += 1
            elif self._next in self._holes:
                yield self._missing(self._next, self._holes[self._next], utc)
                self._next = self._holes[self._next] + 1
            else:
                return  # it comes later

    def _missing(self, first: int, last: int, utc: str) -> Told:
        """Name records that the file lacks, and take in those of them that others have."""
        after = first
        for record in self._others.records(first, last):
            self._reach(after, record.number)
            self._games.apply(record)
            after = record.number + 1
        self._reach(after, last + 1)
        return Told(
            utc, "missing", self._others.words(first, last), {"first": first, "last": last}
        )

    def _reach(self, after: int, number: int) -> None:
        """What was played between is not known: the game so far is not the one that goes on."""
        if after < number:
            self._games = Games(self._games.board, self._games.journal)

    def _words(self, record: JournalRecord) -> str:
        before = self._games.current
        doubts = len(before.doubts) if before else 0
        game = self._games.apply(record)
        words = record_words(record, game) or f"record {record.line.text}"
        if game is not None:
            for doubt in game.doubts[doubts if game is before else 0 :]:
                words += f" (note: {doubt})"
        return words


def _numbers(file: SessionFile) -> dict[int, str]:
    """The numbers of the records that a file has, and their words. Raises DiskProblem."""
    lines = (framing.parse(str(e.get("line", ""))) for e in file if "event" not in e)
    return {line.number: line.word for line in lines if is_record(line)}


def _event_words(entry: dict[str, Any]) -> str:
    name = entry["event"]
    if name == "connected":
        return f"connected at {entry.get('port')}"
    if name == "lost":
        return f"connection lost: {entry.get('why')}"
    if name == "missing":
        return f"the board has lost its records {entry.get('first')} to {entry.get('last')}"
    if name == "flood":
        return "more telemetry than hands can make; the rest of this minute's is left out"
    if name == "mended":
        return "the disk takes data again"
    rest = {key: entry[key] for key in entry if key not in ("utc", "event")}
    return f"{name} {rest}" if rest else str(name)
