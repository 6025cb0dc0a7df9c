# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive made again from session files: the proof that nothing else is in it.

rebuild(store, [Path("merels-games")])      # number of records
"""

from collections.abc import Iterable
from pathlib import Path

import sqlalchemy as sa

from merels_host.archive import schema
from merels_host.archive.ingest import Ingest
from merels_host.archive.session_rows import order, ordered
from merels_host.archive.store import Store
from merels_host.errors import ArchiveProblem, DiskProblem, UsageProblem


def rebuild(store: Store, folders: Iterable[Path] = (), forget: bool = False) -> int:
    """Empty the archive and fill it from `folders` and all that it was made of before.

    forget: leave out what is no longer there, instead of refusing. All or nothing happens.
    Raises UsageProblem (no folder is known), ArchiveProblem or DiskProblem.
    """
    known = _known(store)
    gone = sorted(str(path) for path in known if not path.exists())
    if gone and not forget:
        raise ArchiveProblem(
            f"{len(gone)} session files of this archive are no longer there, first {gone[0]}; put "
            "them back, or add --forget to leave their games out."
        )
    places = {path.parent for path in known if path.parent.is_dir()}
    for folder in folders:
        if not folder.is_dir():
            raise DiskProblem(f"there is no folder {folder}; name the one with the session files.")
        places.add(folder.resolve())
    if not places:
        raise UsageProblem(
            "the archive knows no session files yet; name a folder with --from DIR."
        )
    files = [file for place in places for file in ordered(place)]
    files.sort(key=order)
    ingest = Ingest(store)
    with store.begin(write=True) as connection:
        for table in reversed(schema.metadata.sorted_tables):
            if table is not schema.meta:
                connection.execute(sa.delete(table))
        return ingest.within(connection, files)


def _known(store: Store) -> list[Path]:
    """The session files that the archive was made of."""
    with store.begin() as connection:
        return [Path(path) for path in connection.scalars(sa.select(schema.sessions.c.path))]
