# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Folders that a command line names: each that cannot be used is refused before work begins."""

import errno
import tempfile
import time

import pytest
from fakes.socket_board import FakeBoard
from merels_host import cli
from merels_host.commands.parameters import must_take, shown
from merels_host.errors import DiskProblem


@pytest.mark.parametrize("verb", [["demo"], ["record", "no-such-port"]])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "a folder needs a name"),
        ("FILE", "is a file, not a folder"),
        ("n" * 300, "cannot be a folder"),
    ],
)
def test_what_is_no_folder_is_wrong_usage(tmp_path, capsys, verb, name, why):
    (tmp_path / "FILE").write_text("")
    name = str(tmp_path / name) if name else name
    assert cli.main([*verb, "--out", name]) == 2
    said = capsys.readouterr().err
    assert said.startswith("merels: ")
    assert why in said
    assert said.count("\n") == 1
    assert len(said) < 400


def test_a_demo_that_cannot_be_written_down_does_not_begin(tmp_path, capsys):
    folder = tmp_path / "file" / "below"
    (tmp_path / "file").write_text("")
    began = time.monotonic()
    assert cli.main(["demo", "--out", str(folder)]) == 1
    assert time.monotonic() - began < 5
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"merels: cannot write to {folder}")
    assert "keeps" not in said.err


def test_a_full_folder_is_told_apart(tmp_path, monkeypatch):
    def full(**where):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(DiskProblem, match="free some space or choose another folder with --out"):
        must_take(tmp_path)


def test_a_folder_that_takes_files_is_left_empty(tmp_path):
    must_take(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_long_paths_are_cut_in_sentences():
    assert len(shown("x" * 500)) < 200


def test_a_port_without_a_name_is_wrong_usage(tmp_path, capsys):
    for port in ("", " "):
        assert cli.main(["record", port, "--out", str(tmp_path)]) == 2
        assert "a port needs a name" in capsys.readouterr().err
    with FakeBoard() as board:
        assert cli.main(["record", "", board.url]) == 2
