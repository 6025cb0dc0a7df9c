# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is on disk of a journal: counted once, in order, without waiting for what is gone."""

import os

from hypothesis import given
from hypothesis import strategies as st
from merels.wire import framing
from merels_host.board.link import Hello
from merels_host.sessions.recorded import JournalRecord, Recorded, is_record
from merels_host.sessions.session import Session

UTC = "2026-11-30T12:34:56.789Z"


def line(number, text="boot x=1"):
    return framing.frame("@", f"{number} {text}")


def record(number, text="boot x=1"):
    return JournalRecord(number, UTC, framing.parse(line(number, text)))


def session(folder, *lines, journal="j"):
    made = Session(folder, Hello("b", journal, "0", 1, 0, {}), "p", UTC)
    for text in lines:
        made.line(UTC, "in", text)
    return made


@given(st.permutations(range(1, 12)), st.integers(1, 11))
def test_have_is_the_end_of_what_has_no_gap(numbers, missing):
    recorded = Recorded()
    for number in numbers:
        if number != missing:
            assert recorded.add(record(number))
            assert not recorded.add(record(number))
    assert recorded.have == missing - 1
    recorded.add(record(missing))
    assert recorded.have == 11
    assert [one.number for one in recorded.contiguous()] == list(range(1, 12))
    assert recorded.differing == []


@given(st.permutations(["add", "skip 2 4", "skip 3 6", "skip 9 8", "skip 0 3"]))
def test_what_the_board_has_lost_is_not_waited_for(steps):
    recorded = Recorded()
    for step in steps:
        word, *numbers = step.split()
        if word == "add":
            recorded.add(record(1))
            recorded.add(record(7))
        else:
            recorded.skip(*map(int, numbers))
    assert recorded.have == 7
    assert [one.number for one in recorded.contiguous()] == [1, 7]


def test_a_number_with_another_text_is_noticed_and_the_first_kept():
    recorded = Recorded()
    recorded.add(record(1, "boot x=1"))
    assert not recorded.add(record(1, "boot x=2"))
    assert recorded.differing == [1]
    assert recorded.records[1].line.values == {"x": "1"}


def test_only_numbered_lines_with_a_right_checksum_are_records():
    assert is_record(framing.parse(line(1)))
    assert not is_record(framing.parse("@1 boot"))
    assert not is_record(framing.parse(line(0)))
    assert not is_record(framing.parse(line(1)[:-1] + "z"))
    assert not is_record(framing.parse(framing.frame(":", "1 ok")))
    assert not is_record(None)


def test_a_scan_reads_all_sessions_of_the_journal(tmp_path):
    session(tmp_path, line(1), line(2), "log text", "@3 boot").close()
    second = session(tmp_path, line(2), line(3))
    second.line(UTC, "out", line(4))  # we never send records; this one counts for nothing
    second.event(UTC, "missing", first=4, last=6)
    second.event(UTC, "missing", first="x")
    second.line(UTC, "in", line(7))
    second.close()
    session(tmp_path, line(8), journal="other").close()
    recorded = Recorded.scan(tmp_path, "b", "j")
    assert recorded.have == 7
    assert sorted(recorded.records) == [1, 2, 3, 7]


def test_a_scan_for_what_may_be_acknowledged_puts_all_of_it_on_the_disk(tmp_path, monkeypatch):
    for number in (1, 2):
        session(tmp_path, line(number)).close()
    synced = set()
    monkeypatch.setattr("os.fsync", lambda fd: synced.add(os.fstat(fd).st_ino))
    assert Recorded.scan(tmp_path, "b", "j").have == 2
    assert synced == set()
    assert Recorded.scan(tmp_path, "b", "j", sync=True).have == 2
    assert synced == {path.stat().st_ino for path in tmp_path.glob("*.ndjson")}


def test_a_scan_of_nothing_is_empty(tmp_path):
    assert Recorded.scan(tmp_path / "none", "b", "j").have == 0
