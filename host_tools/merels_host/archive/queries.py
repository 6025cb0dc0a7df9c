# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games found in the archive: by name, or all that pass a filter, one after the other.

Between the tables and whoever shows or exports games. A game's name is JOURNAL-NUMBER, as
7f3a21c9-12; with the board before it where that is not enough: e66141/7f3a21c9-12.

    with store.begin() as connection:
        for row in Queries(connection).games(variant="lasker-morris"):
            print(name_of(row), row.plies)
"""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from merels_host.archive.filters import Filters
from merels_host.archive.fold import Fold
from merels_host.archive.imported import score_of as score_of_text
from merels_host.archive.listing import listed
from merels_host.archive.schema import IMPORTED, games, imported, records, turns
from merels_host.archive.stored import stored
from merels_host.errors import GameNotFound
from merels_host.exchange.recorded_score import recorded_tags, result_of, score_of
from merels_host.exchange.score import Score, Turn
from merels_host.sessions.games import SIDES, RecordedGame
from merels_host.sessions.players import TAGS


def changed_of(row: sa.Row) -> dict[str, str]:
    """The options of a game that differ from its variant."""
    return dict(pair.split("=", 1) for pair in row.changed.split(",") if "=" in pair)


class Queries:
    """Reads through one connection."""

    def __init__(self, connection: sa.Connection):
        self._connection = connection

    def games(self, names: Sequence[str] = (), **chosen: Any) -> Iterator[sa.Row]:
        """Games in the order in which they were begun.

        names: these only, in their own order; raises GameNotFound. chosen: see Choice; raises
        UsageProblem.
        """
        if names:
            # All are looked up before the first is given: who asks for one that is not there gets
            # nothing.
            yield from [row for found in map(self._named, names) for row in found]
            return
        yield from listed(self._connection, Filters(**chosen))

    def moves(self, row: sa.Row) -> list[sa.Row]:
        """The turns of a game's main line."""
        return [turn for turn in self.turns(row) if not turn.taken_back]

    def turns(self, row: sa.Row) -> Sequence[sa.Row]:
        """All turns of a game in the order in which they were played."""
        c = turns.c
        where = (c.board == row.board, c.journal == row.journal, c.first == row.first)
        return self._connection.execute(sa.select(turns).where(*where).order_by(c.number)).all()

    def was_set(self, row: sa.Row) -> bool:
        """Was the board set by hand in this game?"""
        c = records.c
        found = self._connection.execute(
            sa.select(c.number)
            .where(
                c.board == row.board,
                c.journal == row.journal,
                c.number.between(row.first, row.last),
                c.line.like("@% edit %"),
            )
            .limit(1)
        )
        return found.first() is not None

    def recorded(self, row: sa.Row) -> RecordedGame:
        """A game replayed from its records."""
        fold = self.folded(row)
        assert fold.game is not None  # a game is in the tables because it has records
        return fold.game

    def folded(self, row: sa.Row) -> Fold:
        """The same with what the archive adds."""
        fold = Fold(row.board, row.journal)
        for record in stored(self._connection, (row.board, row.journal), row.first, row.last):
            fold.apply(record)
        return fold

    def score(self, row: sa.Row) -> Score:
        """A game as it is written down, with its times and with who played where."""
        if row.board == IMPORTED:
            score = self._imported(row)
        elif row.doubts or self.was_set(row):
            fold = self.folded(row)
            assert fold.game is not None
            score = score_of(fold.game, [turn["took_ms"] for turn in fold.turns])
        else:
            score = self._plain(row)
        for key, tag in TAGS.items():
            name = getattr(row, key)
            if name:
                score.tags[tag] = name
            elif row.board == IMPORTED:
                score.tags.pop(tag, None)  # it was taken away
        return score

    def _imported(self, row: sa.Row) -> Score:
        """An imported game, as it was written down."""
        c = imported.c
        where = (c.board == row.board, c.journal == row.journal, c.first == row.first)
        return score_of_text(self._connection.execute(sa.select(c.pgn).where(*where)).scalar_one())

    def _plain(self, row: sa.Row) -> Score:
        """The score of a game in which only moves were made: no record need be replayed."""
        score = Score(
            row.variant,
            changed_of(row),
            recorded_tags(row.board, row.game, row.started, row.journal, row.first, row.last),
            turns=[Turn(turn.text, took_ms=turn.took_ms) for turn in self.moves(row)],
        )
        if row.winner is not None:
            winner = SIDES.index(row.winner) if row.winner in SIDES else None
            score.reason = row.reason
            score.result = result_of(winner, row.reason)
        return score

    def _named(self, name: str) -> Sequence[sa.Row]:
        c = games.c
        board, slash, rest = name.rpartition("/")
        journal, _, number = rest.rpartition("-")
        found: Sequence[sa.Row] = ()
        if journal and number.isdecimal() and len(number) < 10:
            query = sa.select(games).where(c.journal == journal, c.game == int(number))
            if slash:
                query = query.where(c.board == board)
            found = self._connection.execute(query.order_by(c.board, c.first)).all()
        if not found:
            raise GameNotFound(
                f"the archive has no game {name or 'without a name'}; merels games list shows "
                "what there is."
            )
        return found
