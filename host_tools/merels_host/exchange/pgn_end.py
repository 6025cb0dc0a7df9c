# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where a game ends in movetext that holds several, and with which result.

Part of the PGN reader, which finds the end as it plays; behind a game that was given up, `skip`
finds it.
"""

from merels.rules.game import Outcome

from merels_host.exchange.pgn_count import number_in
from merels_host.exchange.pgn_tokens import FIRST, tokens


class End:
    """result: as it stands after the moves, at the offset `at`; next: where another begins;
    outcome: what the rules say there."""

    def __init__(self) -> None:
        self.result = ""
        self.at = 0
        self.next: int | None = None
        self.outcome: Outcome | None = None

    def skip(self, text: str, start: int, begun: bool, dotted: bool) -> None:
        """Find the next game behind one that was given up. begun: it did not begin with the empty
        board, and its first number may be any."""
        self.next = None
        ended = loose = False  # a result came, maybe in a variation
        depth = last = since = 0
        for token in tokens(text, start, dotted):
            kind = token.lastgroup
            if kind == "result":
                ended, loose = ended or depth == 0, True
                continue
            if kind == "comment":
                continue
            first = kind == "number" and is_first(text, token.start())
            more = last > 1 or since > 1 or (since == 1 and begins_line(text, token.start()))
            again = first and more and depth == 0 and (last > 0 or not begun)
            if ended or (loose and first) or again:
                self.next = token.start()
                return
            loose = False
            if kind == "number":
                last, since = number_in(token[0])[0] or last, 0
            else:
                depth = max(depth + (kind == "open") - (kind == "close"), 0)
                since += kind in ("move", "word")


def is_first(text: str, offset: int) -> bool:
    """Does the number of a first turn stand there, with which a game begins?"""
    return FIRST.match(text, offset) is not None


def begins_line(text: str, offset: int) -> bool:
    """Is what stands there the first word of its line?"""
    return not text[text.rfind("\n", 0, offset) + 1 : offset].strip()
