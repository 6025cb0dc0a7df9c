# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A session file as a story: each line of it in words, with the time.

Between `session` and `merels log`. Nothing is left out but what only keeps the line alive; a line
that these words do not cover is shown as it is.

    for told in tell(SessionFile(path)):
        print(told.utc, told.words)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from merels import wire

from merels_host.games import Games
from merels_host.recorded import Record, is_record
from merels_host.session import SessionFile
from merels_host.wording import record_words

_QUIET = ("ack", "state", "hello", "bye")  # requests that tell a reader nothing


@dataclass(frozen=True)
class Told:
    """One line of the file. kind: event, record, telemetry, request, reply, damaged or log."""

    utc: str
    kind: str
    words: str
    entry: dict[str, Any]


def tell(file: SessionFile, everything: bool = False) -> Iterator[Told]:
    """The entries of a session file in words; `everything`: with acknowledgements and pings.

    Raises DiskProblem.
    """
    games = Games(str(file.header.get("board")), str(file.header.get("journal")))
    seen: set[int] = set()
    hidden: set[int] = set()  # numbers of requests whose answers are as quiet as they are
    for entry in file:
        utc = str(entry.get("utc", ""))
        if "event" in entry:
            yield Told(utc, "event", _event_words(entry), entry)
            continue
        text = str(entry.get("line", ""))
        line = wire.parse(text)
        if line is None:
            yield Told(utc, "log", f"board says: {text}", entry)
        elif line.kind == "bad":
            yield Told(utc, "damaged", f"a damaged line: {text}", entry)
        elif is_record(line):
            if line.number not in seen or everything:
                yield Told(utc, "record", _record_words(games, line, utc, seen), entry)
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


def _record_words(games: Games, line: wire.Line, utc: str, seen: set[int]) -> str:
    if line.number in seen:
        return f"record {line.number} came again"
    seen.add(line.number)
    before = games.current
    doubts = len(before.doubts) if before else 0
    game = games.apply(Record(line.number, utc, line))
    words = record_words(Record(line.number, utc, line), game) or f"record {line.text}"
    if game is not None:
        for doubt in game.doubts[doubts if game is before else 0 :]:
            words += f" (note: {doubt})"
    return words


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
