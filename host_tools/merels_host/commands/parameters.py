# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Parameters that several verbs share, and the folders that a command line names.

def picture(archive: Archive = "") -> None: ...

out: Annotated[Path, typer.Option(parser=folder)]
must_take(out)      # before anything is begun that would be lost
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from merels_host.commands import completions
from merels_host.errors import DiskProblem, fit

NO_ARCHIVE = "none"  # what `merels record` takes for its archive to keep none


def named_archive(ctx: typer.Context, value: str) -> str:
    """The archive of a command line. Raises typer.BadParameter for "", which is no name."""
    if not value.strip() and not ctx.resilient_parsing and _is_said(ctx, "archive"):
        raise typer.BadParameter("an archive needs a name; leave the option out for your own")
    return value


def _some_archive(ctx: typer.Context, value: str) -> str:
    """The same where there must be one."""
    if value == NO_ARCHIVE:
        raise typer.BadParameter("none is for merels record, which then keeps no archive")
    return named_archive(ctx, value)


def _is_said(ctx: typer.Context, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


GameName = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="A game as merels games list has it.",
        autocompletion=completions.games,
    ),
]
GameNames = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...",
        help="Games as merels games list has them.",
        autocompletion=completions.games,
    ),
]
AnyGames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID]...",
        help="Games as merels games list has them.",
        autocompletion=completions.games,
    ),
]
Archive = Annotated[
    str,
    typer.Option(
        "--archive",
        metavar="URL",
        help="sqlite:///FILE, a file, or postgresql://...; by default your own archive.",
        envvar="MERELS_ARCHIVE",
        callback=_some_archive,
    ),
]

Port = Annotated[
    str | None,
    typer.Argument(
        help="The board's port; left out: the one board plugged in.",
        autocompletion=completions.ports,
    ),
]
Variant = Annotated[
    str,
    typer.Option(
        help="The game, by id or alias; see merels variants.",
        autocompletion=completions.variants,
    ),
]
Changed = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change an option; may be repeated.",
        autocompletion=completions.options,
    ),
]
White = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Who has the white pieces.", autocompletion=completions.players
    ),
]
Black = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Who has the black pieces.", autocompletion=completions.players
    ),
]
Event = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="On what occasion they play.", autocompletion=completions.events
    ),
]
Place = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Where they play.", autocompletion=completions.places),
]


def folder(text: str | Path) -> Path:
    """The folder of an option's words. Raises typer.BadParameter for no name, or a file's."""
    if not str(text):
        raise typer.BadParameter("a folder needs a name")
    path = Path(text)
    try:
        taken = path.exists() and not path.is_dir()
    except OSError as error:
        why = f"{shown(path)} cannot be a folder ({error.strerror})"
        raise typer.BadParameter(why) from error
    if taken:
        raise typer.BadParameter(f"{path} is a file, not a folder")
    return path


def must_take(path: Path, option: str = "--out") -> None:
    """Make the folder if need be, and see that files can be made in it. Raises DiskProblem."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path) as probe:
            probe.write(b" " * 4096)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        step = "free some space or " if error.errno == errno.ENOSPC else ""
        raise DiskProblem(
            f"cannot write to {shown(path)} ({error.strerror or error}); {step}choose another "
            f"folder with {option}."
        ) from error


def shown(path: Path | str) -> str:
    """A path as part of a sentence, however long it is."""
    return fit(str(path))
