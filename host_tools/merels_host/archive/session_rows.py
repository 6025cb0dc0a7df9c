# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What session files say, as rows for the archive.

Between `session`, which reads the files, and `ingest`, which knows what of it is new.

    for file in look(Path("merels-games")).files:
        heard, skipped, size = read_on(file, 0, None)
"""

from typing import Any

from merels.wire import framing

from merels_host.sessions.players import Said
from merels_host.sessions.recorded import JournalRecord, is_record
from merels_host.sessions.session import SessionFile

_MOST = 10**9  # records of a journal: their numbers have up to nine digits


def read_on(
    file: SessionFile, start: int, limit: int | None
) -> tuple[list[JournalRecord], list[tuple[int, int]], int]:
    """Records and gaps after the first `start` bytes, and the bytes read by now."""
    heard: list[JournalRecord] = []
    skipped: list[tuple[int, int]] = []
    said = Said(file.header)
    for entry in file.entries(start, limit):
        line = framing.parse(str(entry.get("line", ""))) if entry.get("dir") == "in" else None
        if is_record(line):
            utc = plain(entry.get("utc", ""))
            heard.append(JournalRecord(line.number, utc, line, said.of(line.number)))
        elif entry.get("event") == "missing":
            first, last = entry.get("first"), entry.get("last")
            if isinstance(first, int) and isinstance(last, int) and 0 < first <= last < _MOST:
                skipped.append((first, last))
    return heard, skipped, file.read


def header_row(file: SessionFile) -> dict[str, Any]:
    return {name: plain(file.header[name]) for name in ("board", "journal", "utc")}


def board_row(file: SessionFile) -> dict[str, Any]:
    said = file.header["hello"]
    utc = plain(file.header["utc"])
    return {
        "board": plain(file.header["board"]),
        "firmware": plain(file.header["firmware"]),
        "sensors": plain(said.get("sensors", "unknown")),
        "points": plain(said.get("points", "unknown")),
        "first_utc": utc,
        "last_utc": utc,
    }


def plain(value: object) -> str:
    """`value` as text that every database takes."""
    return str(value).replace("\0", "?").encode("utf-8", "backslashreplace").decode()
