# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What session files say, as rows for the archive.

Between `session`, which reads the files, and `ingest`, which knows what of it is new.

    for file in ordered(Path("merels-games")):
        heard, skipped, size = read_on(file, 0, None)
"""

import contextlib
from pathlib import Path
from typing import Any

from merels import wire

from merels_host.errors import SessionDamaged
from merels_host.recorded import Record, is_record
from merels_host.session import SUFFIX, SessionFile

_MOST = 10**9  # records of a journal: their numbers have up to nine digits


def ordered(folder: Path) -> list[SessionFile]:
    """The session files of a folder, oldest first; files that are none are left out."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(SessionDamaged):
            found.append(SessionFile(path))
    return sorted(found, key=order)


def order(file: SessionFile) -> tuple[str, str]:
    """What session files are sorted by: when they were begun, and their names."""
    return str(file.header.get("utc")), file.path.name


def read_on(
    file: SessionFile, start: int, limit: int | None
) -> tuple[list[Record], list[tuple[int, int]], int]:
    """Records and gaps after the first `start` bytes, and the bytes read by now."""
    heard: list[Record] = []
    skipped: list[tuple[int, int]] = []
    for entry in file.entries(start, limit):
        line = wire.parse(str(entry.get("line", ""))) if entry.get("dir") == "in" else None
        if is_record(line):
            heard.append(Record(line.number, plain(entry.get("utc", "")), line))
        elif entry.get("event") == "missing":
            first, last = entry.get("first"), entry.get("last")
            if isinstance(first, int) and isinstance(last, int) and 0 < first <= last < _MOST:
                skipped.append((first, last))
    return heard, skipped, file.read


def header_row(file: SessionFile) -> dict[str, Any]:
    return {name: plain(file.header.get(name)) for name in ("board", "journal", "utc")}


def board_row(file: SessionFile) -> dict[str, Any]:
    hello = file.header.get("hello")
    said = hello if isinstance(hello, dict) else {}
    utc = plain(file.header.get("utc"))
    return {
        "board": plain(file.header.get("board")),
        "firmware": plain(file.header.get("firmware")),
        "sensors": plain(said.get("sensors", "unknown")),
        "points": plain(said.get("points", "unknown")),
        "first_utc": utc,
        "last_utc": utc,
    }


def plain(value: object) -> str:
    """`value` as text that every database takes."""
    return str(value).replace("\0", "?").encode("utf-8", "backslashreplace").decode()
