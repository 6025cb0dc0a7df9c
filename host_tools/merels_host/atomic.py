# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all, also after a power cut.

write_atomically(Path("game.pgn"), text)
"""

import contextlib
import errno
import os
from pathlib import Path

from merels_host.errors import DiskProblem

_WINDOWS = os.name == "nt"
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def write_atomically(
    path: Path, text: str | bytes, elsewhere: str = "choose another folder with --out"
) -> None:
    """Replace or create `path`: written beside it, synced, then renamed. elsewhere: how to have it
    in another place. Raises DiskProblem."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise DiskProblem(
            f"cannot write {path} ({error.strerror or error}); {mending(error)} or {elsewhere}."
        ) from error


def mending(error: OSError) -> str:
    """What to do so that the same file can be written; goes on with "or"."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return "make its folder one that you may write to,"
    if isinstance(error, IsADirectoryError):
        return "give the folder of that name another one,"
    if isinstance(error, NotADirectoryError | FileExistsError):
        return "give the file that stands in the place of its folder another name,"
    if error.errno in _FULL:
        return "free some space"
    return "see what is the matter with its disk,"


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable (Windows neither can nor needs to). Raises OSError."""
    if _WINDOWS:
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
