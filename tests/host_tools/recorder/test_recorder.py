# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The recorder against a board that keeps the rules and a line that does not.

The promise is checked at the moment of each acknowledgement: what is acknowledged is on disk.
"""

import errno
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from fakes.waiting import until
from merels.wire import framing
from merels_host import files
from merels_host.board import link
from merels_host.errors import BoardSilent, DiskProblem, PortRefused
from merels_host.recorder import game_files, recorder
from merels_host.recorder.recorder import Recorder
from merels_host.recorder.watcher import Watcher
from merels_host.sessions import session
from merels_host.sessions.recorded import Recorded, is_record
from merels_host.sessions.session import SessionFile

RECORDS = [BOOT, *game_records(E64)]


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch):
    monkeypatch.setattr(recorder, "_DISK_PAUSE", 0.05)
    monkeypatch.setattr(recorder, "_FIRST_PAUSE", 0.05)
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)


class Notes(Watcher):
    """Remembers what it was told."""

    def __init__(self):
        self.notes = []
        self.logs = []
        self.waits = []
        self.resumes = []
        self.words = []
        self.states = []

    def note(self, sentence):
        self.notes.append(sentence)

    def log(self, text):
        self.logs.append(text)

    def waiting(self, why):
        self.waits.append(why)

    def resumed(self, game):
        self.resumes.append(len(game.turns))

    def state(self, values):
        self.states.append(values)

    def record(self, record, game, behind):
        self.words.append(record.line.word)


def never():
    return False


def record(board, out, *, stop=never, watcher=None, **more):
    watcher = watcher or Notes()
    made = Recorder(board.url, out, watcher, once=True, **more)
    made.run(stop)
    return made


def on_disk(out, journal="0badcafe", board="fake1"):
    return Recorded.scan(out, board, journal)


def games_in(out):
    return sorted(path.name for path in out.glob("*.pgn"))


def keep_promise(board, out):
    """Fail the test if a record is acknowledged that is not on disk."""
    broken = []

    def check(number):
        if on_disk(out, board.journal, board.board).have < number:
            broken.append(number)

    board.on_ack = check
    return broken


def test_a_game_is_recorded_and_acknowledged(tmp_path):
    with FakeBoard(RECORDS) as board:
        broken = keep_promise(board, tmp_path)
        made = record(board, tmp_path)
        assert board.acked == 42
        assert board.too_high == 0
    assert broken == []
    assert made.games.current.turns == list(E64)
    [name] = games_in(tmp_path)
    assert name.startswith("fake1-0badcafe-game0001-")
    assert '[Result "1-0"]' in (tmp_path / name).read_text()
    assert [path.suffix for path in made.files] == [".ndjson", ".pgn"]
    assert on_disk(tmp_path).have == 42


def test_a_folder_with_the_name_of_a_session_is_passed_over(tmp_path):
    (tmp_path / "old.ndjson").mkdir()
    with FakeBoard(RECORDS) as board:
        record(board, tmp_path)
    assert on_disk(tmp_path).have == 42


def test_a_record_is_shown_once_and_in_order(tmp_path):
    watcher = Notes()
    with FakeBoard(RECORDS) as board:
        board.mangle = lambda line: [line, line]
        record(board, tmp_path, watcher=watcher)
    assert watcher.words == ["boot", "game", *["move"] * 39, "over"]
    assert watcher.notes == []


@pytest.mark.parametrize("seed", range(4))
def test_a_noisy_line_loses_nothing(tmp_path, seed):
    dice = random.Random(seed)

    def noise(line):
        fate = dice.random()
        if fate < 0.15:
            return []
        if fate < 0.3:
            at = dice.randrange(len(line))
            return [line[:at] + bytes([dice.randrange(256)]) + line[at + 1 :]]
        if fate < 0.45:
            at = dice.randrange(len(line))
            return [line, line[at:]]
        return [line]

    with FakeBoard(RECORDS) as board:
        board.mangle = noise
        broken = keep_promise(board, tmp_path)
        made = record(board, tmp_path)
    assert broken == []
    assert made.games.current.turns == list(E64)
    assert made.games.current.doubts == []
    assert on_disk(tmp_path).have == 42


def test_a_pulled_cable_loses_nothing(tmp_path):
    watcher = Notes()
    with FakeBoard(RECORDS) as board:
        board.on_ack = lambda number: board.cut() if 10 <= number < 35 else None
        made = record(board, tmp_path, watcher=watcher)
    assert made.games.current.turns == list(E64)
    assert "has gone away" in watcher.waits[0]
    assert [path.suffix for path in made.files] == [".ndjson", ".pgn"]  # one session goes on
    events = [entry["event"] for entry in SessionFile(made.files[0]) if "event" in entry]
    assert events[:3] == ["connected", "lost", "connected"]


def test_a_port_that_is_away_for_a_while(tmp_path):
    watcher = Notes()
    board = FakeBoard(RECORDS[:10])
    with board:
        thread = threading.Thread(target=lambda: record(board, tmp_path, watcher=watcher))
        thread.start()
        until(lambda: board.acked == 10)
        board.unplug()
        until(lambda: any("nobody listens" in why for why in watcher.waits))
        board.records += RECORDS[10:]
        board.plug_in()
        thread.join(300)
    assert on_disk(tmp_path).have == 42
    assert len(games_in(tmp_path)) == 1


def test_a_recorder_that_was_stopped_goes_on_where_it_was(tmp_path):
    watcher = Notes()
    with FakeBoard(RECORDS[:20]) as board:
        first = record(board, tmp_path, stop=lambda: board.acked == 20)
        [name] = games_in(tmp_path)
        text = (tmp_path / name).read_text()
        assert '[Result "*"]' in text
        assert '[PlyCount "18"]' in text
        assert first.games.current.turns == list(E64[:18])
        board.records = RECORDS
        second = record(board, tmp_path, watcher=watcher)
    assert watcher.resumes == [18]
    assert watcher.words == ["move"] * 21 + ["over"]
    assert games_in(tmp_path) == [name]
    assert '[Result "1-0"]' in (tmp_path / name).read_text()
    assert second.games.current.doubts == []
    assert on_disk(tmp_path).have == 42


def test_only_what_the_board_has_sent_since_its_hello_is_acknowledged(tmp_path, monkeypatch):
    with FakeBoard(RECORDS[:20]) as board:
        record(board, tmp_path, stop=lambda: board.acked == 20)
        [path] = tmp_path.glob("*.ndjson")  # which loses one of them
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if '"@11 ' not in line))
        assert on_disk(tmp_path).have == 10
        monkeypatch.setattr("fakes.socket_board.WINDOW", 1)  # they are sent again one by one
        board.acked = 0
        record(board, tmp_path, stop=lambda: board.acked == 20 or board.too_high)
        assert board.too_high == 0
    assert on_disk(tmp_path).have == 20


def test_a_second_file_has_the_game_under_way_from_its_beginning(tmp_path):
    older = [*RECORDS, *RECORDS[1:]]
    young = [BOOT, *game_records(E64[:30], number=3)]
    with FakeBoard([*older, *young[:20]]) as board:
        record(board, tmp_path, stop=lambda: board.acked == len(board.records))
        board.records = [*older, *young]
        broken = keep_promise(board, tmp_path)
        second = record(board, tmp_path, stop=lambda: board.acked == len(board.records))
        assert board.hellos[-1]["have"] == str(len(older))
    assert broken == []
    lines = [framing.parse(entry.get("line", "")) for entry in SessionFile(second.files[0])]
    numbers = {line.number for line in lines if is_record(line)}
    assert numbers >= set(range(len(older) + 1, len(older) + len(young) + 1))
    assert second.games.current.turns == list(E64[:30])


def test_a_game_file_that_a_crash_prevented_is_made_at_the_next_start(tmp_path):
    two = [*RECORDS, *game_records(["a1"], number=2, over=("white", "resigned"))]
    with FakeBoard(two) as board:
        record(board, tmp_path)
        names = games_in(tmp_path)
        assert len(names) == 2
        (tmp_path / names[0]).unlink()
        (tmp_path / names[1]).write_text("half")
        board.records += game_records(["a4"], number=3, over=("black", "resigned"))
        record(board, tmp_path)
    assert games_in(tmp_path)[:2] == names
    assert '[Result "1-0"]' in (tmp_path / names[0]).read_text()
    assert '[Result "1-0"]' in (tmp_path / names[1]).read_text()


@pytest.mark.parametrize("what", ["board", "journal"])
def test_another_board_or_journal_on_the_port_gets_its_own_files(tmp_path, what):
    watcher = Notes()
    with FakeBoard(RECORDS[:12]) as board:

        def swap(number):
            if number == 12:
                setattr(board, what, "other")
                board.next_records = RECORDS
                board.cut()

        board.on_ack = swap
        record(board, tmp_path, watcher=watcher)
    expected = "another board" if what == "board" else "a new journal"
    assert any(expected in note and "files of their own" in note for note in watcher.notes)
    assert len(games_in(tmp_path)) == 2
    other = {"board": "fake1", "journal": "0badcafe", what: "other"}
    assert on_disk(tmp_path, **other).have == 42
    assert on_disk(tmp_path).have == 12


def test_a_board_that_falls_silent_is_greeted_again(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "SILENT_AFTER", 0.6)
    monkeypatch.setattr(link, "PING_AFTER", 0.1)
    watcher = Notes()
    with FakeBoard(RECORDS[:10]) as board:

        def hush(number):
            if number == 10 and not board.silent:
                board.silent = True
                threading.Timer(1.0, wake).start()

        def wake():
            board.records = RECORDS
            board.silent = False

        board.on_ack = hush
        record(board, tmp_path, watcher=watcher)
    assert any("has stopped answering" in why for why in watcher.waits)
    assert on_disk(tmp_path).have == 42


def test_a_quiet_board_is_asked_for_its_state(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "PING_AFTER", 0.1)
    watcher = Notes()
    with FakeBoard(RECORDS[:3]) as board:
        record(board, tmp_path, watcher=watcher, stop=lambda: len(watcher.states) > 3)
    [path] = tmp_path.glob("*.ndjson")
    asked = [e for e in SessionFile(path) if "state" in e.get("line", "")]
    assert len(asked) == 1


def test_a_gap_is_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "_PATIENCE", 0.3)
    monkeypatch.setattr("fakes.socket_board.AGAIN", 1000)
    with FakeBoard(RECORDS) as board:
        lost = [b"@5 ", b"@41 ", b"@42 "]

        def drop(line):
            for start in lost:
                if line.startswith(start):
                    lost.remove(start)
                    return []
            return [line]

        board.mangle = drop
        record(board, tmp_path)
        assert {"proto": "1", "journal": "0badcafe", "have": "3"} in board.hellos
    assert on_disk(tmp_path).have == 42


def test_records_that_the_board_no_longer_has_are_named_and_skipped(tmp_path):
    watcher = Notes()
    with FakeBoard(
        [*RECORDS, *game_records(["a1"], number=2, over=("white", "resigned"))]
    ) as board:
        board.first = 43
        record(board, tmp_path, watcher=watcher)
        assert board.acked == 45
        soon = time.monotonic() + 0.6
        again = record(board, tmp_path, watcher=watcher, stop=lambda: time.monotonic() > soon)
    assert again.recorded.have == 45
    assert [note for note in watcher.notes if "recorded already" not in note] == [
        "the board no longer has its records 1 to 42; the games in them are not recorded here."
    ]


def test_log_text_and_refusals_reach_the_watcher(tmp_path):
    watcher = Notes()
    with FakeBoard(RECORDS[:5]) as board:

        def speak(number):
            board.say(b"Traceback (most recent call last):\n")
            board.say(framing.frame(":", "99 err code=strange").encode() + b"\n")

        board.on_ack = speak
        record(board, tmp_path, watcher=watcher, stop=lambda: bool(watcher.notes))
    assert watcher.logs[0] == "Traceback (most recent call last):"
    assert watcher.notes[0] == "the board refused a request (99 err code=strange)."


def test_a_doubt_is_noted_once(tmp_path):
    watcher = Notes()
    wrong = [*RECORDS[:3], "move text=d6 ply=2 game=1 board=0 pos=0 ms=1", *RECORDS[4:]]
    with FakeBoard(wrong) as board:
        record(board, tmp_path, watcher=watcher)
    assert len(watcher.notes) == 1
    assert watcher.notes[0].startswith("game 1, record 4: the board played what these rules")


def test_once_waits_for_the_game_under_way(tmp_path):
    two = [*RECORDS, *game_records(["a1", "a4"], number=2)]
    with FakeBoard(two) as board:
        thread = threading.Thread(target=lambda: record(board, tmp_path))
        thread.start()
        until(lambda: board.acked == len(two))
        time.sleep(0.5)
        assert thread.is_alive()
        board.records.append("over winner=white reason=resigned ply=2 game=2 board=0 ms=1")
        thread.join(300)
        assert not thread.is_alive()
    assert len(games_in(tmp_path)) == 2


def test_once_does_not_wait_for_a_game_that_nobody_has_begun(tmp_path):
    with FakeBoard([*RECORDS, *game_records([], number=2)]) as board:
        record(board, tmp_path)
    assert len(games_in(tmp_path)) == 1


@pytest.mark.parametrize("more", [[], game_records([], number=2)])
def test_once_ends_at_once_if_all_is_recorded_already(tmp_path, more):
    with FakeBoard([*RECORDS, *more]) as board:
        record(board, tmp_path)
        for path in tmp_path.glob("*.pgn"):
            path.unlink()
        watcher = record(board, tmp_path).watcher
    if not more:
        [note] = watcher.notes
        assert note.startswith("all that the board has is recorded already")
    assert len(games_in(tmp_path)) == 1


@pytest.mark.parametrize("records", [RECORDS[:9], [BOOT, *game_records([])]])
def test_once_waits_although_nothing_is_new(tmp_path, records):
    with FakeBoard(list(records)) as board:
        before = Recorder(board.url, tmp_path, Watcher())
        before.run(stop=lambda: board.acked == len(records))
        thread = threading.Thread(target=lambda: record(board, tmp_path))
        thread.start()
        time.sleep(0.7)
        assert thread.is_alive()
        board.records.append("over winner=white reason=resigned ply=7 game=1 board=0 ms=1")
        thread.join(300)
        assert not thread.is_alive()


def test_no_board_at_the_start_is_an_error(tmp_path):
    board = FakeBoard()
    board._server.close()
    with pytest.raises(PortRefused):
        record(board, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_no_board_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(Recorder, "_greet", lambda self: self._link.hello(patience=0.2))
    with FakeBoard() as board:
        board.silent = True
        with pytest.raises(BoardSilent):
            record(board, tmp_path)


def test_with_wait_a_board_that_is_not_heard_is_asked_on(tmp_path, monkeypatch):
    greet = Recorder._greet
    watcher = Notes()

    def first_in_vain(self):
        if len(watcher.waits) < 3:
            self._link.hello(patience=0.2)
        greet(self)

    monkeypatch.setattr(Recorder, "_greet", first_in_vain)
    with FakeBoard(RECORDS) as board:
        board.silent = True
        thread = threading.Thread(
            target=lambda: record(board, tmp_path, watcher=watcher, wait=True)
        )
        thread.start()
        until(lambda: len(watcher.waits) >= 3)
        board.silent = False
        thread.join(300)
    assert on_disk(tmp_path).have == 42
    assert watcher.waits[0].startswith(f"nothing at {board.url} answers as a Merels board")


def test_a_hello_that_the_line_swallows_is_soon_repeated(tmp_path):
    with FakeBoard(RECORDS) as board:
        answer = board._answer
        lost = []

        def swallow(line):
            if line.word == "hello" and len(lost) < 2:
                lost.append(line)
                return "lost"
            return answer(line)

        board._answer = swallow
        board.mangle = lambda line: [] if b" lost" in line else [line]
        began = time.monotonic()
        record(board, tmp_path)
    assert len(lost) == 2 and time.monotonic() - began < 4
    assert on_disk(tmp_path).have == 42


def test_a_stop_while_a_board_is_greeted_does_not_wait(tmp_path):
    with FakeBoard() as board:
        board.silent = True
        began = time.monotonic()
        made = record(board, tmp_path, stop=lambda: bool(board.heard))
    assert time.monotonic() - began < 2
    assert not made.greeted


def test_with_wait_the_port_may_come_later(tmp_path):
    watcher = Notes()
    board = FakeBoard(RECORDS)
    board._server.close()
    thread = threading.Thread(target=lambda: record(board, tmp_path, watcher=watcher, wait=True))
    thread.start()
    until(lambda: watcher.waits)
    board.plug_in()
    thread.join(300)
    board.unplug()
    assert on_disk(tmp_path).have == 42


def test_a_stop_while_waiting_ends_at_once(tmp_path):
    watcher = Notes()
    board = FakeBoard()
    board._server.close()
    made = record(board, tmp_path, watcher=watcher, wait=True, stop=lambda: bool(watcher.waits))
    assert not made.greeted
    assert list(tmp_path.iterdir()) == []


def full(*args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_at_the_start_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(session.os, "write", full)
    with FakeBoard(RECORDS) as board, pytest.raises(DiskProblem, match="No space left"):
        record(board, tmp_path)


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_disk_that_is_full_for_a_while_loses_nothing(tmp_path, monkeypatch, call):
    watcher = Notes()
    real = getattr(session.os, call)
    failures = 0
    with FakeBoard(RECORDS) as board:

        def sometimes(*args):
            nonlocal failures
            if board.acked >= 10 and failures < 6:
                failures += 1
                full()
            return real(*args)

        monkeypatch.setattr(session.os, call, sometimes)
        broken = keep_promise(board, tmp_path)
        made = record(board, tmp_path, watcher=watcher)
        assert board.acked == 42
    assert broken == []
    assert made.games.current.turns == list(E64)
    assert any("No space left on device" in note for note in watcher.notes)
    assert "the disk takes data again; going on." in watcher.notes
    assert on_disk(tmp_path).have == 42


def test_a_stop_on_a_full_disk_acknowledges_nothing_more(tmp_path, monkeypatch):
    watcher = Notes()
    with FakeBoard(RECORDS[:10]) as board:

        def fill(number):
            if number == 10:
                monkeypatch.setattr(session.os, "write", full)
                board.records = RECORDS

        board.on_ack = fill
        with pytest.raises(DiskProblem, match="took nothing more. Nothing is lost: the board"):
            record(board, tmp_path, watcher=watcher, stop=lambda: bool(watcher.notes))
        assert board.acked == 10
    assert on_disk(tmp_path).have == 10


def test_a_game_file_that_cannot_be_written_is_an_error_at_the_end(tmp_path, monkeypatch):
    watcher = Notes()
    monkeypatch.setattr(files.os, "replace", full)
    with (
        FakeBoard(RECORDS) as board,
        pytest.raises(DiskProblem, match="the records are safe in") as caught,
    ):
        record(board, tmp_path, watcher=watcher)
    assert "game0001" in str(caught.value)
    assert games_in(tmp_path) == []
    assert on_disk(tmp_path).have == 42


def test_a_game_file_that_could_not_be_written_is_tried_again(tmp_path, monkeypatch):
    real, tries = files.os.replace, []

    def first_fails(*args):
        tries.append(args)
        return full() if len(tries) == 1 else real(*args)

    monkeypatch.setattr(files.os, "replace", first_fails)
    with FakeBoard(RECORDS) as board:
        record(board, tmp_path)
    assert len(games_in(tmp_path)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(3))
def test_a_recorder_killed_at_random_loses_nothing(tmp_path, seed):
    dice = random.Random(seed)
    with FakeBoard(RECORDS[:2]) as board:
        broken = keep_promise(board, tmp_path)
        for _ in range(5):
            process = start(board, tmp_path)
            began = time.monotonic()
            while time.monotonic() - began < 0.3 + dice.random():
                time.sleep(0.01)
                board.records = RECORDS[: min(len(board.records) + 1, 36)]
            process.kill()
            process.wait()
            assert on_disk(tmp_path).have >= board.acked
        board.records = RECORDS
        process = start(board, tmp_path)
        assert process.wait(300) == 0
    assert broken == []
    assert on_disk(tmp_path).have == 42
    [name] = games_in(tmp_path)
    assert '[PlyCount "39"]' in (tmp_path / name).read_text()


def start(board, out):
    return subprocess.Popen(
        [sys.executable, "-m", "merels_host", "record", board.url, "--once", "--out", str(out)],
        stdout=subprocess.DEVNULL,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_writes_the_unfinished_game(tmp_path):
    with FakeBoard(RECORDS[:20]) as board:
        process = subprocess.Popen(
            [sys.executable, "-m", "merels_host", "record", board.url, "--out", str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        until(lambda: board.acked == 20)
        process.send_signal(signal.SIGINT)
        said, wrong = process.communicate(timeout=300)
        assert process.returncode == 0
    [name] = games_in(tmp_path)
    assert wrong == ""
    assert said.splitlines()[-1].endswith(name)
    assert '[Result "*"]' in (tmp_path / name).read_text()
    assert game_files.is_saved(tmp_path / name, "0badcafe", 20)
