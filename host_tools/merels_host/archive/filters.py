# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which games of the archive are meant: the filters of `merels games list` and `merels stats`.

Before every query that may be about some games only.

    filters = Filters(variant="lasker-morris", player="Ann", since="2026-11")
    select(games).where(*filters.conditions())
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from merels_host.archive.schema import IMPORTED, games
from merels_host.errors import UsageProblem
from merels_host.text import did_you_mean

# What a game may have ended with, in words and as in PGN.
RESULTS = ("white", "black", "draw", "unfinished", "1-0", "0-1", "1/2-1/2", "*")
_WINNERS = {"white": "white", "1-0": "white", "black": "black", "0-1": "black"}
_DATE = re.compile(r"(\d{4})(-\d\d)?(-\d\d)?(T\d\d:\d\d(:\d\d)?)?")
_REST = "0000-01-01T00:00:00"


@dataclass(frozen=True)
class Filters:
    """Games that meet all that is said; "" and 0 say nothing.

    variant: by id, alias or English name, however it is spelled. player: in either colour. Names
    of people and events match whatever the case of their letters. result: one of RESULTS. reason:
    a word of the rules. since, until: UTC, as 2026, 2026-11, 2026-11-30 or 2026-11-30T12:30;
    both are part of it. prefix: of the game's name (JOURNAL-NUMBER). empty: those too in which
    nobody has moved. imported: those of them that came from files. Raises UsageProblem for what is
    no variant, reason, result or date.
    """

    board: str = ""
    variant: str = ""
    player: str = ""
    white: str = ""
    black: str = ""
    event: str = ""
    result: str = ""
    reason: str = ""
    since: str = ""
    until: str = ""
    prefix: str = ""
    min_plies: int = 0
    empty: bool = False
    imported: bool = False

    def __post_init__(self) -> None:
        if self.variant:
            from merels_host.exchange.variant_names import asked

            object.__setattr__(self, "variant", asked(self.variant))
        if self.reason:
            _check_reason(self.reason)
        if self.result and self.result not in RESULTS:
            raise UsageProblem(f"{self.result} is no result; write one of {', '.join(RESULTS)}.")
        for date in filter(None, (self.since, self.until)):
            if not _is_date(date):
                raise UsageProblem(
                    f"{date} is no date; write it as 2026-11-30, or with a time as "
                    "2026-11-30T12:30 (UTC)."
                )

    def conditions(self) -> Iterator[sa.ColumnElement[bool]]:
        """For the WHERE of a query of `games`."""
        c = games.c
        if self.board:
            yield c.board == self.board
        if self.variant:
            yield c.variant == self.variant
        if self.player:
            yield sa.or_(_same(c.white, self.player), _same(c.black, self.player))
        for column, name in ((c.white, self.white), (c.black, self.black), (c.event, self.event)):
            if name:
                yield _same(column, name)
        if self.result:
            yield _ended(self.result)
        if self.reason:
            yield c.reason == self.reason
        if self.since:
            # No game is heard before it is started: this lets the database begin its search there.
            yield c.heard >= self.since
            yield c.started >= self.since
        if self.until:
            yield c.started != ""
            yield sa.func.substr(c.started, 1, len(self.until)) <= self.until
        if self.prefix:
            name = c.journal + "-" + sa.cast(c.game, sa.Text)
            yield sa.func.substr(name, 1, len(self.prefix)) == self.prefix
        if self.min_plies:
            yield c.plies >= self.min_plies
        if not self.empty:
            moved = sa.or_(c.plies > 0, c.winner.is_not(None))
            yield sa.or_(moved, c.board == IMPORTED) if self.imported else moved


def _check_reason(word: str) -> None:
    from merels.journal.records import REASONS

    if word not in REASONS:
        near = did_you_mean(word, REASONS)
        step = f"did you mean {near}? The" if near else "the"
        raise UsageProblem(f"no game ends by {word}; {step} reasons are {', '.join(REASONS)}.")


def _same(column: sa.Column, name: str) -> sa.ColumnElement[bool]:
    # The database makes both small: what it takes for a capital letter is not what Python does.
    return sa.or_(column == name, sa.func.lower(column) == sa.func.lower(name))


def _ended(result: str) -> sa.ColumnElement[bool]:
    c = games.c
    if result in _WINNERS:
        return c.winner == _WINNERS[result]
    if result in ("draw", "1/2-1/2"):
        return sa.and_(c.winner == "none", c.reason != "unfinished")
    return sa.or_(c.winner.is_(None), c.reason == "unfinished")


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if not found or (found[4] and not found[3]):
        return False
    try:
        datetime.fromisoformat(text + _REST[len(text) :])
    except ValueError:
        return False
    return True
