# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the move lists of PlayOK: PGN whose points are the numbers 1 to 24 in reading order.

    for found in read(['1. 5 13 2. 20 19 1-0'], "games.txt"): ...     # Score or Fault

PlayOK states no rules: nine men's morris, White begins, who has three pieces left may fly, and a
piece in a mill may be taken if there is no other. A draw by repetition or by counting, after which
a game there went on, is switched off for that game.
"""

from collections.abc import Iterable, Iterator

from merels_host.exchange import pgn_reader
from merels_host.exchange.dialect import respelt
from merels_host.exchange.point_names import PLAYOK
from merels_host.exchange.score import Fault, Score


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it."""
    for found in pgn_reader.read(lines, file, variant, PLAYOK):
        yield respelt(found, PLAYOK)
