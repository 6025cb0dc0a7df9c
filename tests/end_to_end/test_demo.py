# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels demo` as the user starts it: a whole game, proven, with nothing left running."""

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
from merels_host.recorder.demo import TURNS, moves_of
from run_on_micropython import find_micropython


def demo(out, *options, **environment):
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "merels_host",
            "demo",
            "--speed",
            "20",
            "--out",
            str(out),
            *options,
        ],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
        check=False,
    )


def check(done, out, interpreter):
    assert (done.returncode, done.stderr) == (0, "")
    assert "39 plies in" in done.stdout
    assert f"The firmware ran on {interpreter}" in done.stdout
    assert '[Result "1-0"]' in done.stdout
    [path] = out.glob("*.pgn")
    assert done.stdout.splitlines()[-1] == str(path)
    assert moves_of(path) == list(TURNS)


def test_the_demo_on_micropython(tmp_path):
    if find_micropython() is None:
        pytest.skip("no MicroPython here")
    check(demo(tmp_path), tmp_path, "MicroPython")


def test_the_demo_on_cpython_says_so(tmp_path):
    check(demo(tmp_path, MERELS_INTERPRETER="cpython"), tmp_path, "CPython")


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    done = demo(tmp_path / "file")
    assert done.returncode in (1, 2)
    assert done.stderr.startswith("merels: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_ctrl_c_leaves_nothing_running(tmp_path, seconds):
    mark = uuid.uuid4().hex
    process = subprocess.Popen(
        [sys.executable, "-m", "merels_host", "demo", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MERELS_TEST_MARK": mark},
    )
    time.sleep(seconds)
    assert running(mark)
    process.send_signal(signal.SIGINT)
    _, wrong = process.communicate(timeout=300)
    assert (process.returncode, wrong) == (130, "")
    deadline = time.monotonic() + 300
    while running(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running(mark) == []


def running(mark):
    """The processes that were started with this mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found
