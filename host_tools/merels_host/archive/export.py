# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of the archive as text for other programs, written one after the other.

The end of the stream. Nothing but the game at hand is in memory, however many there are.

    with store.begin() as connection:
        queries = Shelf(connection)
        for piece in export(queries, queries.games(), "json", print):
            sys.stdout.write(piece)
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from merels_host.archive.listing import name_of
from merels_host.archive.queries import Queries, changed_of
from merels_host.errors import ExchangeProblem
from merels_host.exchange import json_writer
from merels_host.exchange.formats import FORMATS, joined


def export(
    queries: Queries, rows: Iterable[sa.Row], form: str, note: Callable[[str], None]
) -> Iterator[str]:
    """Games as pieces of one text. note: is told of a game that the format cannot express."""
    return joined(_written(queries, rows, form, note), FORMATS[form])


def _written(
    queries: Queries, rows: Iterable[sa.Row], form: str, note: Callable[[str], None]
) -> Iterator[str]:
    write = FORMATS[form].write
    assert write is not None  # only such formats are offered
    for row in rows:
        if form == "json":
            yield json.dumps(as_json(queries, row))
            continue
        try:
            yield write(queries.score(row))
        except ExchangeProblem as problem:
            note(f"{name_of(row)} is left out: {problem.message}")


def summary(row: sa.Row) -> dict[str, Any]:
    """What is known of a game without its moves."""
    over = None
    if row.winner is not None:
        winner = None if row.winner == "none" else row.winner
        over = {"winner": winner, "reason": row.reason}
    return {
        "id": name_of(row),
        "board": row.board,
        "journal": row.journal,
        "game": row.game,
        "variant": row.variant,
        "set": changed_of(row),
        "white": row.white or None,
        "black": row.black or None,
        "event": row.event or None,
        "place": row.place or None,
        "started": row.started or None,
        "ended": row.ended,
        "plies": row.plies,
        "takebacks": row.takebacks,
        "over": over,
        "whole": bool(row.whole),
        "doubts": row.doubts,
    }


def as_json(queries: Queries, row: sa.Row) -> dict[str, Any]:
    """A game with its moves, removals glued on."""
    return json_writer.as_json(queries.score(row), summary(row))
