# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels flash`: the firmware onto a board, or into a folder as it would lie on a board."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from merels_host.board.find import only_board
from merels_host.commands.parameters import Port
from merels_host.errors import NoBoard, UsageProblem
from merels_host.setup.config_file import mark
from merels_host.setup.firmware_files import CHECKED, CONFIG, DeviceFile, device_files, write_tree
from merels_host.setup.firmware_pack import read_head
from merels_host.setup.flasher import Flasher
from merels_host.setup.uf2 import boot_drives, check_uf2, chips_of, install, the_drive


def run(
    port: Port = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the files into this folder instead.")
    ] = None,
    source: Annotated[bool, typer.Option("--source", help="Copy .py files, not .mpy.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, and write nothing.")
    ] = False,
    back: Annotated[
        bool, typer.Option("--back", help="Return to the version that the board had before.")
    ] = False,
    uf2: Annotated[
        Path | None,
        typer.Option(help="Put MicroPython, this UF2 file, on a board that shows as a drive."),
    ] = None,
) -> None:
    """Copy the firmware to a board.

    The board needs MicroPython on it. A config.py that is on the board, or in the folder, stays as
    it is, and so do settings and games. Until all has arrived the board starts the old version.
    """
    if port and out:
        raise UsageProblem("give a port or --out, not both.")
    if sum(map(bool, (out, uf2, back, dry_run))) > 1:
        raise UsageProblem("give one of --out, --uf2, --back and --dry-run.")
    if out:
        _write(device_files(not source), out)
    elif uf2:
        _install(uf2)
    elif back:
        _back(port or _board())
    elif dry_run:
        _plan(port or _board(), not source)
    else:
        _upload(port or _board(), not source)


def _board() -> str:
    """The one board plugged in; the way on when it has no MicroPython yet."""
    try:
        return only_board()
    except NoBoard:
        drives = boot_drives()
        if drives:
            raise NoBoard(
                f"the board at {drives[0].path} has no MicroPython yet; get the UF2 file for "
                f"{drives[0].builds} from micropython.org/download, and run "
                "merels flash --uf2 FILE."
            ) from None
        raise


def _install(path: Path) -> None:
    chips_of(path)  # says what is wrong with the file before a button has to be held
    drive = the_drive(boot_drives())
    check_uf2(path, drive)
    install(path, drive)
    print(f"{path.name} is on the board at {drive.path}, which restarts; now run merels flash.")


def _back(port: str) -> None:
    with Flasher(port) as flasher:
        version = flasher.back()
        print(f"Back to {version}. Restarting the board ...")
        hello = flasher.start()
    print(f"Board {hello.board} runs Merels {hello.firmware}.")


def _plan(port: str, compiled: bool) -> None:
    files = device_files(compiled)
    with Flasher(port) as flasher:
        flasher.check(files)
        lines = flasher.plan(files)
    print("\n".join(lines or ["nothing would be written: the board has it all"]))


def _write(files: list[DeviceFile], folder: Path) -> None:
    written = write_tree(files, folder)
    head = next((head for head in (read_head(file.data) for file in files) if head), None)
    checked = head and mark((folder / CONFIG).read_text(errors="replace"), head.digest)
    if checked:
        write_tree([DeviceFile(CHECKED, checked)], folder)
    for file in files:
        if file.name not in written:
            print(f"{file.name} is yours and stays as it is")
    print(f"{len(written)} files written to {folder}; copy them to the root of the board's flash.")


def _upload(port: str, compiled: bool) -> None:
    files = device_files(compiled)
    console = Console(soft_wrap=True, highlight=False, markup=False)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    try:
        with Flasher(port) as flasher:
            flasher.check(files)
            with bar:
                show = _Shower(bar, files)
                for line in flasher.upload(files, show.progress):
                    console.print(line)
            console.print("Restarting the board ...")
            hello = flasher.start()
    except KeyboardInterrupt:
        print(
            "Stopped. The board keeps the firmware that it had; run the same command again.",
            file=sys.stderr,
        )
        raise
    console.print(f"Board {hello.board} runs Merels {hello.firmware}.")


class _Shower:
    """Turns the progress of single files into one bar."""

    def __init__(self, bar: Progress, files: list[DeviceFile]):
        self._bar = bar
        self._task = bar.add_task("", total=sum(len(file.data) for file in files))
        self._before = 0  # bytes of the files that are done

    def progress(self, name: str, written: int, total: int) -> None:
        """A file has got `written` of its `total` bytes."""
        self._bar.update(self._task, description=name, completed=self._before + written)
        if written >= total:
            self._before += total
