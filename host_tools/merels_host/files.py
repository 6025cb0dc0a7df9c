# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files: written whole or not at all, also in a power cut, named safely, and in which folder.

write_atomically(Path("game.pgn"), text)
safe_name("COM3: board")    # "COM3__board"
data_folder()               # ~/.local/share/merels on Linux, or what MERELS_DATA names
list(lock_folders())        # there, and where locks lie if nothing can be written there
"""

import contextlib
import errno
import os
import re
import warnings
from collections.abc import Iterator
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


def safe_name(word: str) -> str:
    """`word`, which came over a wire, as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", word)[:40] or "unknown"


def data_folder() -> Path:
    """The folder of this user's archive. It may not exist yet."""
    named = os.environ.get("MERELS_DATA", "")
    if named:
        return Path(named)
    import platformdirs  # only here: most verbs do without

    return platformdirs.user_data_path("merels", appauthor=False)


def lock_folders() -> Iterator[Path]:
    """Where a board's lock may lie; the first that can be written to counts.

    The second is the system's folder for what lasts as long as somebody is logged in.
    """
    yield data_folder() / "boards"
    import platformdirs

    with warnings.catch_warnings():
        # It tells where there is no such folder, and names another.
        warnings.simplefilter("ignore")
        runtime = platformdirs.user_runtime_path("merels", appauthor=False)
    yield runtime / "boards"


def default_archive() -> str:
    """The URL of this user's archive."""
    return f"sqlite:///{data_folder() / 'archive.db'}"
