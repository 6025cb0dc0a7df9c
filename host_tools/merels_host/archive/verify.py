# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Proof of an archive: each record replayed through the rules, and compared with what is kept.

The board said with each move what position it had then; the rules here say what it must have been.
Beyond that the tables must say what the records say, and no record may be missing.

    for fault in verify(store):
        print(fault.words)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from merels.errors import RulesError

from merels_host.archive.fold import Fold, Row
from merels_host.archive.identity import core_of
from merels_host.archive.imported import digest_of, rows_of, score_of
from merels_host.archive.schema import games, imported, journals, records, turns
from merels_host.archive.store import Store
from merels_host.archive.stored import stored, waiting
from merels_host.archive.tags import Tags
from merels_host.sessions.players import KEYS
from merels_host.sessions.recorded import JournalRecord


@dataclass(frozen=True)
class ArchiveFault:
    """One disagreement. game, record: numbers, 0 where there is none; words: a sentence."""

    board: str
    journal: str
    game: int
    record: int
    words: str


@dataclass
class Verified:
    """What was looked at."""

    games: int = 0
    records: int = 0


def verify(store: Store, count: Verified | None = None) -> Iterator[ArchiveFault]:
    """Every disagreement in the archive. Raises ArchiveProblem."""
    with store.begin() as connection:
        for board, journal, have in connection.execute(
            sa.select(journals.c.board, journals.c.journal, journals.c.have).order_by(
                journals.c.board, journals.c.journal
            )
        ).all():
            yield from _Check(connection, board, journal, count or Verified()).run(have)
        for one in waiting(connection):
            where = f"board {one.key[0]}, journal {one.key[1]}"
            yield ArchiveFault(*one.key, 0, one.first, f"{where}: {one.words}.")
        yield from _imported(connection, count or Verified())
        yield from _untagged(store, connection)


def _untagged(store: Store, connection: sa.Connection) -> Iterator[ArchiveFault]:
    """Games in which not stands what was said of them last."""
    for (board, journal, first), names in Tags.of(store).said().items():
        c = games.c
        where = (c.board == board, c.journal == journal, c.first == first)
        row = connection.execute(sa.select(games).where(*where)).mappings().first()
        wrong = [key for key in names if row and row[key] != names[key]]
        if row and wrong:
            words = f"the archive has not the tags that were given ({', '.join(wrong)})"
            where_ = f"game {journal}-{row['game']}: "
            yield ArchiveFault(board, journal, row["game"], 0, f"{where_}{words}.")


def _imported(connection: sa.Connection, count: Verified) -> Iterator[ArchiveFault]:
    """Each imported game read and replayed again, and compared with its rows."""
    rows = connection.execute(
        sa.select(imported).order_by(imported.c.journal), execution_options={"yield_per": 200}
    )
    for row in rows:
        count.games += 1
        for words in _faults_of(connection, row):
            where = f"imported game {row.journal}-1"
            yield ArchiveFault(row.board, row.journal, 1, 0, f"{where}: {words}.")


def _faults_of(connection: sa.Connection, row: sa.Row) -> Iterator[str]:
    try:
        score = score_of(row.pgn)
        made, moves = rows_of(score, row.journal, row.utc)
    except (ValueError, RulesError):
        yield "its text in the archive is damaged"
        return
    if digest_of(score) != row.digest:
        yield "its text in the archive is not what was imported"
    if core_of(score) != row.core:
        yield "the archive has not what this game is recognised by (core)"
    for table, said in ((games, [made]), (turns, moves)):
        there = connection.execute(
            sa.select(table)
            .where(table.c.board == row.board, table.c.journal == row.journal)
            .order_by(table.c.first if table is games else table.c.number)
        ).mappings()
        if [_bare(one) for one in there] != [_bare(one) for one in said]:
            yield f"the archive's {table.name} are not what its text says"


def _bare(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Without what may be said of a game later on."""
    return {name: row[name] for name in row if name not in KEYS}


class _Check:
    def __init__(self, connection: sa.Connection, board: str, journal: str, count: Verified):
        self._connection = connection
        self._key = (board, journal)
        self._count = count
        self._doubts = 0

    def run(self, have: int) -> Iterator[ArchiveFault]:
        """The faults of one journal."""
        yield from self._unreadable()
        fold = Fold(*self._key)
        begun = 0
        for record in stored(self._connection, self._key, 1, have):
            self._count.records += 1
            fold.apply(record)
            if fold.first != begun:
                begun, self._doubts = fold.first, 0
                self._count.games += 1
            yield from self._new_doubts(fold, record)
        for table, rows in zip((games, turns), fold.changes(), strict=True):
            yield from self._compare(table, rows)

    def _unreadable(self) -> Iterator[ArchiveFault]:
        """Records whose text or time in the archive is damaged."""
        for record in self._all(records):
            read = stored(self._connection, self._key, record.number, record.number)
            if not read or not read[0].line.checked or read[0].line.number != record.number:
                yield self._fault(0, record.number, "its text in the archive is damaged")
            elif not read[0].utc:
                yield self._fault(0, record.number, "its time is none: nobody knows when it was")

    def _new_doubts(self, fold: Fold, record: JournalRecord) -> Iterator[ArchiveFault]:
        game = fold.game
        if game is not None:
            for doubt in game.doubts[self._doubts :]:
                words = doubt.partition(": ")[2].rstrip(".")
                yield self._fault(game.number, record.number, words)
            self._doubts = len(game.doubts)

    def _compare(self, table: sa.Table, rows: list[Row]) -> Iterator[ArchiveFault]:
        """The table against the rows that the records make."""
        number = "first" if table is games else "number"
        said = {row[number]: row for row in rows}
        there = {row[number]: dict(row) for row in self._all(table).mappings()}
        for key in sorted(said.keys() | there.keys()):
            mine, theirs = said.get(key, {}), there.get(key, {})
            # Who played is said in session headers and tags, not in records.
            names = [
                name
                for name in mine | theirs
                if mine.get(name) != theirs.get(name) and name not in KEYS
            ]
            if names:
                what = f"the archive's {table.name} are not what the records say"
                yield self._fault(
                    (mine or theirs).get("game", 0), key, f"{what} ({', '.join(names)})"
                )

    def _all(self, table: sa.Table) -> sa.CursorResult:
        board, journal = self._key
        return self._connection.execute(
            sa.select(table).where(table.c.board == board, table.c.journal == journal)
        )

    def _fault(self, game: int, record: int, words: str) -> ArchiveFault:
        where = f"board {self._key[0]}, journal {self._key[1]}, "
        where += f"game {game}, record {record}" if game else f"record {record}"
        return ArchiveFault(*self._key, game, record, f"{where}: {words}.")
