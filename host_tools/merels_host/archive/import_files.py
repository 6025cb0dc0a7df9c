# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files in which imported games are kept beside the archive, and from which it is made again.

What session files are for recorded games: written whole before the archive takes anything from
them, and never changed. They are PGN in our dialect; the first line says when they were imported.

    path = write(folder_of(store), utc, texts)
    for utc, text in read(path): ...

Each game has a time of its own, a microsecond after that of the game before: so games of which
nobody knows when they were played are in the order of the file that they came from.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from merels_host.archive.store import Store
from merels_host.errors import DiskProblem
from merels_host.files import data_folder, write_atomically

_HEAD = "% merels import "
_NAME = "import-*.pgn"


def folder_of(store: Store) -> Path:
    """Beside the file of an archive, named after it; for a server's in the user's own folder."""
    if store.file is not None:
        return beside(store.file)
    name = re.sub(r"\W+", "-", store.engine.url.database or "") or "memory"
    return data_folder() / f"{store.engine.url.get_backend_name()}-{name}.imported"


def beside(file: Path) -> Path:
    """The same for the archive in this file."""
    return file.parent / f"{file.stem}.imported"


def write(folder: Path, utc: str, texts: list[str]) -> Path:
    """A new file with these games. Raises DiskProblem."""
    text = f"{_HEAD}{utc}\n" + "\n".join(texts)
    digits = hashlib.sha256(text.encode()).hexdigest()[:8]
    path = folder / f"import-{re.sub('[^0-9]', '', utc)}-{digits}.pgn"
    write_atomically(path, text, "name another archive with --archive")
    return path


def files(folders: Iterable[Path]) -> list[Path]:
    """The import files in these folders, oldest first."""
    found = {path for folder in folders for path in folder.glob(_NAME)}
    return sorted(found, key=lambda path: path.name)


def time_of(utc: str, number: int) -> str:
    """When the game `number` (from 0) was imported of those that began to be at `utc`."""
    try:
        begun = datetime.fromisoformat(utc.replace("Z", "+00:00"))
        moment = begun + timedelta(microseconds=number)
    except (ValueError, OverflowError):
        return utc  # somebody has changed the file
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def read(path: Path) -> Iterator[tuple[str, str]]:
    """When they were imported and the text, of each game in a file. Raises DiskProblem."""
    try:
        with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
            head = file.readline()
            if not head.startswith(_HEAD):
                return
            utc = head.removeprefix(_HEAD).strip()
            text = ""
            number = 0
            for line in file:
                # No other line of ours begins so: the writer sees to that.
                if line.startswith("[Event ") and text:
                    if text.endswith("\n\n"):
                        text = text[:-1]  # an empty line is between them
                    yield time_of(utc, number), text
                    text = ""
                    number += 1
                text += line
            if text:
                yield time_of(utc, number), text
    except OSError as error:
        raise DiskProblem(
            f"{path} cannot be read ({error.strerror or error}); it has imported games."
        ) from error
