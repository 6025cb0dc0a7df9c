# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of the archive in words: a line for the list, and the story of one game.

for line in story(shelf, row):
    print(line)
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from merels_host.archive.imported import BOARD
from merels_host.archive.listing import name_of
from merels_host.drawing import draw
from merels_host.games import SIDES
from merels_host.wording import harmless

if TYPE_CHECKING:
    import sqlalchemy as sa

    from merels_host.archive.shelf import Shelf

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


def story(shelf: "Shelf", row: "sa.Row") -> Iterator[str]:
    """A game, line by line: where and when, the turns with their times, the last position."""
    yield f"game {name_of(row)}: {harmless(row.variant)}, {end_words(row)}"
    yield harmless(f"board {row.board}, begun {row.started}")
    if row.changed:
        yield harmless(f"rules {row.changed}")
    if row.white or row.black or row.event or row.place:
        yield harmless(
            f"{row.white or '?'} (white), {row.black or '?'} (black), {row.event} {row.place}"
        )
    yield ""
    for turn in shelf.turns(row):
        took = "" if turn.took_ms is None else f"{turn.took_ms / 1000:.1f} s"
        words = f"{turn.ply:>4}  {SIDES[turn.side]:<5}  {turn.text:<14} {took:>9}"
        yield harmless(words + ("  taken back" if turn.taken_back else "")).rstrip()
    recorded = shelf.recorded(row) if row.board != BOARD else None
    game = shelf.score(row).replayed() if recorded is None else recorded.game
    if game is not None:
        yield ""
        yield from (line.rstrip() for line in draw(game.white, game.black, game.board.points))
    for doubt in recorded.doubts if recorded else ():
        yield harmless(f"note: {doubt}")
