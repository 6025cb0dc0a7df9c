# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the rules say of a score that was read: the first turn that they do not allow, if any.

Between the readers, which know how a move is written, and the rules. A reader that finds a turn
refused gives a Fault instead of the score.

    refused = refusal(score)
    if refused is not None:
        yield Fault(file, 3, refused.move, lines[refused.ply], refused.words)
"""

from dataclasses import dataclass

from merels.errors import IllegalMove, RulesError
from merels.rules.game import Game

from merels_host.exchange.score import Score

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
