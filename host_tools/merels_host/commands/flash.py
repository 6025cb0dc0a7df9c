# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels flash`: the firmware onto a board, or into a folder as it would lie on a board."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from merels_host.boards import only_board
from merels_host.commands import completions
from merels_host.errors import UsageProblem
from merels_host.firmware_files import DeviceFile, device_files, write_tree
from merels_host.flasher import Flasher


def run(
    port: Annotated[
        str | None,
        typer.Argument(
            help="The board's port; left out: the one board plugged in.",
            autocompletion=completions.ports,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the files into this folder instead.")
    ] = None,
    source: Annotated[bool, typer.Option("--source", help="Copy .py files, not .mpy.")] = False,
) -> None:
    """Copy the firmware to a board.

    The board needs MicroPython on it. A config.py that is on the board, or in the folder, stays as
    it is. Nothing else of yours is touched.
    """
    if port and out:
        raise UsageProblem("give a port or --out, not both.")
    if out:
        _write(device_files(not source), out)
    else:
        _upload(port or only_board(), not source)


def _write(files: list[DeviceFile], folder: Path) -> None:
    written = write_tree(files, folder)
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
            "Stopped. The board may have part of the new firmware; run the same command again.",
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
