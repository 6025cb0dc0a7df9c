# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An archive of an earlier version brought up to this one, in place and without session files.

Called by `store` when it opens an archive. The records in it say all; what was made of them is
made again, in one transaction: a power cut leaves the archive as it was.

    migrate(store, connection)
"""

from typing import TYPE_CHECKING

import sqlalchemy as sa

from merels_host.archive import schema
from merels_host.archive.fold import Fold
from merels_host.archive.stored import stored

if TYPE_CHECKING:
    from merels_host.archive.store import Store

_AT_ONCE = 2000  # records that are in memory


def migrate(store: "Store", connection: sa.Connection) -> None:
    """Make the tables of this version, and fill them from the records."""
    for table in (schema.turns, schema.games):
        table.drop(connection, checkfirst=True)
    schema.metadata.create_all(connection)
    c = schema.journals.c
    for board, journal, have in connection.execute(sa.select(c.board, c.journal, c.have)).all():
        fold = Fold(board, journal)
        for first in range(1, have + 1, _AT_ONCE):
            for record in stored(connection, (board, journal), first, first + _AT_ONCE - 1):
                if record.number <= have:
                    fold.apply(record)
            for table, rows in zip((schema.games, schema.turns), fold.changes(), strict=True):
                if rows:
                    connection.execute(store.upsert(table), rows)
    version = {"name": "schema", "value": str(schema.VERSION)}
    connection.execute(store.upsert(schema.meta), version)
