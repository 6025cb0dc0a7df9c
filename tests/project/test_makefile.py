# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What `make` says on a machine that lacks something."""

import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

TOOLS = ("make", "sh", "cat", "echo", "rm", "touch")


@pytest.fixture
def machine(tmp_path):
    """A folder of commands, to be the whole PATH; it has no Python yet."""
    for name in TOOLS:
        found = shutil.which(name)
        if found:
            (tmp_path / name).symlink_to(found)
    return tmp_path


def make(root, machine, *words):
    return subprocess.run(
        [machine / "make", "-C", root, f"VENV={machine}/venv", *words],
        env={"PATH": str(machine), "HOME": os.environ.get("HOME", "/")},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def put_python(machine, name, script):
    (machine / name).write_text(f"#!/bin/sh\n{script}\n")
    (machine / name).chmod(0o755)


def test_no_python_is_a_sentence(root, machine):
    done = make(root, machine, "setup")
    assert done.returncode == 2
    assert "No Python from 3.10 to 3.13 was found: install one, or say where it is" in done.stderr


def test_a_python_that_refuses_to_run_is_passed_over(root, machine):
    put_python(machine, "python3.12", "exit 127")
    assert "No Python from 3.10 to 3.13 was found" in make(root, machine, "setup").stderr


def test_a_python_without_venv_is_a_sentence(root, machine):
    put_python(
        machine, "python3", 'case "$*" in *ensurepip*) exit 1;; -V) echo Python 3.11.2;; esac'
    )
    done = make(root, machine, "setup")
    assert done.returncode == 2
    assert "Python 3.11.2 is here without its venv module: install it" in done.stderr
