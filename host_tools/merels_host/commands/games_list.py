# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games list`: filters, order and pages; a terminal gets the end of a long list.

merels games list --player Ann --since 2026 --sort plies --limit 20
"""

import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from merels_host.commands import filter_options as options
from merels_host.commands.parameters import Archive

if TYPE_CHECKING:
    import sqlalchemy as sa

_AROUND = 4  # lines of a terminal for the heading, the hint and the prompts


class Sort(str, Enum):
    """What a list can be sorted by; the keys of listing.SORTS."""

    started = "started"
    plies = "plies"
    takebacks = "takebacks"
    removals = "removals"
    variant = "variant"
    board = "board"
    white = "white"
    black = "black"
    event = "event"


def list_games(
    archive: Archive = "",
    variant: options.Variant = "",
    player: options.Player = "",
    white: options.White = "",
    black: options.Black = "",
    event: options.Event = "",
    board: options.Board = "",
    result: options.ResultOption = None,
    reason: options.Reason = "",
    since: options.Since = "",
    until: options.Until = "",
    min_plies: options.MinPlies = 0,
    prefix: options.Prefix = "",
    empty: Annotated[bool, typer.Option("--empty", help="Games without a move, too.")] = False,
    sort: Annotated[Sort, typer.Option(help="What the list is sorted by.")] = Sort.started,
    reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
    limit: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="So many games; 0: all, also on a terminal."),
    ] = None,
    offset: Annotated[
        int, typer.Option(min=0, metavar="N", help="Pass over so many games first.")
    ] = 0,
    after: Annotated[
        str, typer.Option(metavar="ID", help="Only what comes after this game in the list.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games, oldest first.

    On a terminal a list that is longer than the window is shown from its end.
    """
    from merels_host.archive.filters import Filters
    from merels_host.archive.listing import Page, count, listed
    from merels_host.archive.store import Store

    filters = Filters(
        board=board, variant=variant, player=player, white=white, black=black, event=event,
        result=result.value if result else "", reason=reason, since=since, until=until,
        prefix=prefix, min_plies=min_plies, empty=empty,
    )  # fmt: skip
    page = Page(sort=sort.value, reverse=reverse, limit=limit or None, offset=offset)
    with Store.open(archive, create=False) as store, store.begin() as connection:
        if after:
            page = replace(page, after=_named(connection, after))
        if as_json:
            _print_json(listed(connection, filters, page))
            return
        if not (limit is None and not offset and not after and sys.stdout.isatty()):
            _print_lines(listed(connection, filters, page))
            return
        most = _window()
        last = replace(page, reverse=not reverse, limit=most)
        _print_lines(reversed(list(listed(connection, filters, last))))
        total = count(connection, filters)
    if total > most:
        before = max(total - 2 * most, 0)
        print(
            f"The last {most} of {total:,} games; all: --limit 0, those before these: "
            f"--limit {min(most, total - most)} --offset {before}"
        )


def _window() -> int:
    """How many games the window has room for."""
    return max(shutil.get_terminal_size().lines - _AROUND, 10)


def _named(connection: "sa.Connection", name: str) -> "sa.Row":
    from merels_host.archive.queries import Queries

    return next(Queries(connection).games([name]))


def _print_lines(rows: "Iterable[sa.Row]") -> None:
    from merels_host.archive.game_text import heading, line_of

    found = False
    for row in rows:
        if not found:
            print(heading())
            found = True
        print(line_of(row))
    if not found:
        print("There are no such games in the archive.", file=sys.stderr)


def _print_json(rows: "Iterable[sa.Row]") -> None:
    """A list in one line, written game by game."""
    from merels_host.archive.export import summary

    mark = "["
    for row in rows:
        sys.stdout.write(mark + json.dumps(summary(row)))
        mark = ", "
    print("[]" if mark == "[" else "]")
