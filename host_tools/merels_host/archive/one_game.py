# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One game of an archive, named on a command line.

one_score("", "7f3a21c9-12")
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from merels_host.archive.queries import Queries
from merels_host.archive.schema import sessions
from merels_host.archive.store import Store
from merels_host.errors import UsageProblem
from merels_host.exchange.score import Score


@dataclass(frozen=True)
class GameOnFile:
    """A game, and where it was heard. paths: the session files that can have heard it played.
    first, last: numbers of its records. turns: those of its main line."""

    score: Score
    paths: list[Path]
    first: int
    last: int
    turns: list[int]


def only(queries: Queries, name: str) -> sa.Row:
    """The row of the game `name`. Raises GameNotFound, and UsageProblem where several boards have
    a game of this name."""
    rows = list(queries.games([name]))
    if len(rows) > 1:
        named = ", ".join(f"{row.board}/{row.journal}-{row.game}" for row in rows[:3])
        raise UsageProblem(f"{len(rows)} games are called {name}; say which: {named}.")
    return rows[0]


def one_score(archive: str, name: str) -> Score:
    """The score of a game. Raises what `only` raises, and ArchiveProblem."""
    with Store.open(archive, create=False) as store, store.begin() as connection:
        queries = Queries(connection)
        return queries.score(only(queries, name))


def one_heard(archive: str, name: str) -> GameOnFile:
    """A game with its session files. Raises what `one_score` raises."""
    with Store.open(archive, create=False) as store, store.begin() as connection:
        queries = Queries(connection)
        row = only(queries, name)
        moves = queries.moves(row)
        until = max((turn.utc for turn in moves), default=row.started)
        c = sessions.c
        files = connection.execute(
            sa.select(c.path, c.utc)
            .where(
                c.board == row.board,
                c.journal == row.journal,
                c.utc <= (max(until, row.started) or "~"),
            )
            .order_by(c.utc, c.path)
        ).all()
        paths = _while_played([(path, utc) for path, utc in files], row.started)
        return GameOnFile(
            queries.score(row), paths, row.first, row.last, [t.number for t in moves]
        )


def _while_played(files: Sequence[tuple[str, str]], started: str) -> list[Path]:
    """Those that were not followed by another before the game began."""
    after = [*(utc for _, utc in files), "~"][1:]
    return [Path(path) for (path, _), ended in zip(files, after, strict=True) if ended > started]
