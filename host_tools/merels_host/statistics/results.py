# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Results counted by the database: by variant, opening, player and reason.

for row in by_variant(connection, filters):
    row["variant"], row["games"], row["white"], row["black"], row["draws"], row["unfinished"]
"""

from typing import Any

import sqlalchemy as sa

from merels_host.archive.filters import Filters
from merels_host.archive.listing import plainly
from merels_host.archive.schema import games

Row = dict[str, Any]
_C = games.c
UNKNOWN = ("", "?")  # what stands for a player whom nobody has named
_DRAWN = sa.and_(_C.winner == "none", _C.reason != "unfinished")


def _times(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


_RESULTS = (
    sa.func.count().label("games"),
    _times(_C.winner == "white").label("white"),
    _times(_C.winner == "black").label("black"),
    _times(_DRAWN).label("draws"),
)


def by_variant(connection: sa.Connection, filters: Filters) -> list[Row]:
    """One for each variant, the most played first; with removals and take-backs in all games."""
    return _grouped(
        connection, filters, (_C.variant,),
        sa.func.sum(_C.removals).label("removals"), sa.func.sum(_C.takebacks).label("takebacks"),
    )  # fmt: skip


def by_opening(connection: sa.Connection, filters: Filters, most: int) -> list[Row]:
    """The `most` openings that were played most often."""
    query = _query(filters, (_C.variant, _C.opening)).where(_C.opening != "").limit(most)
    return [_with_unfinished(row) for row in connection.execute(query).mappings()]


def by_reason(connection: sa.Connection, filters: Filters) -> list[Row]:
    """Why games ended, the most frequent first."""
    reason = sa.func.coalesce(_C.reason, "unfinished").label("reason")
    return _grouped(connection, filters, (reason,))


def by_player(connection: sa.Connection, filters: Filters, most: int) -> list[Row]:
    """The `most` players who played most often: games, won, lost, drawn, unfinished, points (1 for
    a win, 1/2 for a draw), percent (of what was to be had, None if no game ended), and the first
    four for each colour under `white` and `black`."""
    sides = [_side(filters, column, mine, theirs) for column, mine, theirs in (
        (_C.white, "white", "black"), (_C.black, "black", "white"))]  # fmt: skip
    both = sa.union_all(*sides).subquery()
    name = plainly(connection, both.c.player)
    totals = (
        sa.select(both.c.player, sa.func.sum(both.c.games).label("all"))
        .group_by(both.c.player)
        .order_by(sa.desc("all"), name)
        .limit(most)
        .subquery()
    )
    query = (
        sa.select(both)
        .join(totals, totals.c.player == both.c.player)
        .order_by(totals.c["all"].desc(), name)
    )
    players: dict[str, Row] = {}
    for row in connection.execute(query).mappings():
        side = {name: int(row[name]) for name in _SIDE}
        players.setdefault(row["player"], {"player": row["player"]})[row["side"]] = side
    return [_player(row) for row in players.values()]


_SIDE = ("games", "won", "lost", "drawn")
_NONE = dict.fromkeys(_SIDE, 0)


def _side(filters: Filters, column: sa.Column, mine: str, theirs: str) -> sa.Select:
    return (
        sa.select(
            column.label("player"),
            sa.literal(mine).label("side"),
            sa.func.count().label("games"),
            _times(_C.winner == mine).label("won"),
            _times(_C.winner == theirs).label("lost"),
            _times(_DRAWN).label("drawn"),
        )
        .where(*filters.conditions(), column.not_in(UNKNOWN))
        .group_by(column)
    )


def _player(row: Row) -> Row:
    white, black = row.get("white", _NONE), row.get("black", _NONE)
    both = {name: white[name] + black[name] for name in _SIDE}
    ended = both["won"] + both["lost"] + both["drawn"]
    points = both["won"] + both["drawn"] / 2
    return {
        "player": row["player"],
        **both,
        "unfinished": both["games"] - ended,
        "points": points,
        "percent": round(100 * points / ended, 1) if ended else None,
        "white": white,
        "black": black,
    }


def _grouped(
    connection: sa.Connection, filters: Filters, keys: tuple, *more: sa.ColumnElement
) -> list[Row]:
    rows = connection.execute(_query(filters, keys, *more)).mappings()
    return [_with_unfinished(row) for row in rows]


def _query(filters: Filters, keys: tuple, *more: sa.ColumnElement) -> sa.Select:
    return (
        sa.select(*keys, *_RESULTS, *more)
        .where(*filters.conditions())
        .group_by(*keys)
        .order_by(sa.desc("games"), *keys)
    )


def _with_unfinished(row: sa.RowMapping) -> Row:
    # PostgreSQL adds whole numbers up to a decimal.
    found: Row = {
        name: value if isinstance(value, str) else int(value) for name, value in row.items()
    }
    ended = found["white"] + found["black"] + found["draws"]
    return found | {"unfinished": found["games"] - ended}
