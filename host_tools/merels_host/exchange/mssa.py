# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Morabaraba with the point names of Mind Sports South Africa: E1 to E8, A1 to A8, R1 to R8.

The rings are the exterior, the principal (A) and the restricted one, each counted clockwise from
its top left corner. The association names the points but no way to write games down; so this is
PGN with those names: E1 places, E1-E2 moves, E1-E2xA3 also shoots. Case does not matter.

    write(score)                                # '... 1. E1 A4 2. E2 R3 ...'
    for found in read(lines, "club.txt"): ...   # Score or Fault
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from merels_host.errors import ExchangeProblem
from merels_host.exchange import pgn_reader, pgn_writer
from merels_host.exchange.dialect import respelt, to_theirs
from merels_host.exchange.point_names import MSSA
from merels_host.exchange.score import Fault, Score
from merels_host.exchange.variant_names import name_of

VARIANT = "morabaraba"
TAG = {"Notation": "MSSA"}  # as E and A are letters of our points, too, the file says what it is


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it."""
    for found in pgn_reader.read(lines, file, variant or VARIANT, MSSA):
        if isinstance(found, Score) and found.tags.get("Notation", "").upper() == "MSSA":
            del found.tags["Notation"]
        yield respelt(found, MSSA)


def write(score: Score) -> str:
    """One game as text, with its comments and variations. Raises ExchangeProblem."""
    if score.variant != VARIANT:
        raise ExchangeProblem(
            "the names of the MSSA are for Morabaraba, and this game is "
            f"{name_of(score.variant)}; export it as PGN or JSON."
        )
    return to_theirs(pgn_writer.write(replace(score, tags=score.tags | TAG)), MSSA)
