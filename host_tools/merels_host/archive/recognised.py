# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which games of a file the archive has, though not in the same words.

Between `importer` and `identity`: here they are looked up, there they are compared.

    recognised(connection, Tags.of(store), {core: {digest: score}})     # {digest: ""}, or {}
"""

import contextlib
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import sqlalchemy as sa

from merels_host.archive.identity import (
    is_imported,
    is_recorded,
    names_of,
    records_of,
    untaken,
)
from merels_host.archive.imported import score_of
from merels_host.archive.listing import name_of
from merels_host.archive.queries import Queries
from merels_host.archive.schema import IMPORTED, games, imported, sessions
from merels_host.archive.tags import Tags
from merels_host.errors import DiskProblem, SessionDamaged
from merels_host.exchange import pgn_writer
from merels_host.exchange.recorded_score import recorded_tags
from merels_host.exchange.score import Score
from merels_host.sessions.players import TAGS, Said
from merels_host.sessions.session import SessionFile


def recognised(
    connection: sa.Connection, tags: Tags, cores: Mapping[str, Mapping[str, Score]]
) -> dict[str, str]:
    """Those that say nothing that the archive has not, by their key; but a recorded game may have
    other names there, of which a sentence tells. cores: by their core, scores by any key.

    Raises DiskProblem.
    """
    found: dict[str, str] = {}
    for scores in cores.values():
        for key, score in scores.items():
            told = _recorded(connection, tags, score)
            if told is not None:
                found[key] = told
    c = imported.c
    columns = (c.journal, c.first, c.core, c.pgn)
    for row in connection.execute(sa.select(*columns).where(c.core.in_(list(cores)))):
        kept = score_of(row.pgn)
        names = list(_names_of(kept, tags.ever((IMPORTED, row.journal, row.first))))
        scores = cores[row.core]
        found |= {key: "" for key in scores if is_imported(scores[key], kept, names)}
    return found


def is_said_by(score: Score, other: Score) -> bool:
    """Is a game of a file, whose core is that of `other`, all in that one?"""
    return is_imported(score, other, [names_of(other)])


def _names_of(kept: Score, said: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """The names that an imported game has and had."""
    original = names_of(kept)
    yield original
    yield from (original | names for names in said)


def _recorded(connection: sa.Connection, tags: Tags, score: Score) -> str | None:
    """What of a game that was recorded here is not taken, as a sentence; None if it is no such."""
    records = records_of(score)
    if records is None:
        return None
    c = games.c
    where = (c.journal == records[0], c.first == records[1], c.board != IMPORTED)
    queries = Queries(connection)
    for row in connection.execute(sa.select(games).where(*where)).all():
        # In the words in which it would leave: what PGN cannot hold is in no file either.
        kept = score_of(pgn_writer.write(queries.score(row)))
        if is_recorded(score, kept):
            other = untaken(score, kept, [])
            if other:  # than it has now; what it had is in its records
                other = untaken(score, kept, _had(connection, tags, row))
            return _not_taken(row, kept, other) if other else ""
    return None


def _had(connection: sa.Connection, tags: Tags, row: sa.Row) -> Iterator[Mapping[str, str]]:
    """The names that a recorded game had before, as far as its session files are there."""
    yield {"place": recorded_tags(row.board, row.game, "", row.journal, 0, 0)["Site"]}
    ever = tags.ever((row.board, row.journal, row.first))
    yield from ever
    if ever:
        c = sessions.c
        where = (c.board == row.board, c.journal == row.journal)
        for path in connection.scalars(sa.select(c.path).where(*where)).all():
            with contextlib.suppress(DiskProblem, SessionDamaged):
                yield Said(SessionFile(Path(path)).header).of(row.last)


def _not_taken(row: sa.Row, kept: Score, other: Mapping[str, str]) -> str:
    has = ", ".join(f"{tag} {kept.tags.get(tag, '?')}" for tag in other)
    words = ", ".join(f"{tag} {value}" for tag, value in other.items())
    names = [f"--{key} {shlex.quote(other[tag])}" for key, tag in TAGS.items() if tag in other]
    how = f": merels games tag {name_of(row)} {' '.join(names)}" if names else ""
    return f"{name_of(row)}, with {has}, was recorded here; not taken from the file: {words}{how}"
