# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive made again even if what is in its file is damaged: the old file is kept aside.

Before `rebuild`, for `merels games rebuild`. The new file is complete before the old one is moved,
so whatever happens there is one of the two under the archive's name.

    made = rebuild_or_anew("", [Path("merels-games")], forget=False, note=print)
    made.count, made.aside      # 46, None or the path of the damaged file
"""

import contextlib
import itertools
import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from merels_host.archive import import_files, sqlite_file
from merels_host.archive.rebuild import prove_worth, rebuild
from merels_host.archive.store import Store, url_of
from merels_host.archive.tags import Tags
from merels_host.errors import ArchiveDamaged, ArchiveMissing, ArchiveProblem
from merels_host.files import sync_folder


@dataclass(frozen=True)
class Made:
    """count: records that are in it. url: where it is. aside: where the old file is kept."""

    count: int
    url: str
    aside: Path | None = None


def rebuild_or_anew(
    url: str, folders: Sequence[Path], forget: bool, note: Callable[[str], None]
) -> Made:
    """Make the archive again. Raises what `rebuild` raises; the archive is then as it was."""
    try:
        if not _is_there(url):
            path = sqlite_file.file_of(url_of(url))
            prove_worth(folders, forget, [import_files.beside(path)] if path else [])
        with Store.open(url) as store:
            store.prove()
            return Made(rebuild(store, folders, forget, note), store.url)
    except ArchiveDamaged as damage:
        path = sqlite_file.file_of(url_of(url))
        if path is None:
            raise
        note(damage.message.partition(";")[0] + ".")
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    sqlite_file.remove(new)
    try:
        with Store.open(str(new)) as store:
            beside = [import_files.beside(path)]
            tags = Tags.beside(path)
            count = rebuild(store, folders, forget, note, _known(path), beside, tags)
        aside = _replace(path, new)
    finally:
        sqlite_file.remove(new)
    return Made(count, f"sqlite:///{path}", aside)


def _is_there(url: str) -> bool:
    try:
        Store.open(url, create=False).close()
    except ArchiveMissing:
        return False
    return True


def _known(path: Path) -> list[Path]:
    """The session files that a damaged archive was made of, as far as it still tells."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as damaged:
        rows = damaged.execute("SELECT path FROM sessions").fetchall()
        return [Path(row[0]) for row in rows if isinstance(row[0], str)]
    return []


def _replace(path: Path, new: Path) -> Path:
    """Put `new` in the place of `path`; returns where the old one is now."""
    day = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    endings = itertools.chain([""], map("-{}".format, itertools.count(2)))
    names = (path.with_name(f"{path.name}.damaged-{day}{ending}") for ending in endings)
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        for ending in sqlite_file.BESIDE:
            with contextlib.suppress(FileNotFoundError):
                os.rename(f"{path}{ending}", f"{aside}{ending}")
        os.replace(new, path)
        sync_folder(path.parent)
    except OSError as error:
        raise ArchiveProblem(
            f"{path} cannot be replaced ({error.strerror or error}); end the other programs that "
            "use the archive, and try again."
        ) from error
    return aside
