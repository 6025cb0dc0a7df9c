# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games as our own JSON: all that a score says, and what the archive knows besides.

The one place that writes this form, for `merels games show --json`, for the export and for scores
of any origin. docs/data-formats.md has the keys.

    write(score)        # '{"id": null, ... "moves": ["d6", "f4"], ...}'
"""

import json
from collections.abc import Mapping
from typing import Any

from merels_host.exchange.score import OPEN, RESULTS, Score, Turn
from merels_host.sessions.games import SIDES

# What only the archive knows of a game; a reader keeps it as tags.
FACTS = ("id", "board", "journal", "game", "started", "ended", "takebacks", "whole", "doubts")
IMPORTED = "imported"  # the board of a game that an archive has from a file
TAGS = {"white": "White", "black": "Black", "event": "Event", "place": "Site"}  # key: its tag
UNKNOWN = ("?", "")  # what a tag says that nobody filled in


def write(score: Score) -> str:
    """One game as one line of JSON."""
    return json.dumps(as_json(score))


def as_json(score: Score, facts: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A game with its moves. facts: what the archive knows, which goes before what the score says
    by the same key."""
    told: dict[str, Any] = dict.fromkeys(FACTS)
    told |= {"variant": score.variant, "set": dict(score.changed)}
    for key, tag in TAGS.items():
        said = score.tags.get(tag, "")
        told[key] = None if said in UNKNOWN else said
    told |= {"plies": len(score.turns), "over": _over(score), **(facts or {})}
    told |= {
        "result": score.result,
        "moves": [turn.text for turn in score.turns],
        "seconds": [_seconds(turn) for turn in score.turns],
        "positions": _positions(score),
    }
    more = {
        "tags": dict(score.tags),
        "before": score.before,
        "notes": [
            {"ply": ply, **note} for ply, turn in enumerate(score.turns) if (note := _note(turn))
        ],
    }
    return told | {key: value for key, value in more.items() if value}


def _over(score: Score) -> dict[str, Any] | None:
    if score.result == OPEN and not score.reason:
        return None
    winner = RESULTS.get(score.result)
    return {"winner": None if winner is None else SIDES[winner], "reason": score.reason or None}


def _positions(score: Score) -> list[dict[str, Any]]:
    """Where the board was set: first the start, if any, then before which turns."""
    start = [{"ply": 0, "position": score.start}] if score.start else []
    turns = enumerate(score.turns)
    return start + [{"ply": ply, "position": one.position} for ply, one in turns if one.position]


def _seconds(turn: Turn) -> float | None:
    return None if turn.took_ms is None else turn.took_ms / 1000


def _note(turn: Turn) -> dict[str, Any]:
    """What was written about a turn, without what nobody wrote."""
    note = {
        "before": turn.before,
        "after": turn.after,
        "nags": list(turn.nags),
        "variations": [[_in_variation(one) for one in line] for line in turn.variations],
        "closing": turn.closing,
    }
    return {key: value for key, value in note.items() if value}


def _in_variation(turn: Turn) -> dict[str, Any]:
    told: dict[str, Any] = {"move": turn.text, **_note(turn)}
    if turn.took_ms is not None:
        told["seconds"] = _seconds(turn)
    if turn.position:
        told["position"] = turn.position
    return told
