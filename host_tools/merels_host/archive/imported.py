# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An imported game as rows of the archive: whole in `imported`, for lists and counts in the rest.

Between the scores that readers give and the tables. What a game is called comes from what is in
it, so a game that is imported twice is there once.

    rows = rows_of(score, "3f2a0c11", "2026-11-30T12:00:00.000Z")
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from merels.rules.game import Game

from merels_host.archive.fold import Row
from merels_host.archive.schema import IMPORTED
from merels_host.exchange import pgn_reader
from merels_host.exchange.score import OPEN, RESULTS, Score, Turn, fresh
from merels_host.rulebook.openings import PLIES, opening
from merels_host.sessions.games import SIDES, phase_of

_DATE = re.compile(r"(\d{4})(?:[.\-/](\d\d))?(?:[.\-/](\d\d))?")
_TIME = re.compile(r"(\d\d:\d\d)(:\d\d)?")


def digest_of(score: Score) -> str:
    """64 hex digits that stand for all that the score says, the same in every version."""
    text = json.dumps(_content(score), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def score_of(text: str) -> Score:
    """The score that the archive keeps as `text`."""
    for found in pgn_reader.read(text.splitlines(keepends=True), "the archive"):
        if isinstance(found, Score):
            return found
    raise ValueError("no game")


def rows_of(score: Score, journal: str, utc: str) -> tuple[Row, list[Row]]:
    """The row of `games` and those of `turns`. journal: the digits in its name. utc:
    when it was imported: games of one day, and those of which no day is known, are listed in the
    order of this. Raises RulesError for a game that the rules refuse."""
    key = {"board": IMPORTED, "journal": journal}
    started = _started(score.tags)
    turns, game = _turn_rows(score, key, started)
    winner, reason = _end(score, game)
    early = any(turn.position for turn in score.turns[:PLIES])
    texts = [turn.text for turn in score.turns]
    row = key | {
        "first": 1,
        "last": max(len(turns), 1),
        "game": 1,
        "variant": score.variant,
        "changed": ",".join(f"{name}={value}" for name, value in score.changed.items()),
        "white": score.tags.get("White", ""),
        "black": score.tags.get("Black", ""),
        "event": score.tags.get("Event", ""),
        "place": score.tags.get("Site", ""),
        "started": started,
        "heard": f"{started} {utc}".strip(),
        "ended": None,
        "winner": winner,
        "reason": reason,
        "opening": "" if score.start or early else opening(score.variant, texts),
        "plies": len(turns),
        "removals": sum(text.count("x") for text in texts),
        "takebacks": 0,
        "whole": 1,
        "doubts": 0,
    }
    return row, turns


def _turn_rows(score: Score, key: dict[str, str], started: str) -> tuple[list[Row], Game]:
    game = score.opened()
    rows: list[Row] = []
    for number, turn in enumerate(score.turns, 1):
        if turn.position:
            game = fresh(score.variant, score.changed, turn.position)
        row = key | {
            "number": number,
            "first": 1,
            "ply": number,
            "side": game.turn,
            "text": turn.text,
            "phase": phase_of(game, turn.text),
            "utc": started,
            "ms": None,
            "took_ms": turn.took_ms,
            "taken_back": 0,
        }
        game.play(turn.text)
        rows.append(row)
    return rows, game


def _end(score: Score, game: Game) -> tuple[str | None, str | None]:
    """Winner and reason; the rules say them where the file does not."""
    outcome = game.outcome()
    if score.result == OPEN:
        if outcome is not None:
            return _name_of(outcome.winner), outcome.reason
        return ("none", score.reason) if score.reason == "unfinished" else (None, None)
    winner = RESULTS[score.result]
    reason = score.reason
    if not reason and outcome is not None and outcome.winner == winner:
        reason = outcome.reason or ""
    return _name_of(winner), reason


def _name_of(winner: int | None) -> str:
    return "none" if winner is None else SIDES[winner]


def _started(tags: Mapping[str, str]) -> str:
    """When the game was played, as far as the tags say: 2024-05-12T18:30:00, 2024-05, or ""."""
    day = _DATE.match(tags.get("UTCDate") or tags.get("Date", ""))
    if not day:
        return ""
    date = "-".join(part for part in day.groups() if part)
    time = _TIME.match(tags.get("UTCTime") or tags.get("Time", ""))
    return f"{date}T{time[1]}{time[2] or ':00'}" if time and day[3] else date


def _content(score: Score) -> dict[str, Any]:
    said = {
        "variant": score.variant,
        "changed": score.changed,
        "tags": score.tags,
        "start": score.start,
        "before": score.before,
        "turns": [_turn_content(turn) for turn in score.turns],
        "result": score.result,
        "reason": score.reason,
    }
    return {name: value for name, value in said.items() if value}


def _turn_content(turn: Turn) -> str | dict[str, Any]:
    said = {
        "before": turn.before,
        "after": turn.after,
        "nags": turn.nags,
        "variations": [[_turn_content(one) for one in line] for line in turn.variations],
        "position": turn.position,
        "closing": turn.closing,
    }
    said = {name: value for name, value in said.items() if value}
    if turn.took_ms is not None:
        said["took_ms"] = turn.took_ms
    return said | {"text": turn.text} if said else turn.text
