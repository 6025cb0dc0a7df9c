# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An archive of an earlier version brought up to this one, in place and without session files.

Called by `store` when it opens an archive. The records and the imported games in it say all; what
was made of them is made again, in one transaction: a power cut leaves the archive as it was.

    migrate(store, connection, "1")
"""

import contextlib
from typing import TYPE_CHECKING

import sqlalchemy as sa

from merels_host.archive import schema
from merels_host.archive.fold import Fold
from merels_host.archive.stored import stored
from merels_host.who import KEYS

if TYPE_CHECKING:
    from merels_host.archive.store import Store

_AT_ONCE = 2000  # records that are in memory


def migrate(store: "Store", connection: sa.Connection, found: str) -> None:
    """Make the tables of this version, and fill them. found: the version that is there."""
    if connection.dialect.name == "postgresql":
        _sorted_plainly(connection)
    if found == "1":
        for table in (schema.turns, schema.games):
            table.drop(connection, checkfirst=True)
        schema.metadata.create_all(connection)
    else:
        _imported_anew(store, connection, found)
    _games_anew(store, connection)
    version = {"name": "schema", "value": str(schema.VERSION)}
    connection.execute(store.upsert(schema.meta), version)


def _sorted_plainly(connection: sa.Connection) -> None:
    """Columns as they are made now; before all else, for what is to be checked forbids it."""
    there = sa.inspect(connection)
    for name in there.get_table_names():
        table = schema.metadata.tables.get(name)
        old = {column["name"] for column in there.get_columns(name)}
        kinds = {} if table is None else {column.name: column.type for column in table.columns}
        for column, kind in kinds.items():
            kind = kind.dialect_impl(connection.dialect)
            if column in old and getattr(kind, "collation", None):
                connection.exec_driver_sql(
                    f'ALTER TABLE {name} ALTER COLUMN "{column}" TYPE text '
                    f'COLLATE "{schema.PLAIN}"'
                )


def _imported_anew(store: "Store", connection: sa.Connection, found: str) -> None:
    """Rows of imported games as they are made now, with what tells which games are the same."""
    from merels_host.archive.identity import core_of
    from merels_host.archive.imported import score_of
    from merels_host.archive.importer import fill
    from merels_host.archive.reimport import kept
    from merels_host.archive.tags import Tags

    if found == "2":
        plain = f' COLLATE "{schema.PLAIN}"' if connection.dialect.name == "postgresql" else ""
        connection.exec_driver_sql(
            f"ALTER TABLE imported ADD COLUMN core TEXT{plain} NOT NULL DEFAULT ''"
        )
    c = schema.imported.c
    for rows in kept(connection):
        scores = []
        for row in rows:
            # What is damaged stays as it is: `verify` and `rebuild` say so.
            with contextlib.suppress(ValueError):
                scores.append((row, score_of(row.pgn)))
        for row, score in scores:
            where = c.digest == row.digest
            update = sa.update(schema.imported).where(where).values(core=core_of(score))
            connection.execute(update)
        if scores:
            fill(store, connection, [(row.journal, score, row.utc) for row, score in scores])
    for index in schema.imported.indexes:
        index.create(connection, checkfirst=True)
    Tags.of(store).apply(connection)


def _games_anew(store: "Store", connection: sa.Connection) -> None:
    """All recorded games folded from their records."""
    c = schema.journals.c
    for board, journal, have in connection.execute(sa.select(c.board, c.journal, c.have)).all():
        fold = Fold(board, journal)
        for first in range(1, have + 1, _AT_ONCE):
            for record in stored(connection, (board, journal), first, first + _AT_ONCE - 1):
                if record.number <= have:
                    fold.apply(record)
            for table, rows in zip((schema.games, schema.turns), fold.changes(), strict=True):
                if rows:
                    keep = KEYS if table is schema.games else ()
                    connection.execute(store.upsert(table, keep), rows)
