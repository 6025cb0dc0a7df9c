# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of the archive in order and page by page, one after the other.

Between the tables and `merels games list`. It loads little, for a list is wanted at once, and
nothing but the rows at hand is in memory.

    for row in listed(connection, Choice(variant="achi"), Page(sort="plies", limit=10)):
        print(name_of(row), row.plies)
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from merels_host.archive.filters import Filters
from merels_host.archive.schema import PLAIN, games
from merels_host.sessions.players import KEYS

_AT_ONCE = 200  # rows that are in memory
# What a list can be sorted by, and the column; games that are the same there in the order in which
# they were begun. Within a journal the numbers tell that: on a bad line a game may be heard of
# before the one that was played before it, so `heard` stands for `started`.
SORTS = {
    "started": games.c.heard,
    "plies": games.c.plies,
    "takebacks": games.c.takebacks,
    "removals": games.c.removals,
    "variant": games.c.variant,
    "board": games.c.board,
    "white": games.c.white,
    "black": games.c.black,
    "event": games.c.event,
}
_BEGUN = (games.c.heard, games.c.board, games.c.journal, games.c.first)


@dataclass(frozen=True)
class Page:
    """sort: a key of SORTS. limit: how many rows, None for all. offset: how many are passed over.
    after: only what comes after this row of the same list."""

    sort: str = "started"
    reverse: bool = False
    limit: int | None = None
    offset: int = 0
    after: sa.Row | None = None


def plainly(connection: sa.Connection, column: sa.ColumnElement) -> sa.ColumnElement:
    """A column of names as something to sort by: by their bytes, on every database."""
    return column if connection.dialect.name == "sqlite" else sa.collate(column, PLAIN)


def name_of(row: sa.Row) -> str:
    """What a game is called on the command line."""
    return f"{row.journal}-{row.game}"


def listed(
    connection: sa.Connection, filters: Filters | None = None, page: Page | None = None
) -> Iterator[sa.Row]:
    """The games of `filters`, by default all that somebody has moved in, as `page` says."""
    page = page or Page()
    columns = list(dict.fromkeys((SORTS[page.sort], *_BEGUN)))
    sorts = [plainly(connection, one) if one.name in KEYS else one for one in columns]
    query = sa.select(games).where(*(filters or Filters()).conditions())
    if page.after is not None:
        here = sa.tuple_(*(sa.literal(page.after._mapping[column.name]) for column in columns))
        there = sa.tuple_(*sorts)
        query = query.where(there < here if page.reverse else there > here)
    query = query.order_by(*(column.desc() if page.reverse else column for column in sorts))
    if page.limit is not None or page.offset:
        # SQLite takes no OFFSET without a LIMIT, and for it a negative one is none.
        every = -1 if connection.dialect.name == "sqlite" else None
        query = query.limit(every if page.limit is None else page.limit).offset(page.offset)
    yield from connection.execute(query, execution_options={"yield_per": _AT_ONCE})


def count(connection: sa.Connection, filters: Filters | None = None) -> int:
    """How many games there are in all."""
    query = sa.select(sa.func.count()).select_from(games)
    return connection.scalar(query.where(*(filters or Filters()).conditions())) or 0
