# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The recorder killed between any two of its system calls, and the computer's power cut there.

What was acknowledged is on disk at that moment, and after a new start every record is there once.
A killed process leaves behind what it wrote; a power cut leaves what was synced. A write that the
end meets is half done.
"""

import os
import threading
import time

import pytest
from fakes.socket_board import BOOT, FakeBoard, game_records
from merels_host.archive.ingest import Ingest
from merels_host.archive.schema import records, turns
from merels_host.archive.store import Store
from merels_host.board import link
from merels_host.recorder import recorder
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import Recorded
from sqlalchemy import func, select

MOVES = ["d6", "f4", "d2", "b4"]
RECORDS = [BOOT, *game_records(MOVES, over=("white", "resigned"))]
CALLS = ("open", "write", "fsync", "replace", "ftruncate", "close")


class Killed(BaseException):
    """The end of the process: nothing may catch it."""


class Calls:
    """Counts the recorder's system calls, and ends its process at call number `last`."""

    def __init__(self, monkeypatch, last=-1):
        self.count = 0
        self.names = []
        self.dead = False
        self.synced = {}  # i-node: bytes
        self.opened = set()
        self._last = last
        self._thread = threading.get_ident()
        for name in CALLS:
            self._wrap(monkeypatch, os, name)
        self._wrap(monkeypatch, link.Link, "_write")

    def _wrap(self, monkeypatch, owner, name):
        true = getattr(owner, name)

        def call(*arguments, **options):
            if threading.get_ident() != self._thread:
                return true(*arguments, **options)
            if self.dead and name != "close":
                raise Killed
            if self.count == self._last and not self.dead:
                self.dead = True
                if name == "write":
                    true(arguments[0], arguments[1][: len(arguments[1]) // 2])
                raise Killed
            self.count += 1
            self.names.append(name)
            found = true(*arguments, **options)
            if name == "open":
                self.opened.add(found)
            elif name == "close":
                self.opened.discard(arguments[0])
            elif name == "fsync":
                status = os.fstat(arguments[0])
                self.synced[status.st_ino] = status.st_size
            return found

        monkeypatch.setattr(owner, name, call)


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch):
    monkeypatch.setattr(recorder, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)


def record(board, out, once=True):
    """Record to the end of the game, or to the end of the process."""
    made = Recorder(board.url, out, Watcher(), once=once, wait=True)
    try:
        deadline = time.monotonic() + 300
        made.run(lambda: time.monotonic() > deadline or (not once and board.acked == len(RECORDS)))
        return True
    except Killed:
        return False
    finally:
        made._link.close()  # as the system does for a process that has ended


def on_disk(out):
    return Recorded.scan(out, "fake1", "0badcafe")


def cut_power(out, synced):
    """Of each file, what was synced stays; a file whose name was not synced may be gone."""
    for path in out.glob("*.ndjson"):
        size = synced.get(path.stat().st_ino, 0)
        if size:
            os.truncate(path, size)
        else:
            path.unlink()


def prove(out, tmp_path):
    """Every record is there, once."""
    recorded = on_disk(out)
    assert recorded.have == len(recorded.records) == len(RECORDS)
    assert recorded.differing == []
    games = Games("fake1", "0badcafe")
    for one in recorded.contiguous():
        games.apply(one)
    assert games.current.turns == MOVES
    assert games.current.doubts == []
    assert len(list(out.glob("*.pgn"))) == 1
    store = Store.open(str(tmp_path / "archive.sqlite"))
    Ingest(store).folder(out)
    with store.begin() as connection:
        for table, count in ((records, len(RECORDS)), (turns, len(MOVES))):
            assert connection.execute(select(func.count()).select_from(table)).scalar() == count
    store.close()


def end_at(number, how, tmp_path):
    """Record, end at call `number`, start again. False if the recording ended before."""
    out = tmp_path / f"{how}-{number}"
    with FakeBoard(RECORDS) as board:
        missing = []
        board.on_ack = lambda n: missing.append(n) if on_disk(out).have < n else None
        with pytest.MonkeyPatch.context() as patch:
            calls = Calls(patch, number)
            whole = record(board, out)
        for left in calls.opened:
            os.close(left)  # as the system does
        if how == "power cut":
            cut_power(out, calls.synced)
        assert whole or on_disk(out).have >= board.acked, (number, how, calls.names[-3:])
        if not whole:
            board.acked = 0
            assert record(board, out, once=False)
            assert board.acked == len(RECORDS)
        assert missing == [], (number, how)
    (tmp_path / str(number)).mkdir(exist_ok=True)
    prove(out, tmp_path / str(number))
    return not whole


def test_the_end_at_any_system_call(tmp_path):
    for how in ("killed", "power cut"):
        number = 0
        while end_at(number, how, tmp_path / how.replace(" ", "-")):
            number += 1
        assert number > 30, "so few system calls cannot be all"
