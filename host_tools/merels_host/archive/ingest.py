# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Session files into the archive: only what is new in them, each record once.

Between the session files, which are the truth, and the tables. Called with a file again and again
while it grows, it reads on where it stopped; what comes out is the same as from one reading of
all files in their order.

    with Store.open(url) as store:
        Ingest(store).folder(Path("merels-games"))       # number of new records
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from merels.wire import framing

from merels_host.archive.fold import Fold
from merels_host.archive.schema import boards, games, gaps, journals, records, sessions, turns
from merels_host.archive.session_rows import board_row, header_row, plain, read_on
from merels_host.archive.store import Store
from merels_host.archive.stored import Key, stored
from merels_host.archive.tags import Tags
from merels_host.errors import DiskProblem, SessionDamaged
from merels_host.sessions.folder import look, order
from merels_host.sessions.players import KEYS
from merels_host.sessions.recorded import JournalRecord
from merels_host.sessions.session import SessionFile


class Ingest:
    """Keeps in memory how far each journal is folded, so that a new record costs little."""

    def __init__(self, store: Store):
        self.store = store
        self._tags = Tags.of(store)
        self._folds: dict[Key, tuple[int, Fold]] = {}  # have, and what was folded up to there

    def folder(self, folder: Path) -> int:
        """Take all session files of `folder` in; other files are skipped. New records.

        Raises ArchiveProblem or DiskProblem.
        """
        return self.files(look(folder).files)

    def files(self, files: Iterable[SessionFile], limits: dict[Path, int] | None = None) -> int:
        """Take session files in, oldest first. limits: bytes of each that are safely on disk.

        Returns the number of new records. Raises ArchiveProblem or DiskProblem.
        """
        try:
            with self.store.begin(write=True) as connection:
                return self.within(connection, files, limits)
        except BaseException:
            self._folds = {}  # the database has not taken what these have
            raise

    def within(
        self,
        connection: sa.Connection,
        files: Iterable[SessionFile],
        limits: dict[Path, int] | None = None,
    ) -> int:
        """The same within a transaction of the caller's."""
        transaction = _Transaction(self.store, connection, self._folds, self._tags)
        return sum(transaction.file(file, (limits or {}).get(file.path)) for file in files)


class _Transaction:
    def __init__(self, store: Store, connection: sa.Connection, folds: dict, tags: Tags):
        self._tags = tags
        self._store = store
        self._connection = connection
        self._folds = folds

    def file(self, file: SessionFile, limit: int | None) -> int:
        """Read on in one session file."""
        path = str(file.path.resolve())
        key = plain(file.header["board"]), plain(file.header["journal"])
        known = self._connection.execute(
            sa.select(sessions.c.size).where(sessions.c.path == path)
        ).scalar()
        late = self._is_late(key, file)
        heard, skipped, size = read_on(file, known or 0, limit)
        if known == size:
            return 0
        row = header_row(file) | {"path": path, "size": size}
        self._connection.execute(self._store.upsert(sessions), row)
        if known is None:
            self._board(file)
        files = self._files_of(key) if late else None
        if files:
            return self._again(key, files)
        return self._take(key, heard, skipped)

    def _is_late(self, key: Key, file: SessionFile) -> bool:
        """Is there a younger file of the journal already? Then what was heard first changes."""
        c = sessions.c
        newest = self._connection.execute(
            sa.select(sa.func.max(c.utc)).where(c.board == key[0], c.journal == key[1])
        ).scalar()
        return newest is not None and newest > plain(file.header["utc"])

    def _files_of(self, key: Key) -> list[tuple[SessionFile, int]] | None:
        """All files of a journal in their order, and how far they are known; None if one of them
        cannot be read any more: what is in the archive may then be all that there is of it."""
        c = sessions.c
        files = []
        try:
            for path, size in self._connection.execute(
                sa.select(c.path, c.size).where(c.board == key[0], c.journal == key[1])
            ):
                files.append((SessionFile(Path(path)), size))
        except (DiskProblem, SessionDamaged):
            return None
        return sorted(files, key=lambda item: order(item[0]))

    def _again(self, key: Key, files: list[tuple[SessionFile, int]]) -> int:
        """Forget a journal and read all its files in their order."""
        for table in (turns, games, records, gaps, journals):
            where = (table.c.board == key[0], table.c.journal == key[1])
            self._connection.execute(sa.delete(table).where(*where))
        self._folds.pop(key, None)
        count = 0
        for file, size in files:
            heard, skipped, _ = read_on(file, 0, size)
            count += self._take(key, heard, skipped)
        return count

    def _board(self, file: SessionFile) -> None:
        new = board_row(file)
        where = boards.c.board == new["board"]
        old = self._connection.execute(sa.select(boards).where(where)).mappings().first()
        if old:
            newer, older = (new, old) if new["last_utc"] >= old["last_utc"] else (old, new)
            new = dict(newer) | {"first_utc": min(older["first_utc"], newer["first_utc"])}
        self._connection.execute(self._store.upsert(boards), new)

    def _take(self, key: Key, heard: list[JournalRecord], skipped: list[tuple[int, int]]) -> int:
        """New records of a journal: into the tables, and into games as far as none is missing."""
        have = self._have(key)
        for first, last in skipped:
            row = _key(key) | {"first": first, "last": last}
            self._connection.execute(self._store.upsert(gaps), row)
        new = self._unknown(key, heard)
        if new:
            rows = [_key(key) | _record_row(record) for record in new.values()]
            self._connection.execute(self._store.insert(records), rows)
        if not new and not skipped:
            return 0
        reach = self._reach(key, have, new)
        if reach > have:
            self._connection.execute(self._store.upsert(journals), _key(key) | {"have": reach})
            self._fold(key, have, reach, new)
        return len(new)

    def _have(self, key: Key) -> int:
        c = journals.c
        found = self._connection.execute(
            sa.select(c.have).where(c.board == key[0], c.journal == key[1])
        ).scalar()
        if found is None:
            self._connection.execute(self._store.insert(journals), _key(key) | {"have": 0})
        return found or 0

    def _unknown(self, key: Key, heard: list[JournalRecord]) -> dict[int, JournalRecord]:
        """Those that are not in the archive, each once: the first that was heard counts."""
        found: dict[int, JournalRecord] = {}
        for record in heard:
            found.setdefault(record.number, record)
        if found:
            c = records.c
            there = self._connection.execute(
                sa.select(c.number).where(
                    c.board == key[0], c.journal == key[1],
                    c.number.between(min(found), max(found)),
                )
            ).scalars()  # fmt: skip
            for number in there:
                found.pop(number, None)
        return found

    def _reach(self, key: Key, have: int, new: dict[int, JournalRecord]) -> int:
        """Up to which number every record is here now, or known to be gone."""
        there = set(self._numbers_after(key, have))
        skips = self._connection.execute(
            sa.select(gaps.c.first, gaps.c.last).where(
                gaps.c.board == key[0], gaps.c.journal == key[1], gaps.c.last > have
            )
        ).all()
        before = -1
        while have != before:
            before = have
            while have + 1 in there:
                have += 1
            for first, last in skips:
                if first <= have + 1 <= last:
                    have = last
        return have

    def _numbers_after(self, key: Key, have: int) -> Iterable[int]:
        c = records.c
        return self._connection.execute(
            sa.select(c.number).where(c.board == key[0], c.journal == key[1], c.number > have)
        ).scalars()

    def _fold(self, key: Key, have: int, reach: int, new: dict[int, JournalRecord]) -> None:
        known, fold = self._folds.get(key, (-1, None))
        if fold is None or known != have:
            first = self._game_before(key, have)
            fold = Fold(*key, self._heard_before(key, first))
            for record in self._stored(key, first, have):
                fold.apply(record)
            fold.changes()  # these are in the tables already
        numbers = range(have + 1, reach + 1)
        if all(number in new for number in numbers):
            fresh: Iterable[JournalRecord] = [new[number] for number in numbers]
        else:
            kept = self._stored(key, have + 1, reach)
            fresh = [new.get(record.number, record) for record in kept]
        for record in fresh:
            fold.apply(record)
        for table, rows in zip((games, turns), fold.changes(), strict=True):
            if rows:
                # A fold that was taken up again does not know what an earlier session said.
                keep = KEYS if table is games else ()
                self._connection.execute(self._store.upsert(table, keep), rows)
        self._tags.apply(self._connection, key)
        self._folds[key] = (reach, fold)

    def _game_before(self, key: Key, have: int) -> int:
        """The first record of the last game that is in the tables."""
        c = games.c
        where = (c.board == key[0], c.journal == key[1], c.first <= have)
        return (
            self._connection.execute(sa.select(sa.func.max(c.first)).where(*where)).scalar() or 1
        )

    def _heard_before(self, key: Key, first: int) -> str:
        """When the games before the record `first` were heard, at the latest."""
        c = games.c
        where = (c.board == key[0], c.journal == key[1], c.first < first)
        newest = sa.select(sa.func.max(c.heard)).where(*where)
        return self._connection.execute(newest).scalar() or ""

    def _stored(self, key: Key, first: int, last: int) -> list[JournalRecord]:
        return stored(self._connection, key, first, last)


def _record_row(record: JournalRecord) -> dict[str, Any]:
    line = framing.frame(framing.RECORD, record.line.text)
    return {"number": record.number, "utc": record.utc, "line": line}


def _key(key: Key) -> dict[str, Any]:
    return {"board": key[0], "journal": key[1]}
