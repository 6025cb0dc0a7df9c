# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all, also after a power cut.

write_atomically(Path("game.pgn"), text)
"""

import contextlib
import os
from pathlib import Path

from merels_host.errors import DiskProblem

_WINDOWS = os.name == "nt"


def write_atomically(path: Path, text: str | bytes) -> None:
    """Replace or create `path`: written beside it, synced, then renamed. Raises DiskProblem."""
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
            f"cannot write {path} ({error.strerror or error}); free some space "
            "or choose another folder with --out."
        ) from error


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable (Windows neither can nor needs to). Raises OSError."""
    if _WINDOWS:
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
