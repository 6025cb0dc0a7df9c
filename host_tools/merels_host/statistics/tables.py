# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Figures as tables: with lines and colour on a terminal, plain where they are piped.

for line in lines(found, sys.stdout.isatty()):
    print(line)
"""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from merels_host.statistics.figures import Figures
from merels_host.statistics.spread import Spread
from merels_host.text import printable

_WIDE = 200  # columns where nobody's window is in the way
_RESULTS = ("games", "white", "black", "draws", "unfinished")


def lines(found: Figures, terminal: bool, width: int = _WIDE) -> Iterator[str]:
    """The tables, line by line."""
    console = Console(width=width if terminal else _WIDE, force_terminal=terminal or None)
    for title, heads, rows in _tables(found):
        if not rows:
            continue
        yield ""
        yield f"{title}"
        table = Table(box=box.SIMPLE_HEAD if terminal else None, padding=(0, 1), pad_edge=False)
        texts = sum(isinstance(cell, str) for cell in rows[0])
        for place, head in enumerate(heads):
            table.add_column(head, justify="left" if place < texts else "right", overflow="fold")
        for row in rows:
            table.add_row(*(Text(_cell(value)) for value in row))
        with console.capture() as drawn:
            console.print(table)
        yield from (line.rstrip() for line in drawn.get().splitlines() if line.strip())


def _tables(found: Figures) -> Iterator[tuple[str, Sequence[str], list[tuple]]]:
    """Title, heads and rows; the texts of a row come first."""
    yield (
        "Results by variant",
        ("variant", "games", "white wins", "black wins", "draws", "unfinished"),
        _with_sum(found),
    )
    yield (
        "Length and pieces, by variant",
        ("variant", "plies: least", "median", "mean", "most", "removals a game", "take-backs"),
        [_length(found, row) for row in found.variants],
    )
    yield (
        "Openings: the first four plies, up to symmetry",
        ("variant", "opening", "games", "white wins", "black wins", "draws", "unfinished"),
        [(row["variant"], row["opening"], *_results(row)) for row in found.openings],
    )
    yield (
        "Players",
        ("player", "games", "won", "lost", "drawn", "points", "percent", "white", "black"),
        [_player(row) for row in found.players],
    )
    yield (
        "Reasons of the end",
        ("reason", "games", "white wins", "black wins", "draws", "unfinished"),
        [(row["reason"], *_results(row)) for row in found.reasons],
    )
    timed = {name: spread for name, spread in found.seconds.items() if spread.total}
    if timed:
        timed["all"] = Spread.of_all(timed.values())
    yield (
        "Seconds a turn, by phase",
        ("phase", "turns", "median", "mean", "most"),
        [(name, s.total, s.median, s.mean, s.most) for name, s in timed.items()],
    )


def _results(row: dict) -> tuple[int, ...]:
    return tuple(row[name] for name in _RESULTS)


def _with_sum(found: Figures) -> list[tuple]:
    rows = [(row["variant"], *_results(row)) for row in found.variants]
    if len(rows) > 1:
        rows.append(("all", *(found.sum_of(name) for name in _RESULTS)))
    return rows


def _length(found: Figures, row: dict) -> tuple:
    plies = found.plies[row["variant"]]
    removals = row["removals"] / row["games"]
    length = (plies.least, plies.median, plies.mean, plies.most)
    return (row["variant"], *length, removals, row["takebacks"])


def _player(row: dict) -> tuple:
    sides = (_side(row[side]) for side in ("white", "black"))
    numbers = (row[name] for name in ("games", "won", "lost", "drawn", "points", "percent"))
    return (row["player"], *numbers, *sides)


def _side(side: dict) -> str:
    """Won, lost and drawn with one colour."""
    return f"+{side['won']} -{side['lost']} ={side['drawn']}"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else printable(str(value), 40)
