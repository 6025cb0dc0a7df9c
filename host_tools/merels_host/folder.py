# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The folder that a command line names: a real name, no file, and one that can be written to.

out: Annotated[Path, typer.Option(parser=folder)]
must_take(out)      # before anything is begun that would be lost
"""

import errno
import os
import tempfile
from pathlib import Path

import typer

from merels_host.errors import DiskProblem, fit


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
