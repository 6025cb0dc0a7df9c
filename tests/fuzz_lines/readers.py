# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is fuzzed: readers of bytes, which may raise the errors that they name, and no others.

READERS["header"](b'{"type":"session"}')        # returns, or it is a bug
"""

import itertools
import json
import tempfile
from pathlib import Path

from fakes.socket_board import BOOT, game_records
from fakes.table import Table
from merels.wire import framing
from merels_host.board.link import Link
from merels_host.errors import MerelsError, SessionDamaged
from merels_host.sessions.games import Games
from merels_host.sessions.header import header_of
from merels_host.sessions.recorded import JournalRecord, Recorded, is_record
from merels_host.sessions.session import SessionFile
from merels_host.views.session_text import tell

_RECORDS = [BOOT, *game_records(["d6", "f4", "d2", "b4"], over=("white", "resigned"))]
_LINES = "".join(framing.frame("@", f"{n} {text}") + "\n" for n, text in enumerate(_RECORDS, 1))
_HEADER = (
    '{"type":"session","schema":1,"utc":"2026-11-30T12:34:56.789Z","board":"b","journal":"j",'
    '"firmware":"0.1.0","port":"COM3","merels":"0.1.0","hello":{"first":"1"}}\n'
)
_SESSION = _HEADER + "".join(
    json.dumps({"utc": "2026-11-30T12:34:57.000Z", "dir": "in", "line": line}) + "\n"
    for line in _LINES.splitlines()
)
_REQUESTS = "".join(
    framing.frame(":", f"{number} {text}") + "\n"
    for number, text in enumerate(
        ("hello proto=1 have=0", "ack 1", "state", "get", "set settle=150,x", "takeback",
         "move text=d6", "new variant=six-mens-morris set=fly=3", "position white=a1 black=d1",
         "result winner=none reason=agreed", "lights", "help", "accept", "bye"), 1,
    )
)  # fmt: skip

# Something whole for each, from which a fuzzer goes on.
SEEDS = {
    "console": _REQUESTS.encode(),
    "wire": (_LINES + framing.frame(":", "1 ok proto=1 id=b journal=j first=1 last=6")).encode(),
    "session": _SESSION.encode(),
    "header": _HEADER.encode(),
}


class _Port:
    """A serial port that holds these bytes, and gives them piece by piece."""

    timeout = 0

    def __init__(self, data):
        self._data = data

    def read(self, size):
        taken, self._data = self._data[: min(size, 61)], self._data[min(size, 61) :]
        return taken

    def write(self, data):
        pass

    def close(self):
        pass


class _Console:
    """A board that hears everything; a new one now and then, for they grow older."""

    def __init__(self):
        self._table = None
        self._count = 0

    def __call__(self, data):
        if self._count % 200 == 0:
            self._table = Table()
        self._count += 1
        table = self._table
        try:
            table.console.type((data + b"\n").decode("latin-1"))
            table.run(20 + len(data))
        except SystemExit:  # the request `restart`
            self._count = 0


def _wire(data):
    """Link, records and games."""
    link = Link("test", opener=lambda url: _Port(data), clock=itertools.count().__next__)
    link.open()
    games = Games("b", "j")
    try:
        for _ in range(len(data) // 50 + 2):
            for heard in link.read(0):
                if is_record(heard.line):
                    games.apply(JournalRecord(heard.line.number, heard.utc, heard.line))
    except MerelsError:
        pass  # a line that another program has


_folder = tempfile.TemporaryDirectory(prefix="merels-fuzz-")


def _session(data):
    folder = Path(_folder.name)
    path = folder / "fuzzed.ndjson"
    path.write_bytes(data)
    try:
        file = SessionFile(path)
    except SessionDamaged:
        return
    list(file)
    list(tell(file, everything=True))
    Recorded.scan(folder, file.header["board"], file.header["journal"])


def _header(data):
    try:
        header = header_of(Path("x.ndjson"), data)
    except SessionDamaged:
        return
    assert header["board"] and header["journal"]


READERS = {"console": _Console(), "wire": _wire, "session": _session, "header": _header}
