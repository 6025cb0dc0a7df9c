# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels calibrate as a process, at the true drivers on modelled Hall sensors, with faults."""

import subprocess
import sys
import time

import pytest
from fakes.hall_link import BLACK, WHITE
from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand

FAULTS = ("reversed:d7", "weak:e3", "dead:c4")


@pytest.mark.timeout(120)
def test_a_board_with_faults_names_them():
    faults = [word for fault in FAULTS for word in ("--fault", fault)]
    with (
        SimulateCommand("--build", "hall", *faults) as board,
        Control(board.control) as hands,
        subprocess.Popen(
            [sys.executable, "-u", "-m", "merels_host", "calibrate", board.serial],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        ) as verb,
    ):  # fmt: skip
        assert verb.stdin and verb.stdout
        assert "Take everything off" in verb.stdout.readline()
        verb.stdin.write("\n")
        verb.stdin.flush()
        assert "Put white's men on a7,d7" in verb.stdout.readline()
        for side, points in (("white", WHITE), ("black", BLACK)):
            for point in points:
                hands.ask(f"drop {point} {side}")
        time.sleep(1)  # the pieces rest
        said, _ = verb.communicate("\n", timeout=300)
    told = said.splitlines()
    assert len(told) == 4, said
    assert "No sensor answers at c4" in told[0]
    assert "piece on d7 is the wrong way round" in told[1]
    assert "piece on e3 is hardly felt" in told[2]
    assert told[3].startswith("Felt least: e3 with ")
    assert verb.returncode == 1
