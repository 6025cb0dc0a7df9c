# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The first line of a session file: is it a header, of this schema, and whole?

Between the bytes of the file and `session`, which reads on. A header with something of a wrong
kind in it is refused with the name of the file and of the key: whatever is made of the file later
may then rely on all that docs/data-formats.md promises.

    header_of(path, b'{"type":"session","schema":1,...}\\n')["board"]      # "e66141"
"""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

from merels_host.errors import SessionDamaged

SCHEMA = 1
LONGEST = 65536  # bytes of a line: the longest that a recorder writes is less than half of it
_TEXTS = ("utc", "board", "journal", "firmware", "port", "merels")
_NAMES = ("white", "black", "event", "place")  # left out where nobody said
# What the board said itself in its hello, and where the header has the same.
_SAID = {"board": "id", "journal": "journal", "firmware": "firmware"}
_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z")
_TO_SECONDS = 19  # characters


def header_of(path: Path, raw: bytes) -> dict[str, Any]:
    """The header that is the line `raw` of the file `path`. Raises SessionDamaged."""
    header = entry_of(raw)
    if header is None or header.get("type") != "session":
        raise SessionDamaged(
            f"{path} is not a session file: its first line is no header; put a good copy in its "
            "place, or move it elsewhere."
        )
    schema = header.get("schema")
    if type(schema) is not int:
        raise _wrong(path, "schema", "a whole number")
    if schema != SCHEMA:
        raise SessionDamaged(
            f"{path} has schema {schema}, this program reads {SCHEMA}; update this program."
        )
    for key in _TEXTS:
        if not isinstance(header.get(key), str):
            raise _wrong(path, key, "a text")
    if not known_utc(header["utc"]):
        raise _wrong(path, "utc", "a time such as 2026-11-30T12:34:56.789Z")
    for key in ("board", "journal"):
        if not header[key]:
            raise _wrong(path, key, "a name")
    for key in _NAMES:
        if not isinstance(header.get(key, ""), str):
            raise _wrong(path, key, "a text")
    said = header.get("hello")
    if not isinstance(said, dict) or not all(isinstance(word, str) for word in said.values()):
        raise _wrong(path, "hello", "an object with texts")
    for key, word in _SAID.items():
        if said.get(word, header[key]) != header[key]:
            raise _wrong(path, key, "what hello in it says")
    return header


def entry_of(raw: bytes) -> dict[str, Any] | None:
    """A whole line of a session file, or None for what is none."""
    if not raw.endswith(b"\n") or len(raw) > LONGEST:
        return None
    try:
        entry = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _wrong(path: Path, key: str, kind: str) -> SessionDamaged:
    return SessionDamaged(
        f"the header of {path} is damaged: {key} is not {kind}; put a good copy in its place, or "
        "move it elsewhere."
    )


def known_utc(said: object) -> str:
    """`said` if it is a time, else ""."""
    if not isinstance(said, str) or not _FORM.fullmatch(said):
        return ""
    try:
        datetime.fromisoformat(said[:_TO_SECONDS])
    except ValueError:
        return ""
    return said
