# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The session files of a folder, and what only has the name of one.

Between the disk and all that is made of session files. Nothing is passed over in silence: a file
whose header is damaged may be the only copy of a game, so whoever looks decides what to do.

    found = look(Path("merels-games"))
    found.files         # oldest first
    found.strays        # files whose names end like that of a session file, but that are none
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from merels_host.errors import DiskProblem, MerelsError, SessionDamaged
from merels_host.sessions.header import LONGEST
from merels_host.sessions.session import SUFFIX, SessionFile


@dataclass(frozen=True)
class Stray:
    """error: why it is no session file, a sentence. lossless: nothing can have been in it."""

    path: Path
    error: MerelsError
    lossless: bool


@dataclass(frozen=True)
class FolderContents:
    """What a folder has."""

    files: list[SessionFile]
    strays: list[Stray]


def look(folder: Path) -> FolderContents:
    """All session files of `folder`, oldest first; none if there is no folder.

    Raises DiskProblem if the folder cannot be looked into.
    """
    files: list[SessionFile] = []
    strays: list[Stray] = []
    for path in _paths(folder):
        if not path.is_file():
            error = SessionDamaged(f"{path} is not a file, and passed over; give it another name.")
            strays.append(Stray(path, error, lossless=True))
            continue
        try:
            files.append(SessionFile(path))
        except (SessionDamaged, DiskProblem) as problem:
            strays.append(Stray(path, problem, lossless=_is_stub(path)))
    return FolderContents(sorted(files, key=order), strays)


def order(file: SessionFile) -> tuple[str, str]:
    """What session files are sorted by: when they were begun, and their names."""
    return file.header["utc"], file.path.name


def sessions_of(folder: Path, board: str, journal: str) -> Iterator[SessionFile]:
    """The session files of one board's journal in `folder`, oldest first; strays are left out.

    Raises DiskProblem, also for a file that cannot be read: records may be in it.
    """
    found = look(folder)
    for stray in found.strays:
        if isinstance(stray.error, DiskProblem):
            raise stray.error
    for file in found.files:
        if (file.header["board"], file.header["journal"]) == (board, journal):
            yield file


def _paths(folder: Path) -> list[Path]:
    try:
        return sorted(folder / name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise DiskProblem(
            f"cannot look into the folder {folder} ({error.strerror or error}); see whose it is, "
            "or name another."
        ) from error


def _is_stub(path: Path) -> bool:
    """Did a power cut leave it before its header was whole? Then no record was acknowledged."""
    try:
        with path.open("rb") as file:
            first = file.readline(LONGEST + 1)
            return len(first) <= LONGEST and not first.endswith(b"\n")
    except OSError:
        return False
