# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game of the archive told line by line, for `merels games show`.

After `shelf`; what a list says of a game is in `wording`.

for line in story(shelf, row):
    print(line)
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import sqlalchemy as sa

from merels_host.archive import remarks
from merels_host.archive.listing import name_of
from merels_host.archive.schema import IMPORTED
from merels_host.archive.shelf import Shelf
from merels_host.archive.wording import end_words
from merels_host.drawing import draw
from merels_host.exchange.score import Score
from merels_host.games import SIDES
from merels_host.harmless import harmless

_WIDTH = 79  # columns for what somebody wrote


def story(shelf: Shelf, row: sa.Row) -> Iterator[str]:
    """A game, line by line: where and when, the turns with their times and with what was written
    about them, the last position."""
    yield f"game {name_of(row)}: {harmless(row.variant)}, {harmless(end_words(row))}"
    begun = f", begun {row.started}" if row.started else ""
    yield harmless(f"board {row.board}{begun}")
    if row.changed:
        yield harmless(f"rules {row.changed}")
    if row.white or row.black or row.event or row.place:
        yield harmless(
            f"{row.white or '?'} (white), {row.black or '?'} (black), {row.event} {row.place}"
        ).rstrip(", ")
    recorded = shelf.recorded(row) if row.board != IMPORTED else None
    score = shelf.score(row)
    if recorded is None:
        yield from _written([f"{name}: {score.tags[name]}" for name in remarks.others(score)], 0)
    yield ""
    yield from _turns(shelf.turns(row), score, recorded is None)
    game = score.replayed() if recorded is None else recorded.game
    if game is not None:
        yield ""
        yield from (line.rstrip() for line in draw(game.white, game.black, game.board.points))
    for doubt in recorded.doubts if recorded else ():
        yield harmless(f"note: {doubt}")


def _turns(turns: Sequence[sa.Row], score: Score, written: bool) -> Iterator[str]:
    """The turns of a game. written: with what somebody wrote about them; what stands in the score
    of a recorded game is told elsewhere."""
    if written and score.before:
        yield from _written([score.before])
    ply = 0
    for turn in turns:
        took = "" if turn.took_ms is None else f"{turn.took_ms / 1000:.1f} s"
        words = f"{turn.ply:>4}  {SIDES[turn.side]:<5}  {turn.text:<14} {took:>9}"
        if turn.taken_back:
            yield harmless(f"{words}  taken back")
            continue
        of = score.turns[ply]
        yield from _written(remarks.before(of))
        yield harmless(f"{words}  {remarks.signs(of)}").rstrip()
        if written:
            yield from _written(remarks.after(score, ply))
        ply += 1


def _written(texts: Iterable[str], indent: int = 13) -> Iterator[str]:
    """Texts of any length below the turn that they are about."""
    for text in texts:
        begun = " " * indent
        safe = harmless(text, len(text))
        yield from textwrap.wrap(
            safe, _WIDTH, initial_indent=begun, subsequent_indent=begun, break_on_hyphens=False
        )
