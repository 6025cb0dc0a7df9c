# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads our own JSON: a list of games, or games one after the other, however they are laid out.

One game at a time is in memory. What the archive of another computer knew of a game (its id, its
board, ...) is kept as tags, and so is every key that nobody here knows.

    for found in read(lines, "games.json"): ...     # Score or Fault
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from merels_host.exchange.checked import refusal
from merels_host.exchange.json_left import not_taken
from merels_host.exchange.json_objects import objects
from merels_host.exchange.json_writer import FACTS, IMPORTED, TAGS
from merels_host.exchange.lost import lost
from merels_host.exchange.score import OPEN, RESULTS, Fault, Score, Turn
from merels_host.exchange.told_ends import against
from merels_host.exchange.variant_names import name_of

KEYS = {
    "variant", "set", "plies", "over", "result", "moves", "seconds", "positions", "tags", "before",
    "notes", *TAGS,
}  # fmt: skip
PLAYERS_OWN = ("resigned", "agreed", "unfinished")  # reasons that no rules can tell
_NOTHING = {"takebacks": 0, "doubts": 0, "whole": True}  # what says nothing of a game
_WINNERS = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}


class _Wrong(Exception):
    """What is wrong with a value, and where in the game."""


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it.
    variant: of games that do not say which they are."""
    for number, (line, text) in enumerate(objects(lines), 1):
        try:
            told = json.loads(text)
            score = _score(told, variant)
            refused = refusal(score)
            if refused:
                yield Fault(file, number, refused.move, line, refused.words)
            else:
                denied = list(against(score, score.replayed().outcome()))
                left = [("", words) for words in (*denied, *not_taken(told, score))]
                left += lost(score)
                yield score
                yield from (Fault(file, number, move, line, words) for move, words in left)
        except json.JSONDecodeError as error:
            where = line + error.lineno - 1
            yield Fault(file, number, "", where, f"this is not JSON: {error.msg}.")
        except RecursionError:
            yield Fault(file, number, "", line, "this JSON is nested too deep for a game.")
        except ValueError:
            yield Fault(file, number, "", line, "this JSON has a number that is too long.")
        except _Wrong as error:
            yield Fault(file, number, "", line, f"{error}.")


def _score(told: Any, variant: str) -> Score:
    if not isinstance(told, dict):
        raise _Wrong("a game must be an object with variant and moves")
    score = Score(_text(told, "variant") or variant, changed=_texts(told, "set"))
    if not score.variant:
        raise _Wrong("the game has no variant")
    score.tags = _tags(told)
    score.before = _text(told, "before")
    score.result, score.reason = _end(told)
    if told.get("board") == IMPORTED and score.reason not in PLAYERS_OWN:
        score.reason = ""  # the rules of that archive said so, and not the file it came from
    if "moves" not in told:
        raise _Wrong("the game has no moves; merels games export --format json writes them")
    score.turns = [Turn(_move(move, "moves")) for move in _list(told, "moves")]
    for turn, seconds in zip(score.turns, _list(told, "seconds"), strict=False):
        turn.took_ms = _took_ms(seconds, "seconds")
    for placed in _list(told, "positions"):
        _place(score, _object(placed, "positions"))
    for note in _list(told, "notes"):
        _annotate(_turn(score, _object(note, "notes").get("ply"), "notes"), note)
    own = {
        "Result": score.result,
        "PlyCount": str(len(score.turns)),
        "Variant": name_of(score.variant),
    }
    score.tags = {name: said for name, said in score.tags.items() if own.get(name) != said}
    return score


def _place(score: Score, placed: dict[str, Any]) -> None:
    """The first position before all turns is the start; one after all turns is a comment."""
    ply, position = placed.get("ply"), _text(placed, "position")
    if ply == 0 and not score.start:
        score.start = position
    elif ply == len(score.turns) and ply:
        last = score.turns[-1]
        last.after = f"{last.after} [%position {position}]".strip()
    else:
        _turn(score, ply, "positions").position = position


def _tags(told: dict[str, Any]) -> dict[str, str]:
    tags = _texts(told, "tags")
    for key, tag in TAGS.items():
        if told.get(key) is not None:
            tags.setdefault(tag, _text(told, key))
    for key, value in told.items():
        if key in KEYS or value is None or _NOTHING.get(key) == value:
            continue
        if key in FACTS and told.get("board") == IMPORTED:
            continue  # another archive's names of a game that it had from a file
        said = value if isinstance(value, str) else json.dumps(value)
        tags.setdefault(key.capitalize() if key in FACTS else _sound(key), _sound(said))
    return tags


def _end(told: dict[str, Any]) -> tuple[str, str]:
    over = _object(told.get("over") or {}, "over")
    reason = _text(over, "reason")
    if "result" in told:
        result = _text(told, "result")
        if result not in (*RESULTS, OPEN):
            raise _Wrong(f"the result is {result!r}; it can be {', '.join(RESULTS)} or {OPEN}")
        return result, reason
    if not over or reason == "unfinished":
        return OPEN, reason
    winner = over.get("winner")
    if not isinstance(winner, str | None) or winner not in _WINNERS:
        raise _Wrong(f"the winner is {winner!r}; it can be white, black or null")
    return _WINNERS[winner], reason


def _turn(score: Score, ply: Any, key: str) -> Turn:
    if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply < len(score.turns):
        raise _Wrong(f"{key} speak of ply {ply!r}, but the game has {len(score.turns)} moves")
    return score.turns[ply]


def _annotate(turn: Turn, note: dict[str, Any]) -> None:
    turn.before = _text(note, "before")
    turn.after = " ".join(filter(None, [turn.after, _text(note, "after")]))
    turn.nags = _list(note, "nags")
    if not all(type(nag) is int and 0 <= nag < 1_000_000 for nag in turn.nags):
        raise _Wrong(f"nags must be numbers from 0 to 999999, not {turn.nags!r}")
    for line in _list(note, "variations"):
        if not isinstance(line, list):
            raise _Wrong("a variation must be a list of moves")
        turn.variations.append([_in_variation(_object(one, "variations")) for one in line])
    turn.closing = _text(note, "closing")
    if not turn.variations:
        turn.after, turn.closing = " ".join(filter(None, [turn.after, turn.closing])), ""


def _in_variation(told: dict[str, Any]) -> Turn:
    turn = Turn(_move(told.get("move"), "variations"), position=_text(told, "position"))
    turn.took_ms = _took_ms(told.get("seconds"), "variations")
    _annotate(turn, told)
    return turn


def _move(value: Any, key: str) -> str:
    if isinstance(value, str) and value and not value.isspace():
        return _sound(value)
    raise _Wrong(f"{key} must be texts such as d6-f6xb4, not {value!r}")


def _took_ms(value: Any, key: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9:
        return round(value * 1000)
    raise _Wrong(f"{key} must be numbers from 0, not {value!r}")


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    if isinstance(value, str | None):
        return _sound(value or "")
    raise _Wrong(f"{key} must be a text, not {value!r}")


def _sound(text: str) -> str:
    """Without halves of surrogate pairs, which JSON can name and no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _texts(told: dict[str, Any], key: str) -> dict[str, str]:
    values = _object(told.get(key) or {}, key)
    return {_sound(name): _text(values, name) for name in values}


def _list(told: dict[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if isinstance(value, list | None):
        return value or []
    raise _Wrong(f"{key} must be a list, not {value!r}")


def _object(value: Any, key: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise _Wrong(f"{key} must have objects, not {value!r}")
