# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""All figures of some games, as the JSON that docs/statistics.md describes.

The database counts; what comes out of it is a row for each variant, opening, player, number of
plies and tenth of a second, so 100,000 games need no more memory than ten.

    figures(connection, Choice(player="Ann"))["players"][0]["percent"]
"""

from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from merels_host.archive.filters import Filters
from merels_host.archive.schema import games, turns
from merels_host.sessions.games import PHASES
from merels_host.statistics import results
from merels_host.statistics.spread import Spread

_TENTH = 100  # ms


@dataclass
class Figures:
    """What tables, plots and JSON are made of. plies: of games, by variant. seconds: of turns, by
    phase; to a tenth."""

    variants: list[results.Row]
    openings: list[results.Row]
    players: list[results.Row]
    reasons: list[results.Row]
    plies: dict[str, Spread] = field(default_factory=dict)
    seconds: dict[str, Spread] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.sum_of("games")

    def sum_of(self, name: str) -> int:
        """The sum of a column of `variants`."""
        return sum(row[name] for row in self.variants)

    def as_json(self) -> dict[str, Any]:
        """The keys of `merels stats --json`."""
        return {
            **{name: self.sum_of(name) for name in _SUMS},
            "plies": Spread.of_all(self.plies.values()).as_json(1),
            "seconds": {
                name: {"turns": spread.total, **spread.as_json(1)}
                for name, spread in {
                    **self.seconds, "all": Spread.of_all(self.seconds.values()),
                }.items()
            },
            "variants": [
                row | {"plies": self.plies[row["variant"]].as_json(1)} for row in self.variants
            ],
            "openings": self.openings,
            "players": self.players,
            "reasons": self.reasons,
        }  # fmt: skip


_SUMS = ("games", "white", "black", "draws", "unfinished", "removals", "takebacks")


def figures(connection: sa.Connection, filters: Filters | None = None, most: int = 10) -> Figures:
    """The figures of the games of `filters`. most: so many openings and players at most."""
    filters = filters or Filters()
    return Figures(
        variants=results.by_variant(connection, filters),
        openings=results.by_opening(connection, filters, most),
        players=results.by_player(connection, filters, most),
        reasons=results.by_reason(connection, filters),
        plies=_plies(connection, filters),
        seconds=_seconds(connection, filters),
    )


def _plies(connection: sa.Connection, filters: Filters) -> dict[str, Spread]:
    c = games.c
    query = sa.select(c.variant, c.plies, sa.func.count()).where(*filters.conditions())
    found: dict[str, dict[float, int]] = {}
    for variant, plies, times in connection.execute(query.group_by(c.variant, c.plies)):
        found.setdefault(variant, {})[plies] = times
    return {variant: Spread(values) for variant, values in found.items()}


def _seconds(connection: sa.Connection, filters: Filters) -> dict[str, Spread]:
    """Of the turns that count, as far as it is known how long they took."""
    t = turns.c
    known = t.took_ms.is_not(None)
    if filters == Filters():
        # All games that have a turn are what an empty filters means: the index of the times has
        # the answer. SQLite sees that only where the 0 is written out, not bound.
        counts = t.taken_back == sa.literal_column("0")
        query = sa.select(t.phase, t.took_ms, sa.func.count()).where(counts, known)
    else:
        # First the games, then the turns of each. The other way round each turn would look for
        # its game; what is added here keeps SQLite from finding that clever.
        c = games.c
        same = (t.board == c.board + "", t.journal == c.journal + "", t.first == c.first + 0)
        query = sa.select(t.phase + 0, t.took_ms + 0, sa.func.count()).select_from(games)
        query = query.join(turns, sa.and_(*same))
        query = query.where(*filters.conditions(), t.taken_back == 0, known)
    query = query.group_by(sa.literal_column("1"), sa.literal_column("2"))
    found: dict[int, dict[float, int]] = {number: {} for number in range(len(PHASES))}
    for number, ms, times in connection.execute(query, execution_options={"yield_per": 1000}):
        tenths = (ms + _TENTH // 2) // _TENTH / 10
        found[number][tenths] = found[number].get(tenths, 0) + times
    return {name: Spread(found[number]) for number, name in enumerate(PHASES)}
