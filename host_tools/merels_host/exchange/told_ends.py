# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a game is told to have ended, against what the rules say of its last position.

Between the readers, which have played the game when they ask, and their faults. The result stays
as it was told; a reason that only the rules can give counts only where they give it.

    for words in against(score, game.outcome()):
        yield Fault(file, 3, "", line, words)
"""

from collections.abc import Iterator

from merels.rules.game import Outcome

from merels_host.exchange.checked import DRAWS
from merels_host.exchange.score import OPEN, RESULTS, Score

# Reasons that are the players' own, and those of the rules that players may not have gone by.
_PLAYERS = ("", "resigned", "agreed", "unfinished")
_BY_RULES = {0: "White has won", 1: "Black has won", None: "it is a draw"}


def against(score: Score, outcome: Outcome | None) -> Iterator[str]:
    """A sentence for each thing that the rules deny; a reason that they deny becomes a tag.

    outcome: the rules' own, at the end of the main line.
    """
    if _set_at_the_end(score):
        return
    if outcome is not None and score.result != OPEN:
        told = RESULTS[score.result]
        # Nobody knows whether the players counted: a win after such a draw is possible.
        if told != outcome.winner and not (outcome.reason in DRAWS and told is not None):
            by_rules = f"{_BY_RULES[outcome.winner]} ({outcome.reason})"
            yield f"the result is told as {score.result}, but by the rules {by_rules}; it is kept."
    reason = score.reason
    if reason in _PLAYERS or (outcome is not None and outcome.reason == reason):
        return
    if reason in DRAWS and (score.start or any(turn.position for turn in score.turns)):
        return  # what came before the start may have counted
    so = f"it ended otherwise ({outcome.reason})" if outcome else "the game was not over"
    yield f"the reason is told as {reason}, but by the rules {so}; it is kept as a tag only."
    score.reason = ""
    score.tags.setdefault("Termination", reason)


def _set_at_the_end(score: Score) -> bool:
    """Was the board set by hand after the last turn, so that the end was another position?"""
    return "[%position " in (score.turns[-1].after if score.turns else score.before)
