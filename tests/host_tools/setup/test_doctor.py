# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels doctor` on a computer without a board, and with a real MicroPython as board."""

import json
import os

import pytest
from fakes.prompt_board import PromptBoard
from merels import __version__
from merels_host.cli import main
from merels_host.setup import doctor
from merels_host.setup.firmware_files import device_files, write_tree
from run_on_micropython import find_micropython


def test_without_a_board_the_computer_is_told_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert main(["doctor"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"ok    merels: {__version__}"
    assert lines[-1].startswith("TO DO board: cannot be asked; no board is plugged in")


@pytest.mark.skipif(
    os.name == "nt" or (find_micropython() is None and not os.environ.get("CI")),
    reason="needs micropython and pseudo-terminals",
)
@pytest.mark.parametrize("firmware", [__version__, "9.9.9"])
def test_a_board_is_looked_over_and_plays_on(tmp_path, capsys, firmware, monkeypatch):
    monkeypatch.setattr(doctor, "_CLOCK_OFF", 5)  # a busy computer is not what is tested
    write_tree(device_files(compiled=False), tmp_path)
    source = tmp_path / "merels/__init__.py"
    source.write_text(source.read_text().replace(__version__, firmware))
    with PromptBoard(tmp_path) as board:
        code = main(["doctor", board.port, "--json"])
        found = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
        assert main(["ports", board.port]) == 0
        assert f"firmware {firmware}" in capsys.readouterr().out
    assert code == (0 if firmware == __version__ else 1), found
    assert {"python", "port", "clock", "storage", "dropped", "micropython", "free space"} <= set(
        found
    )
    assert [name for name, one in found.items() if not one["ok"]] == (
        [] if firmware == __version__ else ["firmware"]
    )


@pytest.mark.parametrize(
    ("free", "journal", "todo"),
    [
        (-1, 0, ""),
        (1400, 0, ""),
        (380, 0, ""),
        (379, 0, "remove files of your own"),
        (180, 200, ""),  # old games make room for new ones
        (100, 279, "remove files of your own"),
    ],
)
def test_there_is_room_for_the_next_version_and_games(free, journal, todo):
    found = doctor._space(free * 1024, journal * 1024)
    assert (todo in found.todo) if todo else not found.todo


def test_hall_sensors_are_calibrated_and_without_fault():
    todo = "run merels calibrate, which says what to do"
    state = {"storage": "ok", "dropped": "0", "calibrated": "yes"}
    assert list(doctor._health(state))[2:] == [doctor.Finding("calibration", "is kept")]
    state["calibrated"] = "empty"
    only = doctor.Finding("calibration", "of the empty board only, without pieces", todo)
    assert list(doctor._health(state))[2:] == [only]
    state |= {"calibrated": "no", "faults": "weak@d6,weak@a1,stuck@g7"}
    assert list(doctor._health(state))[2:] == [
        doctor.Finding("calibration", "none", todo),
        doctor.Finding("sensors", "weak at d6, a1", todo),
        doctor.Finding("sensors", "stuck at g7", todo),
    ]
