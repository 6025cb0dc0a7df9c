# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board whose flash is set back, as real processes: what was played is recorded as it was."""

import json
import shutil
import signal
import subprocess
import sys
import time

from fakes.waiting import free_port, until
from merels_host.recorder.demo import moves_of
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand
from merels_host.simulator.virtual_hands import VirtualHands

BEFORE = ("d6", "e4", "d2", "b2", "f4", "f2")
FIRST = ("c5", "d5", "d1", "d3", "c4", "c3")  # goes on from there on the one flash
SECOND = ("a1", "a4", "g1", "g4")  # and on the other
THEN = ("d7", "d3", "b4", "c4", "e5", "e3")
LAST = ("g7", "a7")  # nowhere else


class Board:
    """A simulated board with its storage in a folder, and hands."""

    def __init__(self, storage):
        self.board = SimulateCommand("--storage", str(storage), "--port", str(free_port()))
        self.control = Control(self.board.control)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.control.close()
        self.board.close()

    def play(self, turns):
        """Turns in a game in which nothing is removed; ends when all are on flash."""
        hands = VirtualHands(self.control, speed=20)
        before = len(self.control.ask("state")["moves"])
        for number, turn in enumerate(turns, before):
            hands.play(turn, ("white", "black")[number % 2])
            until(lambda number=number: len(self.control.ask("state")["moves"]) > number)


class Recording:
    """`merels record` into a folder, with an archive."""

    def __init__(self, board, out):
        self.out = out
        self.archive = out / "archive.db"
        command = [sys.executable, "-m", "merels_host", "record", board.board.serial]
        self.process = subprocess.Popen(
            [*command, "--out", str(out), "--archive", str(self.archive)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def until(self, *turns):
        """Wait until the session files have heard these turns, the last of a game."""
        texts = [f" text={turn} " for turn in turns]

        def heard():
            told = "".join(path.read_text() for path in self.out.glob("*.ndjson"))
            return all(text in told for text in texts)

        until(heard)
        time.sleep(0.3)  # and what follows of it

    def end(self):
        """End it as Ctrl-C does; what it has said."""
        self.process.send_signal(signal.SIGINT)
        said, wrong = self.process.communicate(timeout=300)
        assert (self.process.returncode, wrong) == (0, "")
        return said


def merels(*words):
    done = subprocess.run(
        [sys.executable, "-m", "merels_host", *words],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def archived(out):
    """The turns of each game in the archive, by journal."""
    archive = ("--archive", str(out / "archive.db"))
    games = json.loads(merels("games", "export", "--format", "json", *archive))
    games = games["games"] if isinstance(games, dict) else games
    merels("games", "verify", *archive)
    return sorted(tuple(game["moves"]) for game in games)


def in_files(out):
    """The turns of each PGN file."""
    texts = [path.read_text() for path in out.glob("*.pgn")]
    assert not any("{" in text for text in texts)  # no doubts
    return sorted(tuple(moves_of(path)) for path in out.glob("*.pgn"))


def test_a_board_that_is_set_back_and_one_with_the_newer_flash(tmp_path):
    out, flash, older = tmp_path / "out", tmp_path / "flash", tmp_path / "older"
    with Board(flash) as board, Recording(board, out) as recording:
        board.play(BEFORE)
        recording.until(BEFORE[-1])
        recording.end()
    shutil.copytree(flash, older)
    with Board(flash) as board, Recording(board, out) as recording:
        board.play(FIRST)
        recording.until(FIRST[-1])
        assert "set back" not in recording.end()
    with Board(older) as board:
        with Recording(board, out) as recording:
            board.play(SECOND)
            recording.until(SECOND[-1])
            said = recording.end()
        assert said.count("this board's flash was set back (its last record is ") == 1
        with Recording(board, out) as recording:
            board.play(THEN)
            recording.until(THEN[-1])
            assert "set back" not in recording.end()
    both = sorted([BEFORE + FIRST, BEFORE + SECOND + THEN])
    assert archived(out) == both
    assert in_files(out) == both


def test_a_board_that_was_set_back_and_has_more_records_than_the_disk(tmp_path):
    out, flash, older = tmp_path / "out", tmp_path / "flash", tmp_path / "older"
    with Board(flash) as board:
        board.play(BEFORE)
    shutil.copytree(flash, older)
    with Board(flash) as board, Recording(board, out) as recording:
        board.play(FIRST)
        recording.until(FIRST[-1])
        recording.end()
    with Board(older) as board:
        board.play(SECOND + THEN)
        with Recording(board, out) as recording:
            recording.until(THEN[-1])
            said = recording.end()
    assert said.count(" is not the one on disk); what it has now is recorded as another") == 1
    both = sorted([BEFORE + FIRST, BEFORE + SECOND + THEN])
    assert archived(out) == both
    assert in_files(out) == both


def test_two_boards_with_copies_of_one_flash_at_the_same_time(tmp_path):
    out, flash, older = tmp_path / "out", tmp_path / "flash", tmp_path / "older"
    with Board(flash) as board:
        board.play(BEFORE)
    shutil.copytree(flash, older)
    with Board(flash) as one, Board(older) as two:
        with Recording(one, out) as first:
            one.play(FIRST)
            first.until(FIRST[-1])
            two.play(SECOND)
            with Recording(two, out) as second:
                _, wrong = second.process.communicate(timeout=300)
            assert second.process.returncode == 3
            assert "is being recorded by another merels" in wrong
            assert "another board with a copy of its flash" in wrong
            first.end()
        with Recording(two, out) as second:
            second.until(SECOND[-1])
            with Recording(one, out) as first:  # each has a name of its own now
                two.play(THEN)
                one.play(LAST)
                second.until(THEN[-1], LAST[-1])
                assert "set back" not in first.end()
            assert second.end().count("was set back") == 1
    both = sorted([BEFORE + FIRST + LAST, BEFORE + SECOND + THEN])
    assert archived(out) == both
    assert in_files(out) == both
