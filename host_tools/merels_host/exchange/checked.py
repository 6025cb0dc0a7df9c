# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the rules say of a score that was read: a turn that they do not allow, an end they deny.

Between the readers, which know how a move is written, and the rules. A reader that finds a turn
refused gives a Fault instead of the score.

    refused = refusal(score)
    if refused is not None:
        yield Fault(file, 3, refused.move, lines[refused.ply], refused.words)

The result stays as it was told; a reason that only the rules can give counts only where they give
it. The reader has played the game when it asks:

    for words in against(score, game.outcome()):
        yield Fault(file, 3, "", line, words)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from merels.errors import IllegalMove, RulesError
from merels.rules.game import Game, Outcome

from merels_host.exchange.score import OPEN, RESULTS, Score

# The draws by rule, and the option that switches each off: a game that somebody went on with
# was not played by it.
DRAWS = {
    "repetition": "repetition",
    "quiet-limit": "quiet-limit",
    "endgame-limit": "endgame-limit",
}
WHYS = {
    "not-adjacent": "the points are not neighbours, and the piece may not fly",
    "occupied": "the point is taken",
    "not-your-piece": "there is no piece of the side to move",
    "unknown-point": "the board has no such point",
    "no-removal-due": "no piece is to be removed",
    "removal-due": "a piece must be removed first",
    "in-a-mill": "the piece is in a mill, and others are not",
    "empty": "the point is empty",
    "no-piece-in-hand": "there is no piece left to place",
    "must-place": "there still are pieces to place",
    "straight-back": "the piece may not go straight back into a mill",
    "your-own-piece": "the piece is the player's own",
    "not-due-here": "no removal is due of this piece",
    "closed": "the point is closed while pieces are placed",
    "marked": "the piece is marked for removal",
    "bad-move": "this is not a move",
}
# Reasons that are the players' own, and those of the rules that players may not have gone by.
_PLAYERS = ("", "resigned", "agreed", "unfinished")
_BY_RULES = {0: "White has won", 1: "Black has won", None: "it is a draw"}


@dataclass(frozen=True)
class Refusal:
    """ply: number of the turn from 0, -1 for what comes before all turns. move: as it is counted
    ("12." or "12..."), empty before all turns. words: one sentence."""

    ply: int
    move: str
    words: str


def refusal(score: Score) -> Refusal | None:
    """The first thing in a score that the rules refuse; None where all is legal."""
    ply, number, side = -1, score.first_move - 1, 1
    move = game = None
    try:
        game = score.opened()
        for ply, turn in enumerate(score.turns):
            move = ""
            if turn.position:
                game = Game.from_position(turn.position, variant=score.variant, **score.changed)
            if game.turn == 0 or side == 1:
                number += 1
            side = game.turn
            move = f"{number}." if side == 0 else f"{number}..."
            game.play(turn.text)
            if game.middle and not game.over and _goes_on(score, ply):
                words = f"{_quoted(turn.text)} does not say which piece is removed."
                return Refusal(ply, move, words)
    except IllegalMove as error:
        over = game.outcome() if game else None
        why = error.why
        words = f"{_quoted(error.move)} cannot be played: "
        if why == "game-over" and over:
            return Refusal(ply, move or "", f"{words}the game is over ({over.reason}).")
        return Refusal(ply, move or "", f"{words}{WHYS.get(why, why)}.")
    except (RulesError, TypeError) as error:
        words = str(error).removesuffix(f" ({getattr(error, 'why', '')})")
        return Refusal(ply, move or "", _sentence(words))
    return None


def _goes_on(score: Score, ply: int) -> bool:
    """Is there a turn after `ply` that was played from the position reached?"""
    return ply + 1 < len(score.turns) and not score.turns[ply + 1].position


def _quoted(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith(".") else f"{text}."


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
