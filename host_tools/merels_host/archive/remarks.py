# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What was written about the turns of a game, as lines for a terminal: comments, glyphs, other
lines of play.

Between a score and `wording.story`.

for words in after(score, 3):       # of the fourth turn
    print(words)
"""

from collections.abc import Iterator

from merels_host.exchange.pgn_moves import GLYPHS
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.score import Score, Turn

_KNOWN = ("Event", "Site", "White", "Black", "Date", "UTCDate", "Time", "UTCTime")
_SIGNS = {number: sign for sign, number in GLYPHS.items()}


def others(score: Score) -> Iterator[str]:
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
