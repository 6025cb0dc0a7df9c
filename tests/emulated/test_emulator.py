# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The emulated Pico itself: what is read from outside is what the board says of itself."""

import re

import pytest

from emulated import firmware, image, uf2
from emulated.board import Board, DidNotStart

pytestmark = pytest.mark.timeout(300)

CONFIG = {"config.py": firmware.build("switches")}


def at_prompt(board, text):
    """What a line typed at the prompt of a board says."""
    board.wait(300)
    board.text.clear()
    board.chip.advance(0, text.encode() + b"\r")
    board.wait(300)
    return "\n".join(board.text)


def test_the_heap_is_what_mem_info_says(micropython):
    with Board(micropython, CONFIG) as board:
        said = at_prompt(board, "import gc, micropython; gc.collect(); micropython.mem_info()")
        total, free = re.search(r"GC: total: (\d+), used: \d+, free: (\d+)", said).groups()
        seen = board.look().collections[-1]
        assert board.chip.ask("heap")["total"] >= int(total)
        assert abs(seen.free - int(free)) < 2048  # what mem_info itself needs
        largest = int(re.search(r"max free sz: (\d+)", said)[1]) * 16
        assert abs(seen.largest - largest) < 2048


def test_time_is_the_same_whenever_it_is_measured(micropython):
    def run():
        with Board(micropython, CONFIG) as board:
            at_prompt(board, "for i in range(99): str(i)")
            return board.ms, [(one.begin, one.free) for one in board.look().collections]

    assert run() == run()


def test_what_the_board_writes_to_its_flash_is_read_here(micropython):
    with Board(micropython, CONFIG) as board:
        at_prompt(board, "f = open('a', 'w'); f.write('mill'); f.close()")
        assert image.files(board.chip.image())["a"] == b"mill"
        kinds = {write.kind for write in board.look().flash}
        assert "program" in kinds


def test_an_error_of_the_emulator_is_told(micropython):
    with Board(micropython, CONFIG) as board, pytest.raises(RuntimeError, match="put"):
        board.chip.ask("put")


def test_a_board_that_does_not_start_says_why(micropython):
    # after a second, when the computer has found the port
    broken = {"main.py": b"import time; time.sleep(1); raise ValueError('a strange thing')"}
    with Board(micropython, CONFIG | broken) as board, pytest.raises(DidNotStart, match="strange"):
        board.until_light()


def test_its_watchdog_resets_it(micropython):
    hangs = {"main.py": b"from machine import WDT\nWDT(timeout=500)\nwhile True: pass"}
    with Board(micropython, CONFIG | hangs) as board:
        board.wait(2000)
        assert board.chip.resets == 1
        assert board.ms < 1000, "the clock goes on"


def test_a_named_file_that_is_missing_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setenv(uf2.VARIABLE, str(tmp_path / "none.uf2"))
    with pytest.raises(FileNotFoundError, match=r"names .*none.uf2, which is no file"):
        uf2.find()


def test_without_a_file_it_is_said_where_to_get_it(monkeypatch, tmp_path):
    monkeypatch.delenv(uf2.VARIABLE, raising=False)
    monkeypatch.setattr(uf2, "user_cache_dir", lambda name: str(tmp_path / name))
    assert uf2.find() is None
    assert "micropython.org/download/RPI_PICO" in uf2.missing()
    assert str(tmp_path / "merels" / uf2.NAME) in uf2.missing()
