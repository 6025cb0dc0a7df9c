# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games read from PGN, of Sanmill, of ours and of programs that keep less to the standard.

The beginning of the stream into the archive. Each turn is played with the rules. A game that they
refuse becomes a Fault, and the next game is read; a variation that they refuse becomes a comment.

    with open(name) as file:
        for found in read(file, name):
            print(found)            # a Score or a Fault
"""

from collections.abc import Iterable, Iterator

from merels_host.exchange.pgn_game import OneGame
from merels_host.exchange.pgn_tokens import Cut, cut
from merels_host.exchange.pgn_wording import Wording
from merels_host.exchange.point_names import PointNames
from merels_host.exchange.score import Fault, Score


def read(
    lines: Iterable[str], file: str, variant: str = "", names: PointNames | None = None
) -> Iterator[Score | Fault]:
    """Every game of a file as a Score, or Faults. variant: of games that do not say which they
    are, by default nine-mens-morris. names: of the points, if not ours. One game is in memory at
    a time."""
    reader = _Reader(file, variant, names)
    for game in cut(lines):
        yield from reader.games(game)


class _Reader:
    def __init__(self, file: str, variant: str, names: PointNames | None):
        self._file = file
        self._variant = variant
        self._names = names
        self._number = 0

    def games(self, game: Cut) -> Iterator[Score | Fault]:
        """What one piece of a file holds: mostly one game, more if they have no tags."""
        wording = Wording(game.text, self._names)
        start: int | None = 0
        tags = game.tags
        while start is not None:
            self._number += 1
            one = OneGame(self._file, self._number, game, wording)
            start = yield from one.read(tags, self._variant, start)
            tags = []
