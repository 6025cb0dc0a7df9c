# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all."""

import errno
import os

import pytest
from merels_host import atomic
from merels_host.errors import DiskProblem


def full(*args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "new" / "game.pgn"
    atomic.write_atomically(path, "one\n")
    atomic.write_atomically(path, "zwei ä\n")
    assert path.read_bytes() == "zwei ä\n".encode()
    assert [p.name for p in path.parent.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, call):
    path = tmp_path / "game.pgn"
    atomic.write_atomically(path, "old")
    monkeypatch.setattr(atomic.os, call, full)
    with pytest.raises(DiskProblem, match=r"cannot write .*game\.pgn \(No space left on device\)"):
        atomic.write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such call")
def test_the_name_is_synced_too(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(
        atomic.os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_mode), real(fd))
    )
    atomic.write_atomically(tmp_path / "a", "x")
    assert len(synced) == 2


def test_a_folder_need_not_be_synced_on_windows(tmp_path, monkeypatch):
    monkeypatch.setattr(atomic, "_WINDOWS", True)
    atomic.sync_folder(tmp_path / "none")
