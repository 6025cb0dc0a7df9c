# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What surrounds the self test: keys and lines, the picture on a terminal, wrong usage."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time

import pytest
from merels_host import cli
from merels_host.board.link import Link
from merels_host.selftest.keys import ENTER, Keys
from merels_host.selftest.person import Person, Watching
from merels_host.simulator.simulate_command import SimulateCommand


def keys_of(keys, count):
    found = []
    deadline = time.monotonic() + 300
    while len(found) < count and time.monotonic() < deadline:
        key = keys.next(0.05)
        if key:
            found.append(key)
    return found


def test_lines_are_keys_until_nobody_types_any_more():
    read, write = os.pipe()
    with os.fdopen(read) as stream, Keys(stream) as keys:
        os.write(write, b"n\n\nYes\n")
        assert keys_of(keys, 3) == ["n", ENTER, "y"]
        assert keys.next(0.01) == "" and not keys.ended
        os.close(write)
        deadline = time.monotonic() + 300
        while not keys.ended and time.monotonic() < deadline:
            assert keys.next(0.05) == ""
        assert keys.ended and keys.next(0.01) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_on_a_terminal_a_key_needs_no_enter_and_is_not_shown():
    import pty
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    with os.fdopen(slave) as stream:
        with Keys(stream) as keys:
            assert not termios.tcgetattr(slave)[3] & (termios.ECHO | termios.ICANON)
            os.write(master, b"sN\n")
            assert keys_of(keys, 3) == ["s", "n", ENTER]
            os.write(master, b"\x1b[A")  # an arrow
            assert keys.next(1) == keys.next(0.01) == "" and not keys.ended
        assert termios.tcgetattr(slave) == before
    os.close(master)


class NoKeys:
    ended = False

    def next(self, timeout):
        return ""


def test_the_board_is_drawn_below_what_is_told():
    out = io.StringIO()
    with Watching(out, NoKeys()) as person:
        person.tell("Put the piece on [d6].")
        person.show(["[a7.    ]"])
        person.show([" a7o     "])
    assert "Put the piece on [d6]." in out.getvalue()
    out = io.StringIO()
    with Person(out, NoKeys()) as person:
        person.tell("Put it there.")
        person.show(["[a7.    ]"])
        assert person.key(0) == "" and not person.gone
    assert out.getvalue() == "Put it there.\n"


def test_a_point_that_there_is_not(capsys):
    assert cli.main(["selftest", "--points", "a7,z9"]) == 2
    assert "z9 is no point of the board" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_gives_the_board_back(tmp_path):
    with SimulateCommand() as board:
        child = subprocess.Popen(
            [sys.executable, "-m", "merels_host", "selftest", board.serial],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
        )
        assert child.stdout and child.stdout.readline().startswith("Take all pieces")
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=300)
        assert child.returncode == 130 and not [*tmp_path.iterdir()]
        with Link(board.serial) as link:
            link.hello()
            assert link.request("selftest state") == {"selftest": "off"}


def test_a_board_that_is_busy_is_left_alone(capsys):
    with SimulateCommand() as board:
        with Link(board.serial) as link:
            link.hello()
            link.request("learn")
        assert cli.main(["selftest", board.serial]) == 1
        assert "the board is busy" in capsys.readouterr().err
        with Link(board.serial) as link, contextlib.suppress(OSError):
            link.hello()
            link.request("learn stop")
