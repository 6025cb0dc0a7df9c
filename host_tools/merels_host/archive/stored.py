# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records read back out of the archive, as they were heard.

for record in stored(connection, ("e66141", "7f3a21c9"), 1, 40):
    fold.apply(record)
"""

import sqlalchemy as sa
from merels import wire

from merels_host.archive.schema import records
from merels_host.recorded import Record

Key = tuple[str, str]  # board, journal


def stored(connection: sa.Connection, key: Key, first: int, last: int) -> list[Record]:
    """The records `first` to `last` of a journal that are in the archive, in order."""
    c = records.c
    rows = connection.execute(
        sa.select(c.number, c.utc, c.line)
        .where(c.board == key[0], c.journal == key[1], c.number.between(first, last))
        .order_by(c.number)
    )
    found = []
    for number, utc, text in rows:
        line = wire.parse(text)
        if line is not None:
            found.append(Record(number, utc, line))
    return found
