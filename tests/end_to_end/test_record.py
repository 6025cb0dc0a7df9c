# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Firmware, hands and recorder as real processes: killed, cut off, and nothing lost."""

import random
import signal
import subprocess
import sys

import pytest
from fakes.waiting import free_port, until
from merels_host.recorder.demo import TURNS, moves_of
from merels_host.sessions.games import Games
from merels_host.sessions.recorded import Recorded
from merels_host.sessions.session import SessionFile
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand
from merels_host.simulator.virtual_hands import VirtualHands

resource = pytest.importorskip("resource", reason="needs SIGKILL and ptys")

SIDES = ("white", "black")


def until_said(process, words):
    """All lines of the process up to one with these words."""
    said = ""
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(f"it ended without {words!r}: {said}")


class Table:
    """A simulated board, hands over it, and a recorder beside it; each can be killed."""

    def __init__(self, folder):
        self.out = folder / "out"
        self._storage = folder / "flash"
        self._port = str(free_port())
        self.recorder = None
        self.board = self.control = None
        self.begin_board()

    def begin_board(self):
        self.board = SimulateCommand("--storage", str(self._storage), "--port", self._port)
        self.control = Control(self.board.control)

    def kill_board(self):
        self.control.close()
        self.board._process.kill()
        self.board.close()

    def begin_recorder(self, *options, port=None, room=None):
        """room: bytes that a file may have; more is refused as by a full disk."""
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))) if room else None
        command = [sys.executable, "-m", "merels_host", "record", port or self.board.serial]
        self.recorder = subprocess.Popen(
            [*command, "--out", str(self.out), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )

    def kill_recorder(self):
        self.recorder.kill()
        self.recorder.communicate()

    def end(self):
        if self.recorder and self.recorder.poll() is None:
            self.kill_recorder()
        self.control.close()
        self.board.close()

    def play(self, number, turn):
        """Play a turn and wait until the board has understood it."""
        VirtualHands(self.control, speed=20).play(turn, SIDES[number % 2])
        until(lambda: len(self.control.ask("state")["moves"]) > number)

    def recorded(self):
        """The game on disk."""
        first = next(iter(self.out.glob("*.ndjson")), None)
        if first is None or b"\n" not in first.read_bytes():
            return None  # it has just been made
        header = SessionFile(first).header
        games = Games(header["board"], header["journal"])
        for record in Recorded.scan(self.out, header["board"], header["journal"]).contiguous():
            games.apply(record)
        return games.current

    def until_recorded(self, plies):
        def done():
            game = self.recorded()
            return game is not None and len(game.turns) >= plies

        until(done)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.end()


@pytest.mark.parametrize("seed", [1])
def test_a_game_survives_kills_of_both_sides(table, seed):
    dice = random.Random(seed)
    table.begin_recorder("--once")
    for number, turn in enumerate(TURNS):
        table.play(number, turn)
        fate = dice.random()
        if fate < 0.12:
            table.kill_recorder()
            table.begin_recorder("--once", "--wait")
        elif fate < 0.2:
            table.until_recorded(number + 1)  # then it is on the board's flash, too
            table.kill_board()
            table.begin_board()
    assert table.recorder.wait(300) == 0
    game = table.recorded()
    assert game.turns == list(TURNS)
    assert game.doubts == []
    assert game.over == (0, "blocked")
    [path] = table.out.glob("*.pgn")
    assert moves_of(path) == list(TURNS)


def test_games_played_without_a_host_are_fetched_later(table):
    for number, turn in enumerate(TURNS):
        table.play(number, turn)
    table.begin_recorder("--once")
    said, wrong = table.recorder.communicate(timeout=300)
    assert (table.recorder.returncode, wrong) == (0, "")
    assert "game 1 is over: white wins (blocked)" in said
    assert table.recorded().turns == list(TURNS)


def test_a_board_unplugged_in_mid_game_and_ctrl_c(table):
    table.begin_recorder()
    for number, turn in enumerate(TURNS[:5]):
        table.play(number, turn)
    table.until_recorded(5)
    table.kill_board()
    until_said(table.recorder, "waiting for the board")
    assert table.recorder.poll() is None
    table.recorder.send_signal(signal.SIGINT)
    _, wrong = table.recorder.communicate(timeout=300)
    assert (table.recorder.returncode, wrong) == (0, "")
    [path] = table.out.glob("*.pgn")
    assert path.read_text().endswith("1. d6 e4 2. d2 b2 3. f4 *\n")


def test_a_full_disk_is_one_sentence_and_loses_nothing(table):
    table.begin_recorder(room=2500)
    for number, turn in enumerate(TURNS[:12]):
        table.play(number, turn)
        if number < 2:  # it is there, and keeps up
            table.until_recorded(number + 1)
    before = until_said(table.recorder, "note: cannot write ")
    table.recorder.send_signal(signal.SIGINT)
    said, wrong = table.recorder.communicate(timeout=300)
    said = before + said
    assert table.recorder.returncode == 1
    assert wrong.startswith("merels: the disk of ")
    assert wrong.count("\n") == 1
    assert said.count("note: cannot write ") == 1
    assert len(table.recorded().turns) < 12
    table.begin_recorder()
    table.until_recorded(12)
    assert table.recorded().turns == list(TURNS[:12])


def test_the_pty_serves_one_recorder_and_is_busy_for_the_next(table):
    if table.board.pty is None:
        pytest.skip("no ptys here")
    table.begin_recorder(port=table.board.pty)
    table.play(0, "d6")
    table.until_recorded(1)
    second = subprocess.run(
        [sys.executable, "-m", "merels_host", "record", table.board.pty, "--out", str(table.out)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert second.returncode == 3
    assert second.stderr.startswith(f"merels: {table.board.pty} is in use by another program; ")
    assert second.stderr.count("\n") == 1
    table.play(1, "f4")
    table.until_recorded(2)
