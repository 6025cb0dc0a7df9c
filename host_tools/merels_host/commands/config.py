# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels config`: how a board is wired, checked, edited or asked for."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from merels_host.board.find import only_board
from merels_host.commands.parameters import Port
from merels_host.errors import ConfigProblem, UsageProblem
from merels_host.setup.config_file import BYTE_ORDER_MARK, check_config
from merels_host.setup.config_place import InFile, OnBoard, default_config
from merels_host.setup.config_wizard import ask_wiring

app = typer.Typer(no_args_is_help=True, help="Check, edit or write a board's config.py.")


@app.command()
def check(
    file: Annotated[
        str | None, typer.Argument(help="A config.py on this computer; with --board, a port.")
    ] = None,
    board: Annotated[bool, typer.Option("--board", help="The one on the board.")] = False,
    port: Annotated[str | None, typer.Option(help="The board's port, with --board.")] = None,
) -> None:
    """Say whether a board would take this config.py; nothing of it is executed."""
    if not board and (port or not file):
        raise UsageProblem("give the path of a config.py, or --board.")
    if port and file:
        raise UsageProblem("give the port once.")
    place = OnBoard(port or file or only_board()) if board else InFile(Path(file or ""))
    text = place.read()
    if text is None:
        where = "on the board" if board else file
        raise ConfigProblem(f"there is no config.py {where}; merels config wizard writes one.")
    check_config(text)
    print("ok")


@app.command()
def edit(port: Port = None) -> None:
    """Edit the config.py of a board with $EDITOR; what it would refuse comes back to you."""
    place = OnBoard(port or only_board())
    before = place.read()
    text = default_config() if before is None else before.removeprefix(BYTE_ORDER_MARK)
    with tempfile.TemporaryDirectory(prefix="merels-") as folder:
        path = Path(folder) / "config.py"
        path.write_text(text, encoding="utf-8")
        while True:
            _run_editor(path)
            text = (InFile(path).read() or "").removeprefix(
                BYTE_ORDER_MARK
            )  # as Notepad may begin it
            try:
                check_config(text)
                break
            except ConfigProblem as error:
                print(error.message)
                if not _again():
                    raise
    if text == before:
        print("Nothing was changed.")
        return
    place.write(text)
    print("config.py is on the board; the one before is config.py.old.")


@app.command()
def wizard(
    port: Port = None,
    out: Annotated[Path | None, typer.Option(help="Write this file instead.")] = None,
) -> None:
    """Ask how the board was wired and write its config.py; the one before is config.py.old."""
    if port and out:
        raise UsageProblem("give a port or --out, not both.")
    place = InFile(out) if out else OnBoard(port or only_board())
    place.read()  # says what is wrong with the place before anybody has answered
    text = ask_wiring(ask=input, say=print)
    place.write(text)
    print(f"{out or 'config.py on the board'} written.")


def _run_editor(path: Path) -> None:
    default = "notepad" if os.name == "nt" else "vi"
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or default
    try:
        subprocess.run([*shlex.split(editor), str(path)], check=True)
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        raise ConfigProblem(
            f"the editor {editor} failed; set EDITOR to one that works, nothing was changed."
        ) from error


def _again() -> bool:
    print("Edit again? [Y/n] ", end="", flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and not answer.strip().lower().startswith("n")
