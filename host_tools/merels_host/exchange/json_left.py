# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a game in JSON says and no score can hold: keys that nobody here knows, times too many.

Beside json_reader.py, which has taken the rest.

    list(not_taken({"variant": "achi", "moves": [], "plies": 3}, score))    # ["plies says 3 ..."]
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from merels_host.exchange.score import Score, miscounted

_HALF = re.compile("[\ud800-\udfff]")
_NOTE = {"before", "after", "nags", "variations", "closing"}
_MOVE = _NOTE | {"move", "seconds", "position"}


def not_taken(told: dict[str, Any], score: Score) -> Iterator[str]:
    """A sentence for each thing."""
    if _HALF.search(json.dumps(told, ensure_ascii=False)):
        yield "it has halves of characters, which no file can hold; \ufffd stands for them."
    plies = told.get("plies")
    if plies is not None and (wrong := miscounted("plies", str(plies), score.turns)):
        yield wrong
    if len(told.get("seconds") or []) > len(score.turns):
        yield "there are more seconds than moves; those too many are left out."
    for key in _unknown(told.get("over") or {}, {"winner", "reason"}):
        yield _words(key, "over")
    for placed in told.get("positions") or []:
        for key in _unknown(placed, {"ply", "position"}):
            yield _words(key, "positions")
    for note in told.get("notes") or []:
        yield from _in_note(note, _NOTE | {"ply"}, "notes")


def _in_note(note: dict[str, Any], known: set[str], where: str) -> Iterator[str]:
    for key in _unknown(note, known):
        yield _words(key, where)
    for line in note.get("variations") or []:
        for move in line:
            yield from _in_note(move, _MOVE, "variations")


def _unknown(told: dict[str, Any], known: set[str]) -> list[str]:
    return [key for key in told if key not in known]


def _words(key: str, where: str) -> str:
    return f"{where} have the key {key[:40]!r}, which nobody here knows; it is left out."
