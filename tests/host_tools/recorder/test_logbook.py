# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The logbook: early lines wait for their file, and a quiet line does not fill the disk."""

import errno
import os

import pytest
from merels.wire import framing
from merels_host.board.link import Hello
from merels_host.errors import DiskProblem
from merels_host.recorder.logbook import Logbook
from merels_host.sessions import session as session_module
from merels_host.sessions.session import SessionFile

UTC = "2026-11-30T12:34:56.789Z"


def hello(journal="j"):
    return Hello("b", journal, "0", 1, 0, {})


def ask(logbook, number, answer):
    logbook.tap(UTC, "out", framing.frame(":", f"{number} state"))
    logbook.tap(UTC, "in", framing.frame(":", f"{number} ok {answer}"))


def lines(logbook):
    logbook.sync()
    return [entry.get("line", entry.get("event")) for entry in SessionFile(logbook.path)]


def test_lines_before_the_board_is_known_go_into_its_file(tmp_path):
    logbook = Logbook(tmp_path, "p")
    assert logbook.path is None
    logbook.event("connected")  # nobody to write it for
    logbook.tap(UTC, "in", "banner")
    logbook.open(hello())
    logbook.tap(UTC, "in", "more")
    assert lines(logbook) == ["banner", "more"]


def test_a_port_that_never_says_who_it_is_does_not_fill_the_memory(tmp_path):
    logbook = Logbook(tmp_path, "p")
    for i in range(6000):
        logbook.tap(UTC, "in", str(i))
    logbook.open(hello())
    assert lines(logbook) == [str(i) for i in range(1000, 6000)]


def test_what_a_board_said_that_was_refused_is_in_no_file(tmp_path):
    logbook = Logbook(tmp_path, "p")
    logbook.hold()
    logbook.tap(UTC, "in", "@3 of another board")
    logbook.hold()
    logbook.tap(UTC, "in", "@3 of this board")
    logbook.open(hello())
    assert lines(logbook) == ["@3 of this board"]


def test_only_a_state_that_tells_something_new_is_written(tmp_path):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())
    for number in range(1, 100):
        ask(logbook, number, f"ply={number // 50} ms={number}")
    asked = [framing.frame(":", f"{n} state") for n in (1, 50)]
    told = [framing.frame(":", f"{n} ok ply={n // 50} ms={n}") for n in (1, 50)]
    assert lines(logbook) == [asked[0], told[0], asked[1], told[1]]


def test_other_requests_and_refusals_are_written(tmp_path):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())
    said = [framing.frame(":", text) for text in ("1 ack 3", "1 ok", "2 err code=x")]
    logbook.tap(UTC, "out", said[0])
    logbook.tap(UTC, "in", said[1])
    logbook.tap(UTC, "in", said[2])
    assert lines(logbook) == said


def test_another_board_gets_another_file(tmp_path):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())
    first = logbook.path
    logbook.open(hello("k"))
    assert logbook.path != first
    logbook.close()
    logbook.close()
    assert logbook.path is None


def test_mending_forgets_the_state_that_was_not_written(tmp_path, monkeypatch):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())

    def full(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(session_module.os, "write", full)
        with pytest.raises(DiskProblem):
            ask(logbook, 1, "ply=1")
    logbook.mend()
    ask(logbook, 2, "ply=1")
    assert lines(logbook)[0] == "mended"
    assert len(lines(logbook)) == 3


def test_closing_on_a_full_disk_does_not_fail(tmp_path, monkeypatch):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())
    logbook.tap(UTC, "in", "x")

    def full(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(session_module.os, "fsync", full)
    logbook.close()
    assert logbook.session is None


def test_a_flood_of_telemetry_is_cut_and_said_to_be(tmp_path):
    logbook = Logbook(tmp_path, "p")
    logbook.open(hello())
    telemetry = framing.frame("~", "lift at=d6 board=0000000 ms=5")
    for _ in range(4000):
        logbook.tap(UTC, "in", telemetry)
    record = framing.frame("@", "1 boot")
    logbook.tap(UTC, "in", record)
    logbook.tap(UTC.replace("12:34", "12:35"), "in", telemetry)
    assert lines(logbook) == [telemetry] * 3000 + ["flood", record, telemetry]
