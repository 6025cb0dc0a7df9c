# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Carries the device files to a board with MicroPython on it.

The second room of `merels flash`: `firmware_files` makes the files, this one brings them to the
board. A new version is written into the folder that is not running, compared by hash, and chosen
in one step at the end: whatever interrupts an upload, the board goes on starting the old one, and
the next upload goes on where this one stopped.

    with Flasher("/dev/ttyACM0") as flasher:
        flasher.check(files)
        for step in flasher.upload(files, progress):
            print(step)
        print(flasher.start().firmware)
"""

from collections.abc import Iterator

from merels import __version__

from merels_host.errors import FlashProblem, NoBoard
from merels_host.setup.board_files import BoardFiles, Progress, sha256
from merels_host.setup.firmware_files import CONFIG, MAIN, PACKAGES, DeviceFile
from merels_host.setup.held_board import HeldBoard
from merels_host.setup.mpy_format import loads
from merels_host.setup.uf2 import how_to_install
from merels_host.setup.versions import Versions


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
        for file in files:
            if file.name.endswith(".mpy") and not loads(accepts, file.data):
                raise FlashProblem(
                    f"MicroPython {version} on the board cannot load {file.name}; put a current "
                    f"MicroPython on the board ({how_to_install(build)}), or add --source to copy "
                    ".py files."
                )

    def plan(self, files: list[DeviceFile]) -> list[str]:
        """What `upload` would do, a line for each thing; nothing is changed."""
        board, versions, wanted = self._look(files)
        lines = []
        if board.read(CONFIG) is None:
            lines.append(f"{CONFIG} would be written")
        if versions.running() != _hashes(wanted):
            there = {*versions.running().items(), *versions.hashes[versions.target].items()}
            lines += [
                f"{file.name} would be written, {len(file.data)} bytes"
                for file in wanted
                if (file.name, sha256(file.data)) not in there
            ]
            lines.append(f"the board would start {versions.target}")
        main = next(file for file in files if file.name == MAIN)
        if board.read(MAIN) != main.data:
            lines.append(f"{MAIN} would be written, {len(main.data)} bytes")
        return lines

    def upload(self, files: list[DeviceFile], progress: Progress) -> Iterator[str]:
        """Bring the board's flash in line with `files`; yields a line for each thing done.

        Raises PortGone, BoardSilent or FlashProblem.
        """
        board, versions, wanted = self._look(files)
        for file in files:
            if file.name == CONFIG:
                if board.read(CONFIG) is None:
                    board.replace(CONFIG, file.data, progress)
                    yield f"{CONFIG} written, {len(file.data)} bytes"
                else:
                    yield f"{CONFIG} is yours and stays as it is"
        if versions.running() == _hashes(wanted):
            for file in wanted:
                progress(file.name, len(file.data), len(file.data))
            yield "the firmware is on the board already"
        else:
            yield from self._fill(board, versions, wanted, progress)
            versions.switch(versions.target)
            yield f"{versions.target} is what the board starts from now on"
        for file in files:
            if file.name == MAIN and board.read(MAIN) != file.data:
                board.replace(MAIN, file.data, progress)  # it starts whatever version is chosen
                yield f"{MAIN} written, {len(file.data)} bytes"

    def back(self) -> str:
        """Let the board start the version before this one; returns its name.

        Raises FlashProblem when there is none.
        """
        versions = Versions(BoardFiles(self))
        slot, version = versions.previous()
        versions.switch(slot)
        return version

    def _look(self, files: list[DeviceFile]) -> tuple[BoardFiles, Versions, list[DeviceFile]]:
        board = BoardFiles(self)
        return board, Versions(board), [file for file in files if "/" in file.name]

    def _fill(
        self, board: BoardFiles, versions: Versions, wanted: list[DeviceFile], progress: Progress
    ) -> Iterator[str]:
        """Make the folder that is not running hold exactly the files `wanted`."""
        slot, hashes = versions.target, _hashes(wanted)
        versions.unmark(slot)
        there, running = versions.hashes[slot], versions.running()
        for name in there:
            if name not in hashes:
                board.remove(f"{slot}/{name}")
        for package in PACKAGES:
            board.make_folder(f"{slot}/{package}")
        for file in wanted:
            size, digest = len(file.data), hashes[file.name]
            if there.get(file.name) == digest:
                progress(file.name, size, size)
            elif running.get(file.name) == digest:
                board.copy(f"{versions.current}/{file.name}", f"{slot}/{file.name}")
                progress(file.name, size, size)
            else:
                board.write(f"{slot}/{file.name}", file.data, progress, file.name)
                yield f"{file.name} written, {size} bytes"
        arrived = board.hashes(slot)
        for name in {**hashes, **arrived}:
            if arrived.get(name) != hashes.get(name):
                raise FlashProblem(f"{name} arrived damaged; run the same command again.")
        versions.mark(slot, __version__, hashes)


def _hashes(files: list[DeviceFile]) -> dict[str, str]:
    return {file.name: sha256(file.data) for file in files}
