# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of other programs into the archive, some hundreds at a time, each once.

Between the readers of exchange/ and the tables. A batch is written to a file of its own before
the archive takes it, so a rebuild finds it again.

    importer = Importer(store)
    for found in form.read(lines, name):
        importer.take(found)
    importer.finish()
    importer.new, importer.known        # 120, 3
"""

from collections.abc import Iterable
from datetime import datetime, timezone

import sqlalchemy as sa

from merels_host.archive import import_files
from merels_host.archive.imported import BOARD, digest_of, rows_of, score_of
from merels_host.archive.schema import games, imported, turns
from merels_host.archive.store import Store
from merels_host.exchange import pgn_writer
from merels_host.exchange.score import Score

BATCH = 500  # games that are in memory
_DIGITS = 8  # of the digest, in a game's name


class Importer:
    """new, known: games that were taken in, and that were there before."""

    def __init__(self, store: Store):
        self.new = 0
        self.known = 0
        self._store = store
        self._batch: dict[str, tuple[str, Score]] = {}

    def take(self, score: Score) -> None:
        """Take one more game. Raises ArchiveProblem and DiskProblem."""
        text = pgn_writer.write(score)
        score = score_of(text)  # a form that says more than PGN does leaves that behind here
        digest = digest_of(score)
        if digest in self._batch:
            self.known += 1
            return
        self._batch[digest] = text, score
        if len(self._batch) >= BATCH:
            self.finish()

    def finish(self) -> None:
        """Put what was taken into the archive. Raises ArchiveProblem and DiskProblem."""
        if not self._batch:
            return
        utc = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self._store.begin(write=True) as connection:
            there = known(connection, self._batch)
            fresh = {key: one for key, one in self._batch.items() if key not in there}
            if fresh:
                texts = [text for text, _ in fresh.values()]
                import_files.write(import_files.folder_of(self._store), utc, texts)
                keep(self._store, connection, fresh, utc)
        self.new += len(fresh)
        self.known += len(there)
        self._batch = {}


def known(connection: sa.Connection, digests: Iterable[str]) -> set[str]:
    """Those that are in the archive."""
    c = imported.c
    return set(connection.scalars(sa.select(c.digest).where(c.digest.in_(list(digests)))))


def keep(
    store: Store, connection: sa.Connection, batch: dict[str, tuple[str, Score]], utc: str
) -> None:
    """Rows for games that are not there yet: text and score by digest."""
    names = _names(connection, list(batch))
    rows = []
    for digest, (text, _) in batch.items():
        row = {"board": BOARD, "journal": names[digest], "first": 1, "digest": digest}
        rows.append(row | {"utc": utc, "pgn": text})
    connection.execute(store.insert(imported), rows)
    fill(store, connection, [(names[digest], batch[digest][1], utc) for digest in batch])


def fill(store: Store, connection: sa.Connection, found: list[tuple[str, Score, str]]) -> None:
    """The rows of `games` and `turns` for imported games: journal, score, time of import."""
    made = [rows_of(score, journal, utc) for journal, score, utc in found]
    connection.execute(store.upsert(games), [row for row, _ in made])
    many = [row for _, rows in made for row in rows]
    if many:
        connection.execute(store.upsert(turns), many)


def _names(connection: sa.Connection, digests: list[str]) -> dict[str, str]:
    """A name for each: the first eight digits of its digest that no other game is called by."""
    c = imported.c
    starts = [digest[:_DIGITS] for digest in digests]
    taken = set(connection.scalars(sa.select(c.journal).where(c.journal.in_(starts))))
    found: dict[str, str] = {}
    for digest, start in zip(digests, starts, strict=True):
        name = start
        if name in taken:
            ways = (digest[at : at + _DIGITS] for at in range(_DIGITS, len(digest), _DIGITS))
            free = (way for way in ways if way not in taken and not _is_taken(connection, way))
            name = next(free, digest)
        taken.add(name)
        found[digest] = name
    return found


def _is_taken(connection: sa.Connection, name: str) -> bool:
    return connection.scalar(sa.exists().where(imported.c.journal == name).select()) or False
