# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The session file: whole lines, on disk before an ack, readable after any crash."""

import errno
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merels_host.board.link import Hello
from merels_host.errors import DiskProblem, SessionDamaged
from merels_host.files import safe_name
from merels_host.sessions import session as session_module
from merels_host.sessions.folder import look, sessions_of
from merels_host.sessions.header import LONGEST
from merels_host.sessions.session import Session, SessionFile

UTC = "2026-11-30T12:34:56.789Z"


def hello(board="e66141", journal="7f3a21c9"):
    return Hello(board, journal, "0.1.0", 1, 0, {"proto": "1", "id": board})


def begin(folder, **more):
    return Session(folder, hello(**more), "COM3", UTC)


def lines_of(session):
    return [json.loads(line) for line in session.path.read_text().splitlines()]


def test_the_header_says_which_board_and_journal(tmp_path):
    session = begin(tmp_path / "new")
    session.close()
    [header] = lines_of(session)
    assert header["type"] == "session"
    assert header["schema"] == 1
    assert (header["board"], header["journal"], header["port"]) == ("e66141", "7f3a21c9", "COM3")
    assert session.path.name == "e66141-20261130T123456Z.ndjson"


def test_two_sessions_in_one_second_are_two_files(tmp_path):
    one, two = begin(tmp_path), begin(tmp_path)
    assert one.path != two.path
    assert {path.name for path in tmp_path.iterdir()} == {one.path.name, two.path.name}


def test_a_boards_name_cannot_lead_out_of_the_folder(tmp_path):
    session = begin(tmp_path, board="../../etc/x")
    assert session.path.parent == tmp_path
    assert safe_name("") == "unknown"
    assert safe_name("a" * 100) == "a" * 40


@given(st.text())
def test_any_line_comes_back_as_it_was(tmp_path_factory, text):
    session = begin(tmp_path_factory.mktemp("s"))
    session.line(UTC, "in", text)
    session.close()
    [entry] = SessionFile(session.path)
    assert entry == {"utc": UTC, "dir": "in", "line": text}


def test_events_are_entries_too(tmp_path):
    session = begin(tmp_path)
    session.event(UTC, "lost", why="gone")
    session.close()
    assert list(SessionFile(session.path)) == [{"utc": UTC, "event": "lost", "why": "gone"}]


def test_sync_reaches_the_disk_once_for_what_was_written(tmp_path, monkeypatch):
    session = begin(tmp_path)
    calls = []
    real = os.fsync
    monkeypatch.setattr(session_module.os, "fsync", lambda fd: (calls.append(fd), real(fd)))
    session.line(UTC, "in", "a")
    session.line(UTC, "in", "b")
    session.sync()
    session.sync()
    assert len(calls) == 1


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_torn_last_line_is_left_out(tmp_path, cut):
    session = begin(tmp_path)
    session.line(UTC, "in", "first")
    session.line(UTC, "in", "second")
    session.close()
    data = session.path.read_bytes()
    session.path.write_bytes(data[:-cut])
    file = SessionFile(session.path)
    assert [entry["line"] for entry in file] == ["first"]
    assert file.torn
    assert file.damaged == 0


def test_a_damaged_line_is_left_out_and_counted(tmp_path):
    session = begin(tmp_path)
    session.line(UTC, "in", "first")
    session.close()
    with session.path.open("ab") as file:
        file.write(b"\x00\x00\x00\n[1,2]\n" + b"[" * 100000 + b"\n")
        file.write(b'{"utc":"x","dir":"in","line":"last"}\n')
    file = SessionFile(session.path)
    assert [entry["line"] for entry in file] == ["first", "last"]
    assert file.damaged == 3
    assert not file.torn


WHOLE = {
    "type": "session", "schema": 1, "utc": UTC, "board": "b", "journal": "j",
    "firmware": "0.1.0", "port": "COM3", "merels": "0.1.0", "hello": {"proto": "1"},
}  # fmt: skip


@pytest.mark.parametrize("first", [b"", b"hello\n", b"{}\n", b'{"type":"session","schema":1}'])
def test_another_file_is_no_session(tmp_path, first):
    path = tmp_path / "x.ndjson"
    path.write_bytes(first)
    with pytest.raises(SessionDamaged, match="is not a session file"):
        SessionFile(path)


@pytest.mark.parametrize("key", [key for key in WHOLE if key != "type"])
@pytest.mark.parametrize("value", [None, 17, True, [1], {"a": 1}, "", "missing"])
def test_a_header_with_a_wrong_kind_of_value_names_file_and_key(tmp_path, key, value):
    header = dict(WHOLE)
    if value == "missing":
        del header[key]
    else:
        header[key] = value
    path = tmp_path / "x.ndjson"
    path.write_text(json.dumps(header) + "\n")
    if value == "" and key in ("firmware", "port", "merels"):
        assert SessionFile(path).header == header
        return
    if key == "schema" and value == 17:
        why = "has schema 17"
    else:
        why = f"the header of .*x.ndjson is damaged: {key} is not .*; put a good copy"
    with pytest.raises(SessionDamaged, match=why):
        SessionFile(path)


@pytest.mark.parametrize(("key", "word"), [("board", "id"), ("journal", "journal")])
def test_a_header_that_contradicts_its_hello_is_refused(tmp_path, key, word):
    path = tmp_path / "x.ndjson"
    path.write_text(json.dumps(WHOLE | {"hello": {word: WHOLE[key]}}) + "\n")
    assert SessionFile(path).header[key] == WHOLE[key]
    path.write_text(json.dumps(WHOLE | {"hello": {word: "another"}}) + "\n")
    with pytest.raises(SessionDamaged, match=f"damaged: {key} is not what hello in it says"):
        SessionFile(path)


@pytest.mark.parametrize(
    "said", ["x", "", None, 17, "2026-13-99T12:34:56.789Z", "2026-11-30T25:00:00Z", "2026-11-30",
             "2026-11-30T12:34:56Z\x1b[2J", "٢٠٢٦-11-30T12:34:56Z", "0000-01-01T00:00:00Z"],
)  # fmt: skip
def test_what_is_no_time_is_none(tmp_path, said):
    path = tmp_path / "x.ndjson"
    line = {"utc": said, "dir": "in", "line": "first"}
    path.write_text(f"{json.dumps(WHOLE)}\n{json.dumps(line)}\n")
    file = SessionFile(path)
    assert list(file) == [line | {"utc": ""}]
    assert (file.undated, file.damaged) == (1, 0)
    path.write_text(json.dumps(WHOLE | {"utc": said}) + "\n")
    with pytest.raises(SessionDamaged, match="x.ndjson is damaged: utc is not a t"):
        SessionFile(path)


def test_a_line_that_is_too_long_is_damaged_and_never_read_whole(tmp_path):
    session = begin(tmp_path)
    session.line(UTC, "in", "a" * (LONGEST - 65))
    session.line(UTC, "in", "b" * LONGEST)
    session.line(UTC, "in", "c" * 5 * LONGEST)
    session.line(UTC, "in", "last")
    session.close()
    assert [len(line) > LONGEST for line in session.path.read_bytes().split(b"\n")] == [
        False, False, True, True, False, False,
    ]  # fmt: skip
    file = SessionFile(session.path)
    assert [entry["line"][0] for entry in file] == ["a", "l"]
    assert (file.damaged, file.torn, file.read) == (2, False, session.path.stat().st_size)
    session.path.write_bytes(session.path.read_bytes() + b"x" * 3 * LONGEST)
    assert len(list(file)) == 2
    assert file.torn


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="POSIX only")
def test_a_file_without_an_end_is_no_session(tmp_path):
    with pytest.raises(SessionDamaged, match="is not a session file"):
        SessionFile(Path("/dev/zero"))
    (tmp_path / "x.ndjson").write_bytes(b"\0" * 2 * LONGEST)
    assert [stray.lossless for stray in look(tmp_path).strays] == [False]


@pytest.mark.parametrize("key", ["white", "black", "event", "place"])
def test_names_in_a_header_are_texts(tmp_path, key):
    path = tmp_path / "x.ndjson"
    path.write_text(json.dumps(WHOLE | {key: "Ann"}) + "\n")
    assert SessionFile(path).header[key] == "Ann"
    path.write_text(json.dumps(WHOLE | {key: None}) + "\n")
    with pytest.raises(SessionDamaged, match=f"x.ndjson is damaged: {key} is not a text"):
        SessionFile(path)


def test_what_a_folder_has_and_what_is_none(tmp_path):
    late = Session(tmp_path, hello(), "p", "2026-12-01T00:00:00.000Z")
    early = begin(tmp_path)
    (tmp_path / "notes.ndjson").write_text("hello\n")
    (tmp_path / "cut.ndjson").write_text('{"type":"sess')
    (tmp_path / "folder.ndjson").mkdir()
    (tmp_path / "game.pgn").write_text("1. d6 *")
    found = look(tmp_path)
    assert [file.path for file in found.files] == [early.path, late.path]
    told = {stray.path.name: (str(stray.error), stray.lossless) for stray in found.strays}
    assert set(told) == {"notes.ndjson", "cut.ndjson", "folder.ndjson"}
    assert [name for name in sorted(told) if told[name][1]] == ["cut.ndjson", "folder.ndjson"]
    assert "is not a file, and passed over; give it another name" in told["folder.ndjson"][0]
    assert "its first line is no header; put a good copy" in told["notes.ndjson"][0]
    assert look(tmp_path / "none").files == []
    assert look(early.path).files == []


def test_a_folder_that_cannot_be_looked_into(tmp_path, monkeypatch):
    def denied(path):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("merels_host.sessions.folder.os.listdir", denied)
    with pytest.raises(DiskProblem, match="cannot look into the folder .*; see whose it is"):
        look(tmp_path)


def test_a_file_that_cannot_be_read_is_not_passed_over(tmp_path, monkeypatch):
    begin(tmp_path).close()

    def denied(path):
        raise DiskProblem("cannot read it.")

    monkeypatch.setattr("merels_host.sessions.folder.SessionFile", denied)
    [stray] = look(tmp_path).strays
    assert not stray.lossless
    with pytest.raises(DiskProblem, match="cannot read it"):
        list(sessions_of(tmp_path, "e66141", "7f3a21c9"))


def test_a_file_that_may_only_be_read_counts_too(tmp_path, monkeypatch):
    begin(tmp_path).close()
    real = os.open

    def only_to_read(path, flags, *more):
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *more)

    monkeypatch.setattr(session_module.os, "open", only_to_read)
    [file] = look(tmp_path).files
    file.sync()


def test_a_newer_schema_says_what_to_do(tmp_path):
    path = tmp_path / "x.ndjson"
    path.write_text('{"type":"session","schema":2}\n')
    with pytest.raises(SessionDamaged, match="has schema 2, this program reads 1; update"):
        SessionFile(path)


def test_a_file_that_is_gone_cannot_be_read(tmp_path):
    with pytest.raises(DiskProblem, match="cannot read"):
        SessionFile(tmp_path / "none.ndjson")


def test_a_file_that_goes_while_it_is_read(tmp_path):
    session = begin(tmp_path)
    file = SessionFile(session.path)
    session.path.unlink()
    with pytest.raises(DiskProblem, match="cannot read"):
        list(file)


def test_the_sessions_of_one_journal_come_in_order(tmp_path):
    late = Session(tmp_path, hello(), "p", "2026-12-01T00:00:00.000Z")
    early = Session(tmp_path, hello(), "p", UTC)
    begin(tmp_path, journal="other")
    begin(tmp_path, board="other")
    (tmp_path / "notes.ndjson").write_text("hello\n")
    found = [file.path for file in sessions_of(tmp_path, "e66141", "7f3a21c9")]
    assert found == [early.path, late.path]
    assert list(sessions_of(tmp_path / "none", "e66141", "7f3a21c9")) == []


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        DiskProblem, match=r"cannot write .* its folder another name, or choose an"
    ):
        begin(tmp_path / "file")


def full(*args):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_disk_that_is_full_at_the_start_leaves_no_file(tmp_path, monkeypatch, call):
    monkeypatch.setattr(session_module.os, call, full)
    with pytest.raises(DiskProblem, match="No space left on device"):
        begin(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_synced_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(session_module, "sync_folder", full)
    with pytest.raises(DiskProblem, match="No space left"):
        begin(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [*range(0, 60, 7), 5000])
def test_a_disk_that_fills_up_loses_only_what_was_not_synced(tmp_path, monkeypatch, room):
    session = begin(tmp_path)
    session.line(UTC, "in", "kept")
    session.sync()
    real, left = os.write, room

    def write(fd, data):
        nonlocal left
        if left == 0:
            full()
        count = real(fd, data[:left])
        left -= count
        return count

    with monkeypatch.context() as patch:
        patch.setattr(session_module.os, "write", write)
        with pytest.raises(DiskProblem):
            session.line(UTC, "in", "this line does not fit into what is left" * 200)
        with pytest.raises(DiskProblem):
            session.mend(UTC)
    session.mend(UTC)
    session.line(UTC, "in", "after")
    session.close()
    file = SessionFile(session.path)
    words = [entry.get("line", entry.get("event")) for entry in file]
    assert words == ["kept", "mended", "after"]
    assert file.damaged == 0


def test_a_sync_that_fails_is_a_disk_problem(tmp_path, monkeypatch):
    session = begin(tmp_path)
    session.line(UTC, "in", "x")
    monkeypatch.setattr(session_module.os, "fsync", full)
    with pytest.raises(DiskProblem, match="free some space"):
        session.sync()


def test_mending_a_closed_file_is_a_disk_problem(tmp_path):
    session = begin(tmp_path)
    os.close(session._fd)
    with pytest.raises(DiskProblem):
        session.mend(UTC)
    session.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_device_that_is_full(tmp_path):
    session = begin(tmp_path)
    os.close(session._fd)
    session._fd = os.open("/dev/full", os.O_WRONLY)
    with pytest.raises(DiskProblem, match="No space left on device"):
        session.line(UTC, "in", "x")
    session.close()


def test_a_file_that_is_read_can_be_put_on_the_disk(tmp_path, monkeypatch):
    begin(tmp_path).close()
    [file] = sessions_of(tmp_path, "e66141", "7f3a21c9")
    file.sync()
    monkeypatch.setattr(session_module.os, "fsync", full)
    with pytest.raises(DiskProblem, match="No space left"):
        file.sync()


def test_a_file_is_read_on_from_where_it_was(tmp_path):
    session = begin(tmp_path)
    session.line(UTC, "in", "one")
    file = SessionFile(session.path)
    assert len(list(file)) == 1
    start = file.read
    session.line(UTC, "in", "two")
    session.line(UTC, "in", "three")
    session.sync()
    assert [entry["line"] for entry in file.entries(start, session.safe - 1)] == ["two"]
    assert [entry["line"] for entry in file.entries(start)] == ["two", "three"]
    assert file.read == session.safe
    assert len(list(file.entries(start + 1))) == 3  # that is no end of a line: all again
    assert len(list(file.entries(10**6))) == 3
    session.close()
