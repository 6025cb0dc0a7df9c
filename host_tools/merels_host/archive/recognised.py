# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which games of a file the archive has, though not in the same words.

Between `importer` and `identity`: here they are looked up, there they are compared.

    recognised(connection, Tags.of(store), {core: {digest: score}})     # {digest}, or set()
"""

from collections.abc import Iterator, Mapping

import sqlalchemy as sa

from merels_host.archive.identity import (
    is_imported,
    is_recorded,
    names_of,
    records_of,
)
from merels_host.archive.imported import score_of
from merels_host.archive.schema import IMPORTED, games, imported
from merels_host.archive.shelf import Shelf
from merels_host.archive.tags import Tags
from merels_host.exchange import pgn_writer
from merels_host.exchange.score import Score


def recognised(
    connection: sa.Connection, tags: Tags, cores: Mapping[str, Mapping[str, Score]]
) -> set[str]:
    """Those that say nothing that the archive has not. cores: by their core, scores by any key.

    Raises DiskProblem.
    """
    found: set[str] = set()
    for scores in cores.values():
        found |= {key for key, score in scores.items() if _is_recorded(connection, score)}
    c = imported.c
    columns = (c.journal, c.first, c.core, c.pgn)
    for row in connection.execute(sa.select(*columns).where(c.core.in_(list(cores)))):
        kept = score_of(row.pgn)
        names = list(_names_of(kept, tags.ever((IMPORTED, row.journal, row.first))))
        scores = cores[row.core]
        found |= {key for key in scores if is_imported(scores[key], kept, names)}
    return found


def is_said_by(score: Score, other: Score) -> bool:
    """Is a game of a file, whose core is that of `other`, all in that one?"""
    return is_imported(score, other, [names_of(other)])


def _names_of(kept: Score, said: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The names that an imported game has and had."""
    original = names_of(kept)
    yield original
    yield from (original | names for names in said)


def _is_recorded(connection: sa.Connection, score: Score) -> bool:
    """Is it a game that was recorded here?"""
    records = records_of(score)
    if records is None:
        return False
    c = games.c
    where = (c.journal == records[0], c.first == records[1], c.board != IMPORTED)
    shelf = Shelf(connection)
    rows = connection.execute(sa.select(games).where(*where)).all()
    # In the words in which it would leave: what PGN cannot hold is in no file either.
    kept = (score_of(pgn_writer.write(shelf.score(row))) for row in rows)
    return any(is_recorded(score, one) for one in kept)
