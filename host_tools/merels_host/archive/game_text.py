# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game of the archive as text: one line in a list, or line by line for `merels games show`.

print(line_of(row))
for line in story(queries, row):
    print(line)
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import sqlalchemy as sa

from merels_host.archive.listing import name_of
from merels_host.archive.queries import Queries
from merels_host.archive.schema import IMPORTED
from merels_host.exchange.pgn_moves import GLYPHS
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.score import Score, Turn
from merels_host.sessions.games import SIDES
from merels_host.text import printable
from merels_host.views.board_text import draw

_WIDTH = 79  # columns for what somebody wrote
_COLUMNS = "{:<18} {:<16} {:<20} {:>5} {:>5}  {}"
_KNOWN = ("Event", "Site", "White", "Black", "Date", "UTCDate", "Time", "UTCTime")
_SIGNS = {number: sign for sign, number in GLYPHS.items()}


def story(queries: Queries, row: sa.Row) -> Iterator[str]:
    """A game, line by line: where and when, the turns with their times and with what was written
    about them, the last position."""
    yield f"game {name_of(row)}: {printable(row.variant)}, {printable(end_words(row))}"
    begun = f", begun {row.started}" if row.started else ""
    yield printable(f"board {row.board}{begun}")
    if row.changed:
        yield printable(f"rules {row.changed}")
    if row.white or row.black or row.event or row.place:
        yield printable(
            f"{row.white or '?'} (white), {row.black or '?'} (black), {row.event} {row.place}"
        ).rstrip(", ")
    recorded = queries.recorded(row) if row.board != IMPORTED else None
    score = queries.score(row)
    if recorded is None:
        yield from _written([f"{name}: {score.tags[name]}" for name in _others(score)], 0)
    yield ""
    yield from _turns(queries.turns(row), score, recorded is None)
    game = score.replayed() if recorded is None else recorded.game
    if game is not None:
        yield ""
        yield from (line.rstrip() for line in draw(game.white, game.black, game.board.points))
    for doubt in recorded.doubts if recorded else ():
        yield printable(f"note: {doubt}")


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
            yield printable(f"{words}  taken back")
            continue
        of = score.turns[ply]
        yield from _written(before(of))
        yield printable(f"{words}  {signs(of)}").rstrip()
        if written:
            yield from _written(after(score, ply))
        ply += 1


def _written(texts: Iterable[str], indent: int = 13) -> Iterator[str]:
    """Texts of any length below the turn that they are about."""
    for text in texts:
        begun = " " * indent
        safe = printable(text, len(text))
        yield from textwrap.wrap(
            safe, _WIDTH, initial_indent=begun, subsequent_indent=begun, break_on_hyphens=False
        )


def heading() -> str:
    """The names of the columns of `line_of`."""
    return _COLUMNS.format("game", "begun (UTC)", "variant", "plies", "back", "end")


def line_of(row: sa.Row) -> str:
    """One game in one line."""
    begun = row.started[:16].replace("T", " ")
    end = end_words(row) + players_words(row)
    words = (name_of(row), begun, row.variant, row.plies, row.takebacks or "", end)
    return printable(_COLUMNS.format(*words))


def players_words(row: sa.Row) -> str:
    """Who played, where that is known."""
    if not (row.white or row.black):
        return ""
    return f"  {row.white or '?'} - {row.black or '?'}"


def end_words(row: sa.Row) -> str:
    """How the game ended."""
    if row.winner is None:
        return "not over"
    if row.reason == "unfinished":
        return "unfinished"
    words = "draw" if row.winner == "none" else f"{row.winner} wins"
    return f"{words}, {row.reason}" if row.reason else words


def _others(score: Score) -> Iterator[str]:
    """The tags that stand in no column of the archive."""
    return (name for name in score.tags if name not in _KNOWN)


def signs(turn: Turn) -> str:
    """Its glyphs as people write them: "!?", and "$14" where they have no sign."""
    return " ".join(_SIGNS.get(nag, f"${nag}") for nag in turn.nags)


def before(turn: Turn) -> Iterator[str]:
    """What stands before a turn: that the board was set by hand, and a comment."""
    if turn.position:
        yield f"the board was set: {turn.position}"
    if turn.before:
        yield turn.before


def after(score: Score, ply: int) -> Iterator[str]:
    """What follows the turn number `ply` (from 0): a comment, and the other lines of play."""
    turn = score.turns[ply]
    if turn.after:
        yield turn.after
    begun = score.turns[:ply]
    for line in filter(None, turn.variations):
        yield f"or {' '.join(_words(Numbers(score).again(begun), begun, line))}"
    if turn.closing:
        yield turn.closing


def _words(numbers: Numbers, begun: list[Turn], line: list[Turn]) -> Iterator[str]:
    """One line of play, which began after the turns `begun`."""
    fresh = True  # a number must be told, as something stood between
    for at, turn in enumerate(line):
        number = numbers.next(turn)
        if fresh or numbers.side == 0 or numbers.alone or turn.position or turn.before:
            yield number
        yield from (f"{{{words}}}" for words in before(turn))
        yield f"{turn.text} {signs(turn)}".rstrip()
        if turn.after:
            yield f"{{{turn.after}}}"
        for inner in filter(None, turn.variations):
            so_far = [*begun, *line[:at]]
            yield f"({' '.join(_words(numbers.again(so_far), so_far, inner))})"
        if turn.closing:
            yield f"{{{turn.closing}}}"
        fresh = bool(turn.after or turn.variations)
