# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The lock of a recorder that was killed stops nobody, on this port or another."""

import subprocess
import sys

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from fakes.waiting import until
from merels_host import cli
from merels_host.board.lock import BoardLock
from merels_host.errors import BoardTaken
from merels_host.files import data_folder
from merels_host.sessions.recorded import Recorded

RECORDS = [BOOT, *game_records(E64)]
HOLD = "from merels_host.board.lock import BoardLock as B; import time; l = B('e66', '7f'); "


def test_the_lock_of_a_dead_process_is_free():
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD + "print('held', flush=True); time.sleep(60)"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BoardTaken, match=f"process {holder.pid}"):
            BoardLock("e66", "7f")
        holder.kill()
    assert list((data_folder() / "boards").iterdir())  # the file stays; the lock does not
    BoardLock("e66", "7f").release()


@pytest.mark.parametrize("when", ["connected", "written"])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_recorder_killed_leaves_the_board_to_the_next(tmp_path, when, elsewhere):
    out, archive = tmp_path / "out", str(tmp_path / "archive.db")
    words = ["record", "--out", str(out), "--archive", archive]
    killed = []
    with FakeBoard(RECORDS) as board, FakeBoard(RECORDS) as moved:
        if when == "written":  # the session file has it, the archive may not
            board.on_ack = lambda number: killed.append(recorder.kill())
        recorder = subprocess.Popen(
            [sys.executable, "-m", "merels_host", *words, board.url],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        with recorder:
            if when == "connected":
                assert recorder.stdout.readline()
                recorder.kill()
            until(lambda: recorder.poll() is not None)
        assert recorder.returncode < 0 or sys.platform == "win32"
        board.on_ack = lambda number: None
        url = moved.url if elsewhere else board.url
        assert cli.main([*words, url, "--once"]) == 0
    recorded = Recorded.scan(out, "fake1", "0badcafe")
    assert recorded.have == len(recorded.records) == len(RECORDS)
    assert cli.main(["games", "verify", "--archive", archive]) == 0
