# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Two versions on a board: an upload that breaks off anywhere, and the way back."""

import contextlib
import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from fakes.prompt_board import PromptBoard
from merels import __version__
from merels_host.cli import main
from merels_host.commands import flash
from merels_host.errors import PortGone
from merels_host.setup.board_files import BoardFiles
from merels_host.setup.doctor import VERSION_KB
from merels_host.setup.firmware_files import DeviceFile, device_files
from merels_host.setup.firmware_pack import make_pack, unpack
from merels_host.setup.flasher import Flasher
from run_on_micropython import find_micropython

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs pseudo-terminals, which Windows lacks"),
    pytest.mark.skipif(
        find_micropython() is None and not os.environ.get("CI"), reason="needs micropython"
    ),
]

ROOM = Path(__file__).parents[2] / "fakes" / "littlefs_room.py"
CHANGES = ("make_folder", "write", "append", "remove", "rename")


compiled = functools.cache(device_files)


def version(name):
    """The firmware as if it were another version."""
    assert len(name) == len(__version__)
    files = compiled()
    pack = files[1]
    modules = unpack(pack.data)
    init = "merels/__init__.mpy"
    modules[init] = modules[init].replace(__version__.encode(), name.encode())
    return [files[0], DeviceFile(pack.name, make_pack(name, modules)), *files[2:]]


def put(port, name):
    with Flasher(port) as flasher:
        list(flasher.upload(version(name), lambda *_: None))


def runs(port):
    with Flasher(port) as flasher:
        return flasher.start().firmware


@pytest.fixture(scope="module")
def two_versions(tmp_path_factory):
    """The flash of a board that had 9.0.1 and runs 9.0.2."""
    folder = tmp_path_factory.mktemp("two")
    with PromptBoard(folder) as board:
        put(board.port, "9.0.1")
        put(board.port, "9.0.2")
        assert runs(board.port) == "9.0.2"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.parent != folder / "journal"
    }


def lay(content, folder):
    for name, data in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


class Breaking:
    """Lets so many changes of the flash happen, and then pulls the cable."""

    def __init__(self, monkeypatch, left):
        self.left = left
        for name in CHANGES:
            monkeypatch.setattr(BoardFiles, name, self.counted(getattr(BoardFiles, name)))

    def counted(self, change):
        def counting(*words, **more):
            self.left -= 1
            if self.left < 0:
                raise PortGone("pulled.")
            return change(*words, **more)

        return counting


def test_an_upload_that_breaks_off_at_any_change_leaves_a_board_that_starts(
    two_versions, tmp_path, monkeypatch
):
    outcomes = []
    for count in range(100):
        folder = tmp_path / str(count)
        lay(two_versions, folder)
        with PromptBoard(folder) as board:
            with monkeypatch.context() as patched:
                breaking = Breaking(patched, count)
                with contextlib.suppress(PortGone):
                    put(board.port, "9.0.3")
            outcomes.append(runs(board.port))
        if breaking.left >= 0:
            break
    # The old one until the last change of all, the new one after it.
    assert outcomes[-1] == "9.0.3" and len(outcomes) > 8
    assert set(outcomes[:-1]) == {"9.0.2"}


def test_what_broke_off_goes_on_and_leaves_the_way_back(
    two_versions, tmp_path, monkeypatch, capsys
):
    lay(two_versions, tmp_path)
    with PromptBoard(tmp_path) as board:
        with monkeypatch.context() as patched:
            Breaking(patched, 5)
            with pytest.raises(PortGone):
                put(board.port, "9.0.3")
        first = board.written
        assert main(["flash", board.port, "--back"]) == 0
        assert capsys.readouterr().out.endswith("runs Merels 9.0.1.\n")
        assert main(["flash", board.port, "--back"]) == 0
        between = board.written
        put(board.port, "9.0.3")
        assert board.written - between < 200_000 - first / 2
        assert runs(board.port) == "9.0.3"
        capsys.readouterr()
        assert main(["flash", board.port, "--back"]) == 0
        assert capsys.readouterr().out.endswith("runs Merels 9.0.2.\n")
    assert not (tmp_path / "versions/arriving").exists()


def test_back_and_forth(two_versions, tmp_path, capsys):
    lay(two_versions, tmp_path)
    with PromptBoard(tmp_path) as board:
        for name in ("9.0.1", "9.0.2"):
            assert main(["flash", board.port, "--back"]) == 0
            assert capsys.readouterr().out.endswith(f"runs Merels {name}.\n")


def test_a_damaged_version_is_not_gone_back_to(two_versions, tmp_path, capsys):
    lay(two_versions, tmp_path)
    pack = (tmp_path / "versions/a.pack").read_bytes()
    (tmp_path / "versions/a.pack").write_bytes(pack[:50_000] + b"?" + pack[50_001:])
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port, "--back"]) == 1
        assert "no earlier version" in capsys.readouterr().err
        assert runs(board.port) == "9.0.2"


def test_a_dry_run_writes_nothing(two_versions, tmp_path, monkeypatch, capsys):
    lay(two_versions, tmp_path)
    (tmp_path / "config.py").unlink()
    (tmp_path / "main.py").write_text("old")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.setattr(flash, "device_files", lambda compiled: version("9.0.3"))
    with PromptBoard(tmp_path) as board:
        assert main(["flash", board.port, "--dry-run"]) == 0
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    words = [line.split(" would")[0] for line in capsys.readouterr().out.splitlines()]
    assert words == ["config.py", "versions/a.pack", "main.py", "the board"]


def room(folder, *files, games=0):
    """KB that are free on a Pico's littlefs with these files on it, and games; -1: all full.

    files: lists of DeviceFiles. games: segments of the journal.
    """
    flash = folder / "flash"
    shutil.rmtree(flash, ignore_errors=True)
    for file in [file for some in files for file in some]:
        (flash / file.name).parent.mkdir(parents=True, exist_ok=True)
        (flash / file.name).write_bytes(file.data)
    (flash / "journal").mkdir(parents=True, exist_ok=True)
    for number in range(games):
        (flash / "journal" / str(number)).write_bytes(bytes(3 * 4096 - 200))
    words = [find_micropython(), "-X", "heapsize=16m", ROOM, flash]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_what_versions_take_on_the_flash(tmp_path):
    # 200 games of 100 plies are 29 segments: tests/merels/test_journal.py
    files = device_files()
    packs = [DeviceFile(f"versions/{name}", files[1].data) for name in ("b.pack", "arriving")]
    empty = room(tmp_path)
    assert empty - room(tmp_path, files) <= VERSION_KB
    assert room(tmp_path, files, packs[:1], games=29) >= 700
    sources = device_files(compiled=False)
    assert room(tmp_path, files, packs, sources) > 0  # all that a board can have at once
