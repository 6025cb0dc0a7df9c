# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Boards that crash, on a real MicroPython: the way into safe mode, to the prompt, and out."""

import json
import os

import pytest
from fakes.prompt_board import PromptBoard
from merels_host.board.crashes import crashes
from merels_host.board.link import Link
from merels_host.board.port import open_port
from merels_host.cli import main
from merels_host.errors import BoardStopped, BoardUnsafe, FlashProblem
from merels_host.setup.firmware_files import device_files, write_tree
from merels_host.setup.held_board import HeldBoard
from run_on_micropython import find_micropython

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals, which Windows lacks"),
    pytest.mark.skipif(
        find_micropython() is None and not os.environ.get("CI"), reason="needs micropython"
    ),
]


@pytest.fixture
def flash(tmp_path):
    write_tree(device_files(compiled=False), tmp_path)
    return tmp_path


def break_app(flash, line="raise ValueError('a strange thing')"):
    path = flash / "merels/app.py"
    whole = path.read_text()
    path.write_text(whole + f"\n{line}\n")
    return lambda: path.write_text(whole)


def start_and_see(flash, patience=20):
    """What a host meets after power-on: the error's class, or Hello."""
    with PromptBoard(flash) as board, Link(board.port) as link:
        try:
            return link.hello(patience=patience)
        except (BoardStopped, BoardUnsafe) as error:
            return type(error)


def test_the_third_crash_in_a_row_is_safe_mode_and_a_mended_firmware_plays(flash, capsys):
    mend = break_app(flash)
    assert start_and_see(flash, 3) is BoardStopped
    assert start_and_see(flash, 3) is BoardStopped
    for _ in range(2):  # it stays so
        assert start_and_see(flash) is BoardUnsafe
    with PromptBoard(flash) as board:
        with Link(board.port) as link:
            with pytest.raises(BoardUnsafe, match="is in safe mode: its firmware crashed three"):
                link.hello(patience=20)
            (crash,) = crashes(link)
            assert crash.times == 5 and crash.where == "start"
            assert crash.text.startswith("Traceback")
            assert crash.words.startswith("ValueError: a strange thing (5 times, start, firmware ")
        assert main(["doctor", board.port, "--json"]) == 1
        found = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
        assert found["firmware"]["seen"] == "safe mode"
        assert "a strange thing" in found["crash"]["seen"]
        with HeldBoard(board.port) as held:  # as mpremote and Thonny do
            assert "main.py" in held.ask("os.listdir()")
        with Link(board.port) as link, pytest.raises(BoardUnsafe):
            link.hello(patience=20)  # it was let go, and has started and crashed once more
    mend()
    hello = start_and_see(flash)
    assert hello.values["crashes"] == "6"


def test_ctrl_c_gets_in_from_safe_mode(flash):
    break_app(flash)
    (flash / "journal").mkdir()
    (flash / "journal/starts").write_text("2")
    with PromptBoard(flash) as board:
        with Link(board.port) as link, pytest.raises(BoardUnsafe):
            link.hello(patience=20)
        port = open_port(board.port)
        port.timeout = 10
        port.write(b"\x03")
        assert port.read_until(b">>> ").endswith(b">>> ")
        port.close()


def test_a_module_that_is_missing_is_a_crash_like_any_other(flash):
    (flash / "merels/wire/framing.py").unlink()
    (flash / "journal").mkdir()
    (flash / "journal/starts").write_text("2")
    with PromptBoard(flash) as board:
        port = open_port(board.port)
        port.timeout = 20
        assert b"Safe mode: the firmware crashed" in port.read_until(b"tries again.")
        port.write(b"\x03")
        assert port.read_until(b">>> ").endswith(b">>> ")
        port.close()
    assert "no module named" in (flash / "journal/crashes").read_text()


def test_a_mistake_in_the_configuration_is_no_crash(flash):
    with (flash / "config.py").open("a") as file:
        file.write("\nNEW_BUTTON = 99\n")
    assert start_and_see(flash, 3) is BoardStopped
    assert not (flash / "journal/crashes").exists() and not (flash / "journal/starts").exists()


def test_a_watchdog_does_not_keep_anyone_out(flash):
    dog = "__import__('merels_host.simulator.wires.dog', None, None, ('running',))"
    minute = "__import__('fakes').ticks.sleep_ms(60000)"
    with PromptBoard(flash) as board:
        with Link(board.port) as link:
            link.hello(patience=20)
            link.request("set watchdog=on")
            for _ in range(60):  # the guard looks ten times a second
                link.request("state")
        with HeldBoard(board.port) as held:
            assert held.ask(f"{dog}.running()") and held.ask(minute) is None
        with Link(board.port) as link:
            link.hello(patience=20)
            assert link.request("get watchdog") == {"watchdog": "on"}
        with HeldBoard(board.port) as held:
            held.ask(f"{dog}.soft_restart()")  # ends the timer that feeds it at the prompt
            with pytest.raises(FlashProblem, match="Reset"):
                held.ask(minute)
