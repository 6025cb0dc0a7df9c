# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Imported games when the archive is made again: those that it has, and those in import files.

The second half of `rebuild`. The archive keeps each imported game whole, so its rows are made of
that; a game that it lost comes back from its file.

    restore(store, connection, files, note)
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import sqlalchemy as sa
from merels.errors import RulesError

from merels_host.archive import import_files
from merels_host.archive.identity import core_of
from merels_host.archive.imported import digest_of, rows_of, score_of
from merels_host.archive.importer import BATCH, Taken, fill, keep, known
from merels_host.archive.schema import imported
from merels_host.archive.store import Store
from merels_host.exchange.score import Score


def restore(
    store: Store, connection: sa.Connection, files: Iterable[Path], note: Callable[[str], None]
) -> int:
    """Make all rows of imported games again. note: is told of what cannot be read.

    Returns how many there are.
    """
    count = 0
    for rows in kept(connection):
        found = []
        for row in rows:
            score = _score(row.pgn)
            if score is None:
                note(f"the imported game {row.journal}-1 is damaged in the archive; left out.")
                where = imported.c.digest == row.digest
                connection.execute(sa.delete(imported).where(where))
            else:
                found.append((row.journal, score, row.utc))
        if found:
            fill(store, connection, found)
            count += len(found)
    for path in files:
        for batch in _batches(path, note):
            for digest in known(connection, batch):
                del batch[digest]
            if batch:
                keep(store, connection, batch)
                count += len(batch)
    return count


def kept(connection: sa.Connection) -> Iterator[list[sa.Row]]:
    """The games that the archive has, some at a time."""
    last = ""
    query = sa.select(imported).order_by(imported.c.journal).limit(BATCH)
    while rows := list(connection.execute(query.where(imported.c.journal > last))):
        last = rows[-1].journal
        yield rows


def _batches(path: Path, note: Callable[[str], None]) -> Iterator[dict[str, Taken]]:
    """The games of an import file by their digests, some at a time."""
    batch: dict[str, Taken] = {}
    for number, (utc, text) in enumerate(import_files.read(path), 1):
        score = _score(text)
        if score is None:
            note(f"{path}, game {number}, is damaged; left out.")
            continue
        batch[digest_of(score)] = Taken(text, score, core_of(score), utc)
        if len(batch) >= BATCH:
            yield batch
            batch = {}
    if batch:
        yield batch


def _score(text: str) -> Score | None:
    try:
        score = score_of(text)
        rows_of(score, "", "")
    except (ValueError, RulesError):
        return None
    return score
