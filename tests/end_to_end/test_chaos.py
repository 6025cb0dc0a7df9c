# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A few runs of `make chaos`: what was played is on disk, whatever went wrong meanwhile."""

import subprocess
import sys

import pytest

pytest.importorskip("resource", reason="needs SIGKILL")


def test_a_few_bad_days(root, tmp_path):
    done = subprocess.run(
        [sys.executable, str(root / "tests" / "chaos"), "4", "--out", str(tmp_path / "runs")],
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok   seed ") == 4
    assert "Everything that was played is on disk, move for move." in done.stdout
