# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a recorder sees, in words: one line for each event, and the list of moves.

record_words(record, game)      # " 12  black  d7-d6xb4"
"""

from merels_host.exchange.variant_names import name_of
from merels_host.sessions.games import SIDES, RecordedGame
from merels_host.sessions.recorded import JournalRecord


def progress_words(have: int, last: int) -> str:
    """How far a recorder that was away has caught up."""
    return f"catching up: {have} of {last} records"


def record_words(record: JournalRecord, game: RecordedGame | None) -> str:
    """One line for one record; "" for those that nobody needs to see."""
    word = record.line.word
    if word == "boot":
        return "the board has started"
    if game is None:
        return ""
    if word == "game":
        return f"game {game.number} begins: {name_of(game.variant)}"
    if word in ("move", "takeback") and not game.whole:
        return _partly(record, game)
    if word == "move" and game.turns:
        return f"{len(game.turns):3}  {SIDES[game.sides[-1]]}  {game.turns[-1]}"
    if word == "takeback":
        return f"taken back to ply {len(game.turns)}"
    if word == "edit":
        return "the position was set"
    if word == "over":
        return f"game {game.number} is over: {over_words(game)}"
    return ""


def _partly(record: JournalRecord, game: RecordedGame) -> str:
    """The same for a game whose beginning is not known: only the board knows the ply, and nobody
    the side, unless the position was set meanwhile."""
    ply = record.line.values.get("ply", "?")
    if record.line.word == "takeback":
        return f"taken back to ply {ply}"
    side = SIDES[game.sides[-1]] if game.game is not None else "?".ljust(5)
    return f"{ply:>3}  {side}  {record.line.values.get('text', '?')}"


def over_words(game: RecordedGame) -> str:
    """How the game ended."""
    if game.over is None:
        return "not over"
    winner, reason = game.over
    if reason == "unfinished":
        return "unfinished"
    return f"a draw ({reason})" if winner is None else f"{SIDES[winner]} wins ({reason})"


def move_pairs(game: RecordedGame) -> list[str]:
    """The moves as numbered lines of white's and black's."""
    lines: list[str] = []
    answered = True
    for turn, side in zip(game.turns, game.sides, strict=True):
        if side == 0 or answered:
            lines.append(f"{len(lines) + 1:2}. {'...' if side else turn:<10}")
        if side:
            lines[-1] += f" {turn}"
        answered = bool(side)
    return lines
