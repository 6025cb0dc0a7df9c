# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Values of a game in JSON, each of the kind that its key must have; and its tags.

Below json_reader.py. The keys count before the tags. Start, rules and end of a game come from its
keys alone: tags that PGN has for these are set aside and only held against the game.

    tags = JsonTags({"white": "Ann", "tags": {"White": "Bob"}}, known={"white", "tags"})
    tags.kept, tags.denied      # {"White": "Ann"}, ["the key white says 'Ann' and ..."]
"""

import json
from collections.abc import Callable, Collection, Iterator
from typing import Any

from merels.errors import RulesError

from merels_host.exchange import fen_reader
from merels_host.exchange.json_writer import FACTS, IMPORTED, TAGS
from merels_host.exchange.json_writer import UNKNOWN as NOTHING_SAID
from merels_host.exchange.pgn_tags import REASONS
from merels_host.exchange.pgn_writer import UNKNOWN
from merels_host.exchange.score import Score, fresh, miscounted
from merels_host.exchange.variant_names import variant_of

_NOTHING = {"takebacks": 0, "doubts": 0, "whole": True}  # what says nothing of a game
_STANDARD = {name.lower(): name for name in UNKNOWN}  # names that count however they are written


class JsonTags:
    """kept: by name. denied: a sentence for each that a key or another tag denies."""

    def __init__(self, told: dict[str, Any], known: Collection[str]):
        self.kept: dict[str, str] = {}
        self.denied: list[str] = []
        self._aside: list[tuple[str, str]] = []
        for name, value in texts(told, "tags").items():
            self._take(name, value, "")
        for key, tag in TAGS.items():
            said = text(told, key)
            if said not in NOTHING_SAID:
                self._take(tag, said, key)
        for key, value in told.items():
            if key in known or value is None or _NOTHING.get(key) == value:
                continue
            if key in FACTS and told.get("board") == IMPORTED:
                continue  # another archive's names of a game that it had from a file
            said = value if isinstance(value, str) else json.dumps(value)
            name = key.capitalize() if key in FACTS else sound(key)
            self._take(name, sound(said), sound(key))

    def _take(self, name: str, value: str, key: str) -> None:
        """Take one tag. key: it is what this key says, which counts; "" if it is a tag."""
        name = _STANDARD.get(name.lower(), name)
        if name.lower() in _HOLDS or (name.lower() == "termination" and value in REASONS):
            self._aside.append((name, value))
            return
        other = self.kept.get(name, "")
        if other not in ("", value, UNKNOWN.get(name)):
            if not key:
                self.denied.append(f"the tag {name[:40]} stands twice; the first counts.")
                return
            says = f"the key {key[:40]} says {value[:40]!r} and the tag {name[:40]} {other[:40]!r}"
            self.denied.append(f"{says}; the key counts.")
        self.kept[name] = value

    def against(self, score: Score) -> Iterator[str]:
        """A sentence for each tag that denies what the keys say of start, rules or end."""
        for name, value in self._aside:
            holds = _HOLDS.get(name.lower(), _reason)
            try:
                agreed = value in ("", "?") or holds(score, value)
            except (RulesError, TypeError, ValueError, fen_reader.FenProblem):
                agreed = False
            if not agreed:
                says = f"the tag {name[:40]} says {value[:40]!r}, and the keys of the game do not"
                yield f"{says}; it is left out."


def _rules(score: Score, value: str) -> bool:
    pairs = (pair.partition("=") for pair in value.replace(" ", ",").split(",") if pair)
    return {name: said for name, _, said in pairs} == score.changed


def _fen(score: Score, value: str) -> bool:
    game = fen_reader.read(value, score.variant, **score.changed)
    number = fen_reader.move_number(value)
    return game.position() == score.opened().position() and number == score.first_move


def _position(score: Score, value: str) -> bool:
    placed = fresh(score.variant, score.changed, value)
    return placed.position() == score.opened().position()


def _reason(score: Score, value: str) -> bool:
    return value == score.reason


# Tags of PGN that other fields of a score hold, and whether a value is what they say.
_HOLDS: dict[str, Callable[[Score, str], bool]] = {
    "result": lambda score, value: value == score.result,
    "variant": lambda score, value: variant_of(value) == score.variant,
    "plycount": lambda score, value: not miscounted("PlyCount", value, score.turns),
    "rules": _rules,
    "setup": lambda score, value: value == ("1" if score.start else "0"),
    "fen": _fen,
    "position": _position,
}


class Wrong(Exception):
    """What is wrong with a value, and where in the game."""


def text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    if isinstance(value, str | None):
        return sound(value or "")
    raise Wrong(f"{key} must be a text, not {value!r}")


def sound(said: str) -> str:
    """Without halves of surrogate pairs, which JSON can name and no file can hold."""
    return said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def texts(told: dict[str, Any], key: str) -> dict[str, str]:
    values = members(told.get(key) or {}, key)
    return {sound(name): text(values, name) for name in values}


def items(told: dict[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if isinstance(value, list | None):
        return value or []
    raise Wrong(f"{key} must be a list, not {value!r}")


def members(value: Any, key: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise Wrong(f"{key} must have objects, not {value!r}")
