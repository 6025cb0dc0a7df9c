# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The real `merels record` and the real `merels flash`, at the port of an emulated board."""

import json
import os

import pytest

from emulated import firmware, image
from emulated.hands_on_board import Hands
from emulated.port import PortBoard
from emulated.product import TURNS

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs ptys"),
    pytest.mark.timeout(1200),
]


class PatientHands(Hands):
    """Hands that go by the clock alone: what the board says, the recorder hears."""

    def play(self, turns) -> None:
        for text in turns:
            self.board.wait(100)
            self._move(text)
            self.board.wait(500)
            self.game.play(text)


def test_record_once_takes_a_whole_game(micropython, tmp_path):
    with PortBoard(micropython, firmware.written()) as board:
        board.until_moves()
        words = ("--once", "--plain", "--out", tmp_path / "out", "--archive", "none")
        process = board.start("record", board.port, *words)
        board.wait(3000)
        hands = PatientHands(board, seed=1)
        hands.play(TURNS)
        assert board.until(lambda: process.poll() is not None, 20000), "it does not end"
        said = process.stdout.read()
        assert process.returncode == 0, said
        assert hands.wrong == []
        assert moves_of(tmp_path / "out") == list(TURNS), said


def moves_of(folder):
    """The moves in the session files of a folder."""
    found = []
    for path in sorted(folder.rglob("*.ndjson")):
        for line in path.read_text().splitlines():
            text = json.loads(line).get("line", "")
            if text.startswith("@") and " move text=" in text:
                found.append(text.partition("text=")[2].split()[0])
    return found


def test_a_flash_that_is_cut_off_leaves_the_old_version_starting(micropython):
    with PortBoard(micropython, firmware.written()) as board:
        board.until_moves()
        before = board.chip.image()
        process = board.start("flash", board.port)
        half_way(board, before, firmware.written())
        process.kill()
        board.power_cycle()
        assert board.until_moves() < 5000, "the old version does not start"

        # the same command once more does the whole work, and the new version starts
        process = board.start("flash", board.port)
        assert board.until(lambda: process.poll() is not None, 300000), "it does not end"
        said = process.stdout.read()
        assert process.returncode == 0, said
        assert "runs Merels" in said
        board.power_cycle()
        board.until_moves()


def half_way(board, before, files):
    """Wait until half of a version has arrived."""
    goal = image.used(before) + sum(map(len, files.values())) / 2
    assert board.until(lambda: image.used(board.chip.image()) > goal, 200000), "nothing arrives"
