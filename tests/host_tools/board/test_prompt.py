# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board at the MicroPython prompt, friendly or raw: recognised, named, started on request."""

import contextlib
import os
import subprocess
import sys

import pytest
from fakes.prompt_board import PromptBoard
from merels_host import cli
from merels_host.board import prompt
from merels_host.board.link import Link
from merels_host.board.port import open_port
from merels_host.commands import record as verb
from merels_host.errors import BoardSilent, BoardStopped, PortGone
from merels_host.recorder import recorder
from merels_host.setup.firmware_files import device_files, write_tree
from run_on_micropython import find_micropython

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs ptys"),
    pytest.mark.skipif(
        find_micropython() is None and not os.environ.get("CI"), reason="needs micropython"
    ),
]


@pytest.fixture(scope="module")
def flash(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flash")
    write_tree(device_files(compiled=False), folder)
    return folder


@contextlib.contextmanager
def stopped(flash, *keys):
    """A board whose firmware was stopped with Ctrl-C, and then these keys."""
    with PromptBoard(flash, keeps_main="1") as board:
        port = open_port(board.port)
        port.timeout = 5
        for key in (b"\x03", *keys):
            port.write(key)
            port.read_until(b">")
        port.close()
        yield board


@pytest.mark.parametrize("keys", [[], [b"\x01"]], ids=["friendly", "raw"])
def test_the_prompt_is_recognised_and_left(flash, keys):
    with stopped(flash, *keys) as board:
        with Link(board.port) as link:
            with pytest.raises(BoardStopped, match="stands at the MicroPython prompt; start its"):
                link.hello(patience=1.5)
            link.start_firmware()
        with Link(board.port) as link:
            assert link.hello(patience=20).firmware


def test_record_names_the_prompt_and_starts_the_board_on_request(flash, tmp_path):
    with stopped(flash, b"\x01") as board:
        words = [sys.executable, "-m", "merels_host", "record", board.port, "--out", str(tmp_path)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 3
        assert "stands at the MicroPython prompt" in done.stderr
        assert "merels record --start" in done.stderr
        assert done.stderr.count("\n") == 1
        child = subprocess.Popen(
            [*words, "--start", "--plain"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = ""
        for line in child.stdout:
            said += line
            if "the board has started" in line:
                break
        child.terminate()
        child.communicate(timeout=300)
    assert "starting the firmware of the board" in said


class Silent:
    """A port at which nothing answers."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.written = b""

    def write(self, data):
        self.written += data

    def read(self, size):
        return self.answers.pop(0) if self.answers else b""


def test_a_silent_port_is_no_prompt(monkeypatch):
    monkeypatch.setattr(prompt, "_PATIENCE", 0.05)
    assert not prompt.at_prompt(Silent())
    assert prompt.at_prompt(Silent(), b"raw REPL; CTRL-B to exit\r\n>")
    port = Silent(b"\r\nMicroPython v1.2", b"8\r\n>>> ")
    assert prompt.at_prompt(port)
    assert port.written == b"\r\x02"


def test_a_port_that_dies_at_the_last_look_is_gone(monkeypatch):
    def dies(port, heard):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("merels_host.board.prompt.at_prompt", dies)
    link = Link("test", opener=lambda url: Closing())
    link.open()
    with pytest.raises(PortGone):
        link.hello(patience=0.1)
    with pytest.raises(PortGone, match="test has gone away"):
        link.start_firmware()
    link.open()
    monkeypatch.setattr("merels_host.board.prompt.start", lambda port: dies(port, b""))
    with pytest.raises(PortGone, match="has gone away"):
        link.start_firmware()


class Closing(Silent):
    def close(self):
        pass


def test_a_board_that_does_not_run_is_started_three_times_at_most(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "_FIRST_PAUSE", 0.01)
    starts = []

    def stands(self, *args, **more):
        raise BoardStopped("it stands at the prompt.")

    monkeypatch.setattr(Link, "open", lambda self: None)
    monkeypatch.setattr(Link, "hello", stands)
    monkeypatch.setattr(Link, "start_firmware", lambda self: starts.append(1))
    assert cli.main(["record", "COM1", "--start", "--out", str(tmp_path)]) == 3
    assert len(starts) == 3


@pytest.mark.parametrize("answer", [True, False])
def test_on_a_terminal_it_is_asked(monkeypatch, answer):
    asked = []

    def confirm(text, default):
        asked.append(text)
        return answer

    class Screen:
        def paused(self):
            return contextlib.nullcontext()

    monkeypatch.setattr(verb.sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(verb.sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(verb.typer, "confirm", confirm)
    assert verb._starter(False, False, Screen())("It stands at the prompt.") is answer
    assert asked == ["It stands at the prompt.\nStart it now?"]
    assert verb._starter(True, False, Screen())("x")
    assert not verb._starter(False, True, Screen())("x")


def test_a_stopped_board_is_a_silent_one():
    assert issubclass(BoardStopped, BoardSilent)
