# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records read back out of the archive, as they were heard.

for record in stored(connection, ("e66141", "7f3a21c9"), 1, 40):
    fold.apply(record)
"""

from dataclasses import dataclass

import sqlalchemy as sa
from merels.wire import framing

from merels_host.archive.schema import journals, records
from merels_host.sessions.header import known_utc
from merels_host.sessions.recorded import JournalRecord

Key = tuple[str, str]  # board, journal


def stored(connection: sa.Connection, key: Key, first: int, last: int) -> list[JournalRecord]:
    """The records `first` to `last` of a journal that are in the archive, in order."""
    c = records.c
    rows = connection.execute(
        sa.select(c.number, c.utc, c.line)
        .where(c.board == key[0], c.journal == key[1], c.number.between(first, last))
        .order_by(c.number)
    )
    found = []
    for number, utc, text in rows:
        line = framing.parse(text)
        if line is not None:
            found.append(JournalRecord(number, known_utc(utc), line))
    return found


@dataclass(frozen=True)
class Waiting:
    """Records that are in no game, for `first` to `last` before them are missing. count: of all
    that wait so, also behind further gaps."""

    key: Key
    first: int
    last: int
    count: int

    @property
    def words(self) -> str:
        """What that means, and what to do."""
        one = self.first == self.last
        what = f"record {self.first} is" if one else f"records {self.first} to {self.last} are"
        return (
            f"{what} missing, so {self.count} after it are in no game; if the board still has it, "
            "merels record fetches it"
            if one
            else f"{what} missing, so {self.count} after them are in no game; if the board still "
            "has them, merels record fetches them"
        )


def waiting(connection: sa.Connection) -> list[Waiting]:
    """Of each journal in which there are any, in order."""
    r, j = records.c, journals.c
    rows = connection.execute(
        sa.select(j.board, j.journal, j.have, sa.func.min(r.number), sa.func.count())
        .where(j.board == r.board, j.journal == r.journal, r.number > j.have)
        .group_by(j.board, j.journal, j.have)
        .order_by(j.board, j.journal)
    )
    return [
        Waiting((board, journal), have + 1, next_ - 1, count)
        for board, journal, have, next_, count in rows
    ]
