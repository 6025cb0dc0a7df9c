# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games export`: games of the archive as text for other programs.

merels games export --format playok > games.txt
"""

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from merels_host.commands.parameters import AnyGames, Archive

if TYPE_CHECKING:
    import sqlalchemy as sa

_ENOUGH = 100  # games for which a bar is worth showing


class ExportFormat(str, Enum):
    """What games can be exported as; the names of formats.WRITTEN."""

    pgn = "pgn"
    json = "json"
    playok = "playok"
    mssa = "mssa"
    fen = "fen"
    csv = "csv"


def export(
    ids: AnyGames = None,
    archive: Archive = "",
    form: Annotated[
        ExportFormat, typer.Option("--format", help="What to write.")
    ] = ExportFormat.pgn,
) -> int:
    """Write games to standard output, all if none is named.

    A game that the format cannot express is named, and left out. Without names, so are recorded
    games in which nobody has moved; how many these are is told.
    """
    from merels_host.archive.export import export as pieces
    from merels_host.archive.filters import Filters
    from merels_host.archive.listing import count
    from merels_host.archive.queries import Queries
    from merels_host.archive.store import Store
    from merels_host.text import printable, printable_lines

    left_out = 0

    def note(words: str) -> None:
        nonlocal left_out
        left_out += 1
        print(printable(words, 1000), file=sys.stderr)

    # A file gets the games as they are; a terminal would obey what somebody hid in a name.
    shown: Callable[[str], str] = printable_lines if sys.stdout.isatty() else str
    with Store.open(archive, create=False) as store, store.begin() as connection:
        queries = Queries(connection)
        rows = queries.games(ids or [], imported=True)
        total = len(ids) if ids else count(connection, Filters(imported=True))
        unmoved = 0 if ids else count(connection, Filters(empty=True)) - total
        for piece in pieces(queries, _watched(rows, total), form.value, note):
            sys.stdout.write(shown(piece))
    if unmoved:
        print(_unmoved(unmoved), file=sys.stderr)
    return 1 if left_out else 0


def _unmoved(number: int) -> str:
    what = "game in which" if number == 1 else "games in which"
    verb, them = ("is", "it") if number == 1 else ("are", "them")
    return (
        f"{number} recorded {what} nobody has moved {verb} left out; merels games list --empty "
        f"shows {them}, and one that is named is written."
    )


def _watched(rows: "Iterator[sa.Row]", total: int) -> "Iterator[sa.Row]":
    """The same rows, with a bar on the terminal that tells how far it is."""
    if total < _ENOUGH or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from rows
        return
    from merels_host.commands.progress import bar

    with bar("Exporting", total) as show:
        for number, row in enumerate(rows):
            show(number)
            yield row
