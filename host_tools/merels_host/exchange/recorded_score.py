# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game that a board recorded, as a score.

Between `games`, which replays the records of a board, and the writers. A position that was set by
hand belongs to the turn after it, or is the start; where no turn came after it, and where one more
was set before any turn, it stays as a comment. Doubts are comments at the turn that they came
up with, as far as it was not taken back.

    score = score_of(games.current)
"""

from collections.abc import Sequence

from merels_host.exchange.score import OPEN, RESULTS, Score, Turn
from merels_host.sessions.games import RecordedGame
from merels_host.sessions.players import TAGS

_NAMES = {winner: text for text, winner in RESULTS.items()}


def score_of(game: RecordedGame, took: Sequence[int | None] = ()) -> Score:
    """took: milliseconds of each turn of the main line, as far as they are known."""
    score = Score(
        game.variant,
        dict(game.changed),
        recorded_tags(game.board, game.number, game.started, game.journal, game.first, game.last),
        turns=[Turn(text) for text in game.turns],
    )
    score.tags |= {TAGS[key]: name for key, name in game.said.items()}
    if game.over is not None:
        score.reason = game.over[1]
        score.result = result_of(*game.over)
    for turn, ms in zip(score.turns, took, strict=False):
        turn.took_ms = ms
    for ply, position in game.edits:
        _set(score, ply, position)
    for ply, doubt in zip(game.doubted, game.doubts, strict=True):
        _remark(score, doubt, ply)
    return score


def recorded_tags(
    board: str, number: int, started: str, journal: str, first: int, last: int
) -> dict[str, str]:
    """What a board's records say about a game: where, when, and which records they are."""
    day, _, time = started.partition("T")
    tags = {"Site": f"Merels board {board}", "Round": str(number)}
    if day:
        tags["Date"] = day.replace("-", ".")
    if time:
        tags["UTCTime"] = time[:8]
    return tags | {"Records": f"{journal} {first}-{last}"}


def result_of(winner: int | None, reason: str) -> str:
    """1-0, 0-1, 1/2-1/2, or * for a game that was not finished."""
    return OPEN if reason == "unfinished" else _NAMES[winner]


def _set(score: Score, ply: int, position: str) -> None:
    """Note that the board was set to `position` after `ply` turns."""
    if ply == 0:
        if score.start:
            _remark(score, f"[%position {score.start}]")
        score.start = position
    elif ply < len(score.turns):
        turn = score.turns[ply]
        if turn.position:
            turn.before = f"{turn.before} [%position {turn.position}]".strip()
        turn.position = position
    else:
        _remark(score, f"[%position {position}]")


def _remark(score: Score, words: str, ply: int | None = None) -> None:
    """A comment after so many turns, or else at the end of the score."""
    turns = score.turns[:ply]
    if turns:
        turns[-1].after = f"{turns[-1].after} {words}".strip()
    else:
        score.before = f"{score.before} {words}".strip()
