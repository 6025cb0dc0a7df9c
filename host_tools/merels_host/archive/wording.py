# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a list says of a game: one line.

print(line_of(row))
"""

from typing import TYPE_CHECKING

from merels_host.archive.listing import name_of
from merels_host.harmless import harmless

if TYPE_CHECKING:
    import sqlalchemy as sa
_COLUMNS = "{:<18} {:<16} {:<20} {:>5} {:>5}  {}"


def heading() -> str:
    """The names of the columns of `line_of`."""
    return _COLUMNS.format("game", "begun (UTC)", "variant", "plies", "back", "end")


def line_of(row: "sa.Row") -> str:
    """One game in one line."""
    begun = row.started[:16].replace("T", " ")
    end = end_words(row) + players_words(row)
    words = (name_of(row), begun, row.variant, row.plies, row.takebacks or "", end)
    return harmless(_COLUMNS.format(*words))


def players_words(row: "sa.Row") -> str:
    """Who played, where that is known."""
    if not (row.white or row.black):
        return ""
    return f"  {row.white or '?'} - {row.black or '?'}"


def end_words(row: "sa.Row") -> str:
    """How the game ended."""
    if row.winner is None:
        return "not over"
    if row.reason == "unfinished":
        return "unfinished"
    words = "draw" if row.winner == "none" else f"{row.winner} wins"
    return f"{words}, {row.reason}" if row.reason else words
