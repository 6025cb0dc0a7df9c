# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Carries the device files to a board with MicroPython on it.

The second room of `merels flash`: `firmware_files` makes the files, this one brings them to the
board. A pack arrives beside the two versions that the board keeps, is compared by hash, takes its
place, and is chosen in one step at the end: whatever interrupts an upload, the board goes on
starting the old one, and the next upload goes on where this one stopped.

    with Flasher("/dev/ttyACM0") as flasher:
        flasher.check(files)
        for step in flasher.upload(files, progress):
            print(step)
        print(flasher.start().firmware)
"""

from collections.abc import Callable, Iterator
from functools import partial

from merels_host.errors import FlashProblem, NoBoard
from merels_host.setup import config_file
from merels_host.setup.board_files import BoardFiles, sha256
from merels_host.setup.firmware_files import BESIDE, CHECKED, CHOICE, CONFIG, PACKAGES, DeviceFile
from merels_host.setup.firmware_pack import read_head, unpack
from merels_host.setup.held_board import HeldBoard
from merels_host.setup.mpy_format import loads
from merels_host.setup.uf2 import how_to_install
from merels_host.setup.versions import ARRIVING, FOLDER, Versions

Progress = Callable[[str, int, int], None]  # (file, bytes written, bytes in all)

_PIECE = 16384  # bytes of a pack that are there for good when they have arrived


class Flasher(HeldBoard):
    """A board that stands at the MicroPython prompt, until `start` or `__exit__` restarts it."""

    def check(self, files: list[DeviceFile]) -> None:
        """Raise NoBoard or FlashProblem when this board cannot run `files`."""
        platform, version, accepts, build = self.ask(
            "(sys.platform, '.'.join(str(n) for n in sys.implementation[1][:3]), "
            "getattr(sys.implementation, '_mpy', 0), getattr(sys.implementation, '_build', ''))"
        )
        if platform != "rp2":
            raise NoBoard(
                f"{self.url} is MicroPython on {platform}, not on a Raspberry Pi Pico; "
                "check that it is the right port."
            )
        pack = _pack(files)
        for name, data in unpack(pack.data).items() if pack else ():
            if not loads(accepts, data):
                raise FlashProblem(
                    f"MicroPython {version} on the board cannot load {name}; put a current "
                    f"MicroPython on the board ({how_to_install(build)}), or add --source to copy "
                    ".py files."
                )

    def plan(self, files: list[DeviceFile]) -> list[str]:
        """What `upload` would do, a line for each thing; nothing is changed."""
        board, versions = self._look()
        pack, written = _pack(files), []
        if board.read(CONFIG) is None:
            written.append((CONFIG, len(_named(files, CONFIG).data)))
        name = BESIDE
        if pack:
            name = versions.find(_digest(pack)) or versions.target
            if name not in versions.heads or versions.heads[name].digest != _digest(pack):
                written.append((name, len(pack.data)))
        else:
            written += [(file.name, len(file.data)) for file in _missing(board, files)]
        written += [(file.name, len(file.data)) for file in _differing(board, files)]
        lines = [f"{name} would be written, {size} bytes" for name, size in written]
        if versions.chosen != name:
            lines.append(f"the board would start {_called(name)}")
        return lines

    def upload(self, files: list[DeviceFile], progress: Progress) -> Iterator[str]:
        """Bring the board's flash in line with `files`; yields a line for each thing done.

        Raises PortGone, BoardSilent or FlashProblem.
        """
        board, versions = self._look()
        if board.read(CONFIG) is None:
            config = _named(files, CONFIG)
            board.replace(CONFIG, config.data)
            yield f"{CONFIG} written, {len(config.data)} bytes"
        else:
            yield f"{CONFIG} is yours and stays as it is"
        pack = _pack(files)
        if pack:
            _mark_config(board, _digest(pack))
            name = versions.find(_digest(pack))
            if name:
                progress(pack.name, len(pack.data), len(pack.data))
                yield "the firmware is on the board already"
            else:
                name = versions.target
                _send(board, versions, pack, partial(progress, name))
                yield f"{name} written, {len(pack.data)} bytes"
        else:
            name = BESIDE
            yield from _copy(board, versions, files, progress)
        for file in _differing(board, files):  # they start whatever version is chosen
            board.replace(file.name, file.data)
            yield f"{file.name} written, {len(file.data)} bytes"
        _remove_twins(board, [file for file in files if "/" not in file.name])
        if versions.chosen != name:
            versions.switch(name)
            yield f"{_called(name)} is what the board starts from now on"
        for leftover in versions.leftovers():
            board.remove(leftover)

    def back(self) -> str:
        """Let the board start the version before this one; returns its name.

        Raises FlashProblem when there is none.
        """
        _, versions = self._look()
        name, version = versions.previous()
        versions.switch(name)
        return version

    def _look(self) -> tuple[BoardFiles, Versions]:
        board = BoardFiles(self)
        return board, Versions(board)


def _mark_config(board: BoardFiles, digest: str) -> None:
    """Check the config.py that is on the board; if it is good, the board need not do it."""
    text = (board.read(CONFIG) or b"").decode(errors="replace")
    data = config_file.mark(text, digest)
    if data and board.read(CHECKED) != data:
        board.make_folder(CHECKED.rpartition("/")[0])
        board.replace(CHECKED, data)


def _send(
    board: BoardFiles, versions: Versions, pack: DeviceFile, told: Callable[[int, int], None]
) -> None:
    """Bring the pack to the board, from where the last upload of it stopped, and to its place."""
    size = len(pack.data)
    board.make_folder(FOLDER)
    at = board.size(ARRIVING)
    if at and (at > size or board.hash(ARRIVING) != sha256(pack.data[:at])):
        board.remove(ARRIVING)
        at = 0
    told(at, size)
    while at < size:
        piece = pack.data[at : at + _PIECE]
        board.append(ARRIVING, piece, lambda arrived, at=at: told(at + arrived, size))
        at += len(piece)
    if board.hash(ARRIVING) != sha256(pack.data):
        board.remove(ARRIVING)
        raise FlashProblem("the firmware arrived damaged; run the same command again.")
    head = read_head(pack.data)
    assert head
    versions.arrived(versions.target, head)


def _copy(
    board: BoardFiles, versions: Versions, files: list[DeviceFile], progress: Progress
) -> Iterator[str]:
    """Make the Python files beside main.py those of this version."""
    missing = _missing(board, files)
    if missing and versions.chosen == BESIDE:
        versions.leave(BESIDE)  # what is half one version and half another starts nothing
    modules = [file for file in files if "/" in file.name]
    for folder in sorted({file.name.rpartition("/")[0] for file in modules}):
        board.make_folder(folder)
    for file in modules:
        size = len(file.data)
        if file in missing:
            board.write(file.name, file.data, partial(_told, progress, file))
            yield f"{file.name} written, {size} bytes"
        else:
            progress(file.name, size, size)
    for file in _missing(board, files):
        raise FlashProblem(f"{file.name} arrived damaged; run the same command again.")
    _remove_twins(board, modules)
    if not missing:
        yield "the firmware is on the board already"


def _told(progress: Progress, file: DeviceFile, arrived: int) -> None:
    progress(file.name, arrived, len(file.data))


def _missing(board: BoardFiles, files: list[DeviceFile]) -> list[DeviceFile]:
    """Those of the Python files that are not on the board as they should be."""
    there = {
        f"{package}/{name}": digest
        for package in PACKAGES
        for name, digest in board.hashes(package).items()
    }
    return [f for f in files if "/" in f.name and there.get(f.name) != sha256(f.data)]


def _differing(board: BoardFiles, files: list[DeviceFile]) -> list[DeviceFile]:
    """Main and loader, which belong to the board, as far as they are not as they should be."""
    own = [file for file in files if "/" not in file.name and file.name not in (CONFIG, CHOICE)]
    return [file for file in own if board.read(file.name) != file.data]


def _remove_twins(board: BoardFiles, files: list[DeviceFile]) -> None:
    """The same modules in their other form would be stale."""
    folders = {file.name.rpartition("/")[0] for file in files}
    there = {f"{folder}/{name}".lstrip("/") for folder in folders for name in board.names(folder)}
    for file in files:
        if file.twin in there:
            board.remove(file.twin)


def _pack(files: list[DeviceFile]) -> DeviceFile | None:
    return next((file for file in files if file.name.endswith(".pack")), None)


def _named(files: list[DeviceFile], name: str) -> DeviceFile:
    return next(file for file in files if file.name == name)


def _digest(pack: DeviceFile) -> str:
    head = read_head(pack.data)
    assert head
    return head.digest


def _called(name: str) -> str:
    return "the Python files beside main.py" if name == BESIDE else name
