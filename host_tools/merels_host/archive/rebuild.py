# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The archive made again from session and import files: the proof that nothing else is in it.

A good archive is never replaced by a smaller one unasked: if a session file is gone or cannot be
read, or a record is in no file any more, all stays as it was.

    rebuild(store, [Path("merels-games")])      # number of records
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import sqlalchemy as sa

from merels_host.archive import import_files, schema
from merels_host.archive.ingest import Ingest
from merels_host.archive.reimport import restore
from merels_host.archive.store import Store
from merels_host.archive.stored import Key, waiting
from merels_host.archive.tags import Tags
from merels_host.errors import ArchiveProblem, DiskProblem, UsageProblem
from merels_host.sessions.folder import look, order
from merels_host.sessions.session import SessionFile


def rebuild(
    store: Store,
    folders: Iterable[Path] = (),
    forget: bool = False,
    note: Callable[[str], None] = lambda words: None,
    known: Iterable[Path] = (),
    imports: Iterable[Path] = (),
    tags: Tags | None = None,
) -> int:
    """Empty the archive and fill it from `folders` and all that it was made of before.

    Games of other programs stay; those in the import files beside it, in `folders` and in
    `imports` (folders, too) come back if they were lost. tags: what was said of games, by default
    what stands beside the archive.

    forget: leave out what is no longer there or cannot be read, instead of refusing. note: is told
    in sentences what was left out. known: further files that it was made of. All or nothing
    happens. Raises UsageProblem (no folder is known), ArchiveProblem or DiskProblem.
    """
    folders = list(folders)
    tags = tags or Tags.of(store)
    found = import_files.files([import_files.folder_of(store), *folders, *imports])
    files = _files([*_known(store), *known], folders, forget, note, bool(found) or _others(store))
    ingest = Ingest(store)
    with store.begin(write=True) as connection:
        before = _held(connection)
        for table in reversed(schema.metadata.sorted_tables):
            if table not in (schema.meta, schema.imported):
                connection.execute(sa.delete(table))
        count = ingest.within(connection, files)
        for file in files:
            if file.damaged:
                note(f"{file.path} has {file.damaged} damaged lines, which are left out.")
            if file.undated:
                note(
                    f"{file.path} has {file.undated} lines without a time that is one; when they "
                    "were heard is not known."
                )
        if not forget:
            _refuse_loss(before, _held(connection), files)
        for one in waiting(connection):
            note(f"board {one.key[0]}, journal {one.key[1]}: {one.words}.")
        others = restore(store, connection, found, note)
        tags.apply(connection)
    if tags.damaged:
        note(f"{tags.path} has {tags.damaged} damaged lines, which are left out.")
    if others:
        note(f"{others} imported games are in it, too.")
    return count


def prove_worth(folders: Iterable[Path], forget: bool, imports: Iterable[Path]) -> None:
    """Raise now what `rebuild` would raise of an archive that is not there yet, so that none is
    made for nothing."""
    folders = list(folders)
    _files([], folders, forget, lambda words: None, bool(import_files.files([*folders, *imports])))


def _files(
    known: list[Path],
    folders: Iterable[Path],
    forget: bool,
    note: Callable[[str], None],
    imports: bool,
) -> list[SessionFile]:
    """The session files to make it of, oldest first. imports: there are imported games."""
    places = {path.parent for path in known if path.parent.is_dir()}
    for folder in folders:
        if not folder.is_dir():
            raise DiskProblem(f"there is no folder {folder}; name the one with the session files.")
        places.add(folder.resolve())
    if not places and not known and not imports:
        raise UsageProblem(
            "the archive knows no session files yet; name a folder with --from DIR."
        )
    found = [look(place) for place in sorted(places)]
    strays = [stray for one in found for stray in one.strays]
    bad = [one for one in strays if not one.lossless or one.path in known]
    there = {stray.path for stray in bad} | {file.path for one in found for file in one.files}
    gone = sorted({str(path) for path in known} - {str(path) for path in there})
    if gone and not forget:
        raise ArchiveProblem(
            f"{len(gone)} session files of this archive are no longer there, first {gone[0]}; put "
            "them back, or add --forget to leave their games out."
        )
    if bad and not forget:
        more = f" (and {len(bad) - 1} more files)" if len(bad) > 1 else ""
        raise ArchiveProblem(
            f"the archive is left as it is: {bad[0].error.message.rstrip('.')}{more}; or add "
            "--forget to leave out what cannot be read."
        )
    for stray in strays:
        note(f"left out: {stray.error.message}")
    return sorted((file for one in found for file in one.files), key=order)


def _refuse_loss(before: dict[Key, set[int]], after: dict, files: list[SessionFile]) -> None:
    """Raises ArchiveProblem if a record was there before and is not now."""
    lost = [
        (key, number) for key in sorted(before) for number in before[key] - after.get(key, set())
    ]
    if not lost:
        return
    (board, journal), number = min(lost)
    damaged = [str(file.path) for file in files if file.damaged]
    why = f" ({damaged[0]} has damaged lines)" if damaged else ""
    raise ArchiveProblem(
        f"the archive is left as it is: {len(lost)} of its records are in no session file any "
        f"more, first record {number} of board {board}, journal {journal}{why}; put a good copy "
        "of the file in its place, or add --forget to do without them."
    )


def _held(connection: sa.Connection) -> dict[Key, set[int]]:
    """The numbers of all records, by journal."""
    c = schema.records.c
    held: dict[Key, set[int]] = {}
    for board, journal, number in connection.execute(sa.select(c.board, c.journal, c.number)):
        held.setdefault((board, journal), set()).add(number)
    return held


def _others(store: Store) -> bool:
    """Are there imported games?"""
    with store.begin() as connection:
        return bool(connection.scalar(sa.exists(schema.imported).select()))


def _known(store: Store) -> list[Path]:
    """The session files that the archive was made of."""
    with store.begin() as connection:
        return [Path(path) for path in connection.scalars(sa.select(schema.sessions.c.path))]
