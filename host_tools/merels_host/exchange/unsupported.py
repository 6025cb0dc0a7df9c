# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What of a score does not come back from the archive, which keeps games as our PGN.

For readers of forms that say more than PGN can; what is lost is a fault.

    list(lost(score))       # [("", "the tag Bad Key cannot be kept as it is.")]
"""

from collections.abc import Iterator

from merels_host.exchange import pgn_reader, pgn_writer
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.score import Score


class NotKept(Exception):
    """The archive could not read the game back."""


def lost(score: Score) -> Iterator[tuple[str, str]]:
    """Number of the move, "" where none is meant, and a sentence. Raises NotKept."""
    text = pgn_writer.write(score).splitlines(keepends=True)
    kept = next((one for one in pgn_reader.read(text, "") if isinstance(one, Score)), None)
    if kept is None:
        raise NotKept("nothing of this game can be kept; it is left out")
    for name, value in score.tags.items():
        if kept.tags.get(name) != value and value not in ("", pgn_writer.UNKNOWN.get(name)):
            yield "", f"the tag {name[:40]} cannot be kept as it is."
    for name in ("before", "result", "reason"):
        if getattr(kept, name) != getattr(score, name):
            yield "", f"the {name} of the game cannot be kept as it is."
    numbers = Numbers(score)
    for turn, other in zip(score.turns, kept.turns, strict=False):
        number = numbers.next(turn)
        if turn != other:
            yield number, "what is written about this move cannot be kept as it is."
    if len(score.turns) != len(kept.turns):
        yield "", f"only {len(kept.turns)} of {len(score.turns)} moves can be kept."
