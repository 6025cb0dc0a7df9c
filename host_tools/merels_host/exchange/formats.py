# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The formats that games come in and go out as: the one table of them.

Between the commands and the readers and writers.

    form = FORMATS[detect(beginning)]
    for found in form.read(lines, "games.txt"): ...         # Score or Fault
    for piece in joined(map(form.write, scores), form): ...  # of one file
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from merels_host.exchange import (
    csv_writer,
    fen_list,
    goldtoken_reader,
    json_reader,
    json_writer,
    mssa,
    pgn_reader,
    pgn_writer,
    playok,
)
from merels_host.exchange.detect import detect
from merels_host.exchange.score import Fault, Score

__all__ = ["FORMATS", "READ", "WRITTEN", "Format", "detect", "joined"]

Reader = Callable[[Iterable[str], str, str], Iterator[Score | Fault]]


@dataclass(frozen=True)
class Format:
    """name: as on the command line. extension: of files in it. read(lines, file, variant): None
    where games only go out; variant is that of games that do not say which they are, "" for what
    the format's program plays. write(score): None where they only come in; raises ExchangeProblem
    if the format cannot express the game. head, between, tail: what stands around the games of
    one file."""

    name: str
    extension: str
    read: Reader | None
    write: Callable[[Score], str] | None
    head: str = ""
    between: str = ""
    tail: str = ""


FORMATS = {
    form.name: form
    for form in (
        Format("pgn", ".pgn", pgn_reader.read, pgn_writer.write, between="\n"),
        Format(
            "json", ".json", json_reader.read, json_writer.write,
            head="[\n", between=",\n", tail="\n]\n",
        ),
        Format("playok", ".txt", playok.read, playok.write, between="\n"),
        Format("goldtoken", ".txt", goldtoken_reader.read, None),
        Format("mssa", ".txt", mssa.read, mssa.write, between="\n"),
        Format("fen", ".txt", fen_list.read, fen_list.write, between="\n"),
        Format("csv", ".csv", None, csv_writer.write, head=csv_writer.HEAD),
    )
}  # fmt: skip
READ = [name for name, form in FORMATS.items() if form.read]
WRITTEN = [name for name, form in FORMATS.items() if form.write]


def joined(games: Iterable[str], form: Format) -> Iterator[str]:
    """Written games as pieces of one text, each with what must stand around it."""
    mark = form.head
    for game in games:
        yield mark + game
        mark = form.between
    if mark == form.head:
        yield mark
    yield form.tail.lstrip("\n") if mark == form.head else form.tail
