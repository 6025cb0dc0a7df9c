# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of the archive as text for other programs: JSON and PGN, written one after the other.

The end of the stream. Nothing but the game at hand is in memory, however many there are.

    with store.begin() as connection:
        for piece in export(Shelf(connection), [], "json"):
            sys.stdout.write(piece)
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from merels_host.archive.listing import name_of
from merels_host.archive.shelf import Shelf, changed_of
from merels_host.exchange import json_writer
from merels_host.pgn import pgn

FORMATS = ("pgn", "json")


def export(shelf: Shelf, names: Sequence[str], form: str) -> Iterator[str]:
    """The games `names`, or all, as pieces of one text. Raises GameNotFound."""
    rows = shelf.games(names)
    if form == "json":
        mark = "[\n"
        for row in rows:
            yield mark + json.dumps(as_json(shelf, row))
            mark = ",\n"
        yield "[]\n" if mark == "[\n" else "\n]\n"
    else:
        mark = ""
        for row in rows:
            yield mark + pgn(shelf.recorded(row))
            mark = "\n"


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
        "started": row.started,
        "ended": row.ended,
        "plies": row.plies,
        "takebacks": row.takebacks,
        "over": over,
        "whole": bool(row.whole),
        "doubts": row.doubts,
    }


def as_json(shelf: Shelf, row: sa.Row) -> dict[str, Any]:
    """A game with its moves, removals glued on."""
    return json_writer.as_json(shelf.score(row), summary(row))
