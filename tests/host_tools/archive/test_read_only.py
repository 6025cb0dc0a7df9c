# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Folders that may be read and not written: archives are shown, and boards recorded elsewhere."""

import contextlib
import errno
import json
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from fakes.socket_board import BOOT, E64, FakeBoard, game_records
from fakes.unprivileged import unprivileged
from merels_host import cli
from merels_host.archive.store import Store
from merels_host.board.lock import BoardLock
from merels_host.errors import ArchiveProblem, BoardTaken, DiskProblem

RECORDS = [BOOT, *game_records(E64)]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")


@pytest.fixture
def open_path():
    """A folder that everybody can get at; pytest's own are for one user."""
    folder = Path(tempfile.mkdtemp(prefix="merels-"))
    folder.chmod(0o777)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o777)
    shutil.rmtree(folder)


@pytest.fixture
def shared(open_path):
    """A folder with an archive of one game, which may be read only."""
    folder = open_path / "shared"
    with FakeBoard(RECORDS) as board:
        words = ["--out", str(folder), "--archive", str(folder / "a.db"), "--once"]
        assert cli.main(["record", board.url, *words]) == 0
    lock(folder)
    return folder


def lock(folder):
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)


def runtime_folder(monkeypatch, folder):
    """Let the system's folder for locks be `folder`."""
    monkeypatch.setattr("platformdirs.user_runtime_path", lambda *names, **more: folder / "merels")


def read_all(archive, capsys):
    capsys.readouterr()
    words = (["list"], ["list", "--json"], ["show", "0badcafe-1"], ["export"], ["verify"])
    with unprivileged():
        codes = [cli.main(["games", *one, "--archive", str(archive)]) for one in words]
    said = capsys.readouterr()
    assert (codes, said.err) == ([0] * 5, "")
    return said.out


def test_an_archive_that_may_be_read_only_is_read(shared, capsys):
    before = sorted(path.name for path in shared.iterdir())
    assert "all agree." in read_all(shared / "a.db", capsys)
    assert sorted(path.name for path in shared.iterdir()) == before


def test_so_is_one_that_is_being_written(shared, capsys):
    with contextlib.closing(sqlite3.connect(shared / "a.db", isolation_level=None)) as database:
        database.execute("UPDATE games SET white = 'Anna'")
        for path in shared.iterdir():
            path.chmod(0o444)
        with unprivileged():
            assert cli.main(["games", "list", "--archive", str(shared / "a.db")]) == 0
    assert "Anna" in capsys.readouterr().out


def test_what_only_its_writer_can_read_is_one_sentence(shared, open_path, capsys):
    copy = open_path / "copy"
    copy.mkdir()
    with contextlib.closing(sqlite3.connect(shared / "a.db", isolation_level=None)) as database:
        database.execute("UPDATE games SET white = 'Anna'")
        for ending in ("", "-wal"):
            shutil.copy(f"{shared / 'a.db'}{ending}", copy)
    lock(copy)
    with unprivileged():
        assert cli.main(["games", "list", "--archive", str(copy / "a.db")]) == 1
    assert "cannot be used (unable to open database file)" in capsys.readouterr().err


def test_to_write_it_is_one_sentence(shared, capsys):
    with unprivileged():
        with pytest.raises(ArchiveProblem, match="readonly database.; nothing is lost: when that"):
            Store.open(str(shared / "a.db"))
        assert cli.main(["games", "rebuild", "--archive", str(shared / "a.db")]) == 1
    assert "--archive names another" in capsys.readouterr().err


def test_session_files_that_may_be_read_only_are_read(shared, capsys):
    [file] = shared.glob("*.ndjson")
    with unprivileged():
        assert cli.main(["log", str(file), "--json"]) == 0
        new = ["--archive", str(shared.parent / "new.db"), "--from", str(shared)]
        assert cli.main(["games", "rebuild", *new]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["kind"]


@pytest.mark.parametrize("earlier", [False, True])
def test_a_data_folder_that_cannot_be_written_stops_no_recording(
    open_path, monkeypatch, capsys, earlier
):
    data, out = open_path / "data", open_path / "out"
    data.mkdir()
    monkeypatch.setenv("MERELS_DATA", str(data))
    runtime_folder(monkeypatch, open_path)
    if earlier:
        Store.open("").close()
    lock(data)
    with FakeBoard(RECORDS) as board, unprivileged():
        assert cli.main(["record", board.url, "--once", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "cannot be used (" in said.out and "Recording goes on meanwhile." in said.out
    assert {path.suffix for path in out.iterdir()} == {".ndjson", ".pgn"}
    assert [path.suffix for path in open_path.glob("merels/boards/*")] == [".lock"]


def test_a_folder_for_files_that_cannot_be_written_is_told_at_once(shared, capsys):
    with FakeBoard(RECORDS) as board, unprivileged():
        assert cli.main(["record", board.url, "--archive", "none", "--out", str(shared)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"merels: cannot write {shared}") and "--out" in said


def test_the_lock_holds_in_the_other_folder_too(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "file"))
    runtime_folder(monkeypatch, tmp_path)
    with BoardLock("b", "j"), pytest.raises(BoardTaken, match="process"):
        BoardLock("b", "j")
    BoardLock("b", "j").release()


def test_no_lock_anywhere_is_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "file"))
    runtime_folder(monkeypatch, tmp_path / "file")
    with pytest.raises(DiskProblem, match="neither .* nor .*; set MERELS_DATA to a folder"):
        BoardLock("b", "j")


def test_a_full_disk_for_the_lock_is_passed_by(tmp_path, monkeypatch):
    monkeypatch.setenv("MERELS_DATA", str(tmp_path / "data"))
    runtime_folder(monkeypatch, tmp_path)
    real = os.open

    def full(path, *more):
        if "data" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *more)

    monkeypatch.setattr("merels_host.board.lock.os.open", full)
    BoardLock("b", "j").release()
    assert list(tmp_path.glob("merels/boards/*.lock"))
