# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Many boards on one recorder: nobody stops another, nobody is recorded twice."""

import os
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from fakes.waiting import until
from merels.wire import framing
from merels_host import cli
from merels_host.board import find
from merels_host.board.link import Hello, Link
from merels_host.board.lock import BoardLock
from merels_host.commands import record as verb
from merels_host.errors import BoardTaken, DiskProblem
from merels_host.recorder import fleet, recorder
from merels_host.recorder.fleet import Fleet
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.scorer import Scorer
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import Session

UTC = "2030-01-01T00:00:00.000Z"
RECORDS = [BOOT, *game_records(E64)]


class Notes(Watcher):
    def __init__(self):
        self.notes = []
        self.waits = []

    def note(self, sentence):
        self.notes.append(sentence)

    def waiting(self, why):
        self.waits.append(why)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(recorder, "_FIRST_PAUSE", 0.05)
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)


def have(out, board, journal="0badcafe"):
    return Recorded.scan(out, board, journal).have


def free_url():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"socket://127.0.0.1:{server.getsockname()[1]}"


def test_three_boards_at_once_into_one_archive(tmp_path, capsys):
    with FakeBoard(RECORDS) as a, FakeBoard(RECORDS, "b") as b, FakeBoard(RECORDS[:9], "c") as c:
        c.records += ["over winner=white reason=resigned ply=7 game=1 board=0 ms=1"]
        words = ["record", a.url, b.url, c.url, a.url, "--once", "--out", str(tmp_path / "out")]
        archive = ["--archive", str(tmp_path / "a.db")]
        assert cli.main([*words, *archive]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"{b.url}: game 1 is over: white wins (blocked)" in said.out
    assert said.out.count(".ndjson\n") == 3
    assert [have(tmp_path / "out", name) for name in ("fake1", "b", "c")] == [42, 42, 10]
    assert cli.main(["games", "verify", *archive]) == 0
    assert capsys.readouterr().out == "3 games and 94 records: all agree.\n"


def test_a_board_that_is_not_there_does_not_stop_the_others(tmp_path, capsys):
    nobody = free_url()
    with FakeBoard(RECORDS) as board:
        assert cli.main(["record", nobody, board.url, "--once", "--out", str(tmp_path)]) == 3
    said = capsys.readouterr()
    assert said.err.startswith(f"merels: {nobody}: nobody listens at {nobody}")
    assert have(tmp_path, "fake1") == 42


def test_a_bug_that_one_board_brings_out_does_not_stop_the_others(tmp_path, monkeypatch):
    real = Scorer.follow

    def follow(self, *args):
        if self.games.board == "bad":
            raise ZeroDivisionError("oops")
        real(self, *args)

    monkeypatch.setattr(Scorer, "follow", follow)
    with FakeBoard(RECORDS) as good, FakeBoard(RECORDS, "bad") as bad:
        made = Fleet([bad.url, good.url], lambda url: Recorder(url, tmp_path, Notes(), once=True))
        made.run(lambda: False)
    [(url, error)] = made.trouble
    assert url == bad.url
    assert "an error in merels itself (ZeroDivisionError: oops)" in error.message
    assert made.recorders[bad.url].watcher.notes == [error.message]
    assert have(tmp_path, "fake1") == 42


def test_boards_that_are_plugged_in_later_are_recorded_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fleet, "_LOOK", 0.05)
    plugged = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: plugged)

    def plug_in(url):
        plugged.append(
            SimpleNamespace(device=url, vid=0x2E8A, pid=5, serial_number="x", description="")
        )

    with FakeBoard(RECORDS) as a, FakeBoard(RECORDS, "b") as b:

        class Stopped:
            def __enter__(self):
                def stop():
                    if a.acked == 42 and len(plugged) == 1:
                        plug_in(b.url)
                    return b.acked == 42

                return stop

            def __exit__(self, *exc_info):
                pass

        monkeypatch.setattr(verb, "until_stopped", Stopped)
        plug_in(a.url)
        assert cli.main(["record", "--all", "--out", str(tmp_path)]) == 0
    assert have(tmp_path, "b") == 42


NOBODY = "socket://127.0.0.1:1"


@pytest.mark.parametrize(
    "words", [["--all"], ["--all", "--once"], ["/dev/no-*"], [NOBODY, f"{NOBODY}1"]]
)
def test_ctrl_c_before_any_board_answered_is_130(tmp_path, monkeypatch, words):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)

    class Stopped:
        def __enter__(self):
            begun = time.monotonic()
            return lambda: time.monotonic() > begun + 0.3

        def __exit__(self, *exc_info):
            pass

    monkeypatch.setattr(verb, "until_stopped", Stopped)
    assert cli.main(["record", *words, "--wait", "--out", str(tmp_path)]) == 130


def test_the_only_board_is_recorded_without_naming_its_port(tmp_path, monkeypatch, capsys):
    with FakeBoard(RECORDS) as board:
        one = SimpleNamespace(
            device=board.url, vid=0x2E8A, pid=5, serial_number="fake1", description=None
        )
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [one])
        assert cli.main(["record", "--once", "--out", str(tmp_path)]) == 0
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [one, one])
        assert cli.main(["record", "--once", "--out", str(tmp_path)]) == 3
        monkeypatch.setattr("serial.tools.list_ports.comports", list)
        assert cli.main(["record", "--once", "--out", str(tmp_path)]) == 3
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("merels: several boards are plugged in; name the port of one: ")
    assert said[1].startswith("merels: no board is plugged in; ")


def test_recorders_that_sleep_wake_for_their_board_and_for_the_end(tmp_path):
    with FakeBoard(RECORDS[:9]) as board, FakeBoard(RECORDS[:9], "b") as other:
        stop = threading.Event()
        made = Fleet([board.url, other.url], lambda url: Recorder(url, tmp_path, Notes()))
        thread = threading.Thread(target=made.run, args=(stop.is_set,))
        thread.start()
        until(lambda: board.acked == other.acked == 9)
        sleeping = made.recorders[board.url]
        until(lambda: sleeping._patience() > 4)
        board.records.append("over winner=white reason=resigned ply=7 game=1 board=0 ms=1")
        until(lambda: board.acked == 10)
        until(lambda: sleeping._patience() > 4)
        began = time.monotonic()
        stop.set()
        thread.join(300)
        assert time.monotonic() - began < 2
    assert "bye" in board.heard[-1]


def test_recorders_end_when_looking_for_boards_fails(tmp_path):
    def looks():
        if board.acked == 9:
            raise ZeroDivisionError("oops")
        return []

    with FakeBoard(RECORDS[:9]) as board:
        made = Fleet([board.url], lambda url: Recorder(url, tmp_path, Notes()), looks)
        with pytest.raises(ZeroDivisionError):
            made.run(lambda: False)
        assert "bye" in board.heard[-1]
    assert not made.trouble


def test_the_second_recorder_of_a_board_gets_one_sentence(tmp_path):
    with FakeBoard(RECORDS[:9]) as board:
        with BoardLock(board.board, board.journal):
            done = subprocess.run(
                [sys.executable, "-m", "merels_host", "record", board.url, "--out", str(tmp_path)],
                capture_output=True, text=True, timeout=300, check=False,
            )  # fmt: skip
        assert done.returncode == 3
        assert done.stderr == (
            f"merels: board fake1 is being recorded by another merels (process {os.getpid()}); "
            "end that one first, or let it go on. If it is another board with a copy of its "
            "flash, end it too: then this one is recorded under a name of its own.\n"
        )
        assert list(tmp_path.glob("*")) == []
        assert board.acked == 0


def test_a_lock_ends_with_its_holder():
    lock = BoardLock("e66", "7f")
    with pytest.raises(BoardTaken, match="board e66 is being recorded"):
        BoardLock("e66", "7f")
    BoardLock("e66", "other").release()
    lock.release()
    lock.release()
    with BoardLock("e66", "7f"):
        pass


def test_a_lock_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "file"))
    monkeypatch.setattr("platformdirs.user_runtime_path", lambda *_, **__: tmp_path / "file")
    with pytest.raises(DiskProblem, match="set MERELS_DATA to a folder"):
        BoardLock("e66", "7f")


def test_a_board_that_another_took_meanwhile_is_waited_for(tmp_path):
    watcher = Notes()
    taken = []
    with FakeBoard(RECORDS[:9]) as board:

        def take(number):
            if number == 9 and not taken:
                board.cut()
                taken.append(time.monotonic())

        def stop():
            if len(taken) == 1 and watcher.waits:
                taken.append(BoardLock(board.board, board.journal))
            if any("another merels" in why for why in watcher.waits) and len(taken) == 2:
                taken[1].release()
                board.records = RECORDS
                taken.append(True)
            return board.acked == 42

        board.on_ack = take
        Recorder(board.url, tmp_path, watcher).run(stop)
    assert any("another merels" in why for why in watcher.waits)
    assert have(tmp_path, "fake1") == 42


def test_what_another_recorder_fetched_meanwhile_is_not_missing(tmp_path):
    watcher = Notes()
    with FakeBoard(RECORDS[:9]) as board:

        def other(number):
            """Another recorder takes 10 to 25 into the same folder, and the board drops them."""
            if number == 9:
                made = Session(tmp_path, Hello("fake1", "0badcafe", "0", 1, 0, {}), "p", UTC)
                for n, text in enumerate(RECORDS[9:25], 10):
                    made.line(UTC, "in", framing.frame("@", f"{n} {text}"))
                made.close()
                board.records, board.first = RECORDS, 20
                board.cut()

        board.on_ack = other
        Recorder(board.url, tmp_path, watcher).run(lambda: board.acked == 42)
    assert not [note for note in watcher.notes if "no longer has" in note]
    assert have(tmp_path, "fake1") == 42


def test_a_board_comes_back_under_another_ports_name(tmp_path, monkeypatch):
    watcher = Notes()
    with FakeBoard(RECORDS[:9]) as old, FakeBoard(RECORDS) as new:
        links = {"/dev/old": old.url, "/dev/new": new.url}
        real = find.port_of
        monkeypatch.setattr(
            find, "port_of", lambda name: "/dev/new" if old.acked == 9 else real(name)
        )
        monkeypatch.setattr("merels_host.recorder.recorder.Link.open", opening(links))
        old.on_ack = lambda number: old.cut() if number == 9 else None
        made = Recorder("/dev/old", tmp_path, watcher)
        made.run(lambda: new.acked == 42)
    assert made.port == "/dev/new"
    assert have(tmp_path, "fake1") == 42
    assert len(list(tmp_path.glob("*.ndjson"))) == 1


def opening(links):
    """Link.open for ports that go by other names."""
    real = Link.open

    def open_as(self):
        name = self.url
        self.url = links[name]
        try:
            real(self)
        finally:
            self.url = name

    return open_as
