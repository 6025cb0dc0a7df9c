# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels doctor` on a computer without a board, and with a real MicroPython as board."""

import json
import os

import pytest
from fakes.prompt_board import PromptBoard
from merels import __version__
from merels_host.cli import main
from merels_host.firmware_files import device_files, write_tree
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
def test_a_board_is_looked_over_and_plays_on(tmp_path, capsys, firmware):
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
