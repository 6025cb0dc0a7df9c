# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A few runs of `make chaos`: what was played is on disk, whatever went wrong meanwhile."""

import subprocess
import sys

import pytest

pytest.importorskip("resource", reason="needs SIGKILL")


def test_a_few_bad_days(root, tmp_path):
    command = [sys.executable, str(root / "tests" / "chaos"), "2", "--out", str(tmp_path / "runs")]
    # No `run`, which would kill it alone and not what it has started.
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said, _ = child.communicate()
    assert child.returncode == 0, said
    assert said.count("ok   seed ") == 2
    assert "Everything that was played is on disk, move for move." in said
