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


def planned(root, machine, *words):
    """The commands that make would run once all is installed."""
    done = make(root, machine, "--dry-run", *words)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if "bin/" in line and " pip " not in line]


@pytest.mark.parametrize("word", ["T=tests/merels/test_wire.py", "PYTEST=-k wire"])
def test_who_names_tests_gets_those_and_no_checks(root, machine, word):
    [command] = planned(root, machine, "test", word)
    assert "python -m pytest" in command
    assert command.rstrip().endswith(word.partition("=")[2])


@pytest.mark.parametrize("target", ["test", "check"])
def test_all_checks_come_before_all_tests_and_the_fast_ones(root, machine, target):
    commands = "\n".join(planned(root, machine, target))
    for tool in ("ruff check", "ruff format --check", "codespell", "basedpyright", "pytest"):
        assert tool in commands


def test_the_fast_tests_are_there(root):
    text = (root / "Makefile").read_text(encoding="utf-8")
    words = text.partition("fast_tests := ")[2].partition("\n\n")[0].split()
    paths = [word.partition("::")[0] for word in words if word.startswith("tests/")]
    assert len(paths) > 10
    for path in paths:
        assert (root / path).exists(), path
