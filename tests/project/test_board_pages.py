# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the pages show of a board is true: a `console board` block is run on a modelled one.

Each page has a board of its own, which all its blocks use in turn: real MicroPython on a modelled
Pico, wired as firmware/config.py says, with an empty flash if the page flashes it. Before a block
may stand, for a command that goes on until Ctrl-C, where pieces are, one set after the other:

    <!-- pieces: a7 / / a7 d7 -->
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from fakes.prompt_board import PromptBoard
from merels_host import commands as commands_package
from merels_host.cli import VERBS
from run_on_micropython import find_micropython

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?:<!-- pieces: ([^>]*) -->\n\n)?```console board\n(.*?)```", re.DOTALL)
PAGES = sorted(
    path
    for folder in ("docs", "hardware")
    for path in (ROOT / folder).glob("*.md")
    if BLOCK.search(path.read_text(encoding="utf-8"))
)
# The computer's list of ports has the modelled board, as if it were plugged in.
MERELS = """
import sys
from types import SimpleNamespace
from serial.tools import list_ports
port = SimpleNamespace(device=sys.argv[1], description="Board CDC", vid=0x2E8A, pid=5,
                       serial_number="e6616408432f9a27")
list_ports.comports = lambda: [port]
from merels_host.setup import firmware_files
firmware_files.NATIVE = ()  # machine code is for the Pico, and the board is a PC
from merels_host.cli import main
sys.exit(main(sys.argv[2:]))
"""
QUIET_S = 0.8  # longer than a turn must rest
PATIENCE_S = 300.0


class Shell:
    """Runs the commands of a page, with one board plugged in, in a folder of their own."""

    def __init__(self, board, folder):
        self.board = board
        self.folder = folder

    def run(self, command, answers="", pieces=None):
        """What the command prints. pieces: lists of points, after which it gets a Ctrl-C."""
        program, *words = shlex.split(command)
        assert program == "merels", command
        with subprocess.Popen(
            [sys.executable, "-c", MERELS, self.board.port, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", cwd=self.folder,
        ) as process:  # fmt: skip
            try:
                if pieces is None:
                    return process.communicate(answers or None, timeout=PATIENCE_S)[0]
                return self._play(process, pieces)
            finally:
                process.kill()

    def _play(self, process, pieces):
        """Put the pieces; each time wait until something is said, and then no more."""
        said = []
        reader = threading.Thread(target=lambda: said.extend(process.stdout), daemon=True)
        reader.start()
        self._listen(said, 0)
        for points in pieces:
            before = len(said)
            self.board.put(points)
            self._listen(said, before)
        process.send_signal(signal.SIGINT)
        reader.join(PATIENCE_S)
        return "".join(said)

    @staticmethod
    def _listen(said, before):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            heard = len(said)
            time.sleep(QUIET_S)
            if before < heard == len(said):
                return


def blocks(path):
    """(pieces or None, [(command, what is shown of its output)]) of each block of a page."""
    for found in BLOCK.finditer(path.read_text(encoding="utf-8")):
        commands = re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", found[2], re.MULTILINE)
        sets = None if found[1] is None else [part.split() for part in found[1].split("/")]
        yield sets, commands


def asked(shown):
    """Answers that are typed after `[...]: `, and the output without them."""
    answers = re.findall(r"\]: ?(.*)\n", shown)
    return "".join(f"{answer}\n" for answer in answers), re.sub(r"\]: ?.*\n", "]: ", shown)


def pattern(shown):
    """A regular expression for output as it is shown: `...` stands for anything."""
    return re.sub(r"(\\\.){3}", "(.|\n)*", re.escape(shown.strip())) + r"\s*"


@pytest.mark.timeout(400)
@pytest.mark.skipif(
    os.name == "nt" or (find_micropython() is None and not os.environ.get("CI")),
    reason="needs micropython and pseudo-terminals",
)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_a_page_shows_of_a_board_is_true(path, tmp_path):
    flash, folder, pieces = tmp_path / "flash", tmp_path / "folder", tmp_path / "pieces"
    flash.mkdir()
    folder.mkdir()
    pieces.write_text("0")
    with PromptBoard(flash, pieces=pieces) as board:
        shell = Shell(board, folder)
        if "$ merels flash\n" not in path.read_text(encoding="utf-8"):
            shell.run("merels flash")
        for sets, commands in blocks(path):
            for command, shown in commands:
                answers, expected = asked(shown)
                said = shell.run(command, answers, sets)
                assert re.fullmatch(pattern(expected), said.strip()), f"$ {command}\n{said}"


def test_there_are_such_pages():
    assert {"building.md", "flashing.md", "board-tools.md"} <= {path.name for path in PAGES}


def test_the_table_of_commands_has_every_verb_that_is_for_a_board():
    rows = (ROOT / "docs" / "board-tools.md").read_text(encoding="utf-8").splitlines()
    shown = {
        verb for row in rows if row[:1] == "|" for verb in re.findall(r"`merels ([a-z]+)", row)
    }
    commands = Path(commands_package.__path__[0])
    for_a_board = {
        verb
        for verb in VERBS
        if "only_board()" in (commands / f"{verb}.py").read_text(encoding="utf-8")
    }
    assert "doctor" in for_a_board
    assert for_a_board <= shown
