# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all."""

import errno
import os

import pytest
from merels_host import files
from merels_host.errors import DiskProblem


def full(*args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "new" / "game.pgn"
    files.write_atomically(path, "one\n")
    files.write_atomically(path, "zwei ä\n")
    assert path.read_bytes() == "zwei ä\n".encode()
    assert [p.name for p in path.parent.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, call):
    path = tmp_path / "game.pgn"
    files.write_atomically(path, "old")
    monkeypatch.setattr(files.os, call, full)
    with pytest.raises(DiskProblem, match=r"cannot write .*game\.pgn \(No space left on device\)"):
        files.write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize(
    ("code", "step"),
    [
        (errno.ENOSPC, "free some space or"),
        (errno.EFBIG, "free some space or"),
        (errno.EACCES, "make its folder one that you may write to, or"),
        (errno.EROFS, "make its folder one that you may write to, or"),
        (errno.EISDIR, "give the folder of that name another one, or"),
        (errno.ENOTDIR, "give the file that stands in the place of its folder another name, or"),
        (errno.EIO, "see what is the matter with its disk, or"),
    ],
)
def test_the_advice_fits_what_is_wrong(tmp_path, monkeypatch, code, step):
    def fails(*args):
        raise OSError(code, "No")

    monkeypatch.setattr(files.os, "replace", fails)
    with pytest.raises(DiskProblem, match=rf"\(No\); {step} choose another folder with --out"):
        files.write_atomically(tmp_path / "x", "new")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other words for it")
def test_a_folder_or_a_file_in_the_way(tmp_path):
    (tmp_path / "x.pgn").mkdir()
    with pytest.raises(DiskProblem, match="give the folder of that name another one, or"):
        files.write_atomically(tmp_path / "x.pgn", "new")
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskProblem, match="in the place of its folder another name, or"):
        files.write_atomically(tmp_path / "file" / "x.pgn", "new")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such call")
def test_the_name_is_synced_too(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(
        files.os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_mode), real(fd))
    )
    files.write_atomically(tmp_path / "a", "x")
    assert len(synced) == 2


def test_a_folder_need_not_be_synced_on_windows(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_WINDOWS", True)
    files.sync_folder(tmp_path / "none")
