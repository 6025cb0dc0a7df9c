# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""No process that merels starts outlives it, even if it is killed at work."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakes.processes import family, parents
from fakes.waiting import until
from merels_host.simulator import process
from merels_host.simulator.simulate_command import SimulateCommand

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux only")
ROOT = Path(__file__).parents[3]


def start(folder, *words):
    paths = os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host_tools")])
    return subprocess.Popen(
        [sys.executable, "-m", "merels_host", *words],
        cwd=folder,
        env=dict(os.environ, PYTHONPATH=paths),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def long_script(folder):
    deeds = [
        f"at {1000 + 200 * number} {deed} d6{' white' if deed == 'drop' else ''}"
        for number, deed in enumerate(["drop", "lift"] * 4900)
    ]
    path = folder / "long.hands"
    path.write_text("\n".join(deeds) + "\n")
    return str(path)


@pytest.mark.parametrize("verb", ["perft", "hands", "demo", "simulate"])
def test_a_child_ends_when_its_parent_is_killed(verb, tmp_path):
    if verb == "perft" and process.micropython() is None:
        pytest.skip("needs MicroPython")
    words = {
        "perft": ["--depth", "12", "--on", "micropython"],
        "hands": [long_script(tmp_path)] * 40,
        "demo": ["--plain"],
        "simulate": [],
    }[verb]
    count = 2 if verb == "demo" else 1  # the simulator, and the firmware in it
    parent = start(tmp_path, verb, *words)
    try:
        until(lambda: len(family(parent.pid)) >= count)
        time.sleep(1.0)  # it is at work
        children = family(parent.pid)
        assert len(children) >= count, "it had ended by itself"
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        until(lambda: not children & set(parents()))
    finally:
        parent.kill()
        parent.wait()


def test_a_simulator_that_nobody_attends_ends_in_order(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    board = SimulateCommand()
    try:
        assert list(tmp_path.iterdir())
        board._process.stdin.close()
        assert board._process.wait() == 0
        assert board._process.stderr.read() == ""
        assert list(tmp_path.iterdir()) == []
    finally:
        board.close()
