# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads our own JSON: a list of games, or games one after the other, however they are laid out.

One game at a time is in memory: `objects` cuts the text. What the archive of another computer knew
of a game (its id, its board, ...) is kept as tags, and so is every key that nobody here knows.

    for found in read(lines, "games.json"): ...     # Score or Fault
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from merels_host.exchange.checked import against, refusal
from merels_host.exchange.json_tags import JsonTags, Wrong, items, members, sound, text, texts
from merels_host.exchange.json_writer import IMPORTED, TAGS
from merels_host.exchange.score import OPEN, RESULTS, Fault, Score, Turn, miscounted
from merels_host.exchange.unsupported import NotKept, lost

KEYS = {
    "variant", "set", "plies", "over", "result", "moves", "seconds", "positions", "tags", "before",
    "notes", *TAGS,
}  # fmt: skip
PLAYERS_OWN = ("resigned", "agreed", "unfinished")  # reasons that no rules can tell
_WINNERS = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}
_HALF = re.compile("[\ud800-\udfff]")
_NOTE = {"before", "after", "nags", "variations", "closing"}
_MOVE = _NOTE | {"move", "seconds", "position"}
_MARKS = re.compile(r'[{}"]|\\.')
_BETWEEN = "[], \t\r\n\ufeff\x1e"
_FIRST_KEY = re.compile(r'\{\s*"id"')


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it.
    variant: of games that do not say which they are."""
    for number, (line, piece) in enumerate(objects(lines), 1):
        try:
            twice: list[str] = []
            told = json.loads(piece, object_pairs_hook=partial(_once, twice))
            score, tags = _score(told, variant)
            refused = refusal(score)
            if refused:
                yield Fault(file, number, refused.move, line, refused.words)
            else:
                denied = [*twice, *tags.denied, *tags.against(score)]
                denied += against(score, score.replayed().outcome())
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
        except (Wrong, NotKept) as error:
            yield Fault(file, number, "", line, f"{error}.")


def _once(twice: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. twice: gets a sentence for each key that stands there more than once."""
    told = dict(pairs)
    if len(told) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        more = (sound(key)[:40] for key, count in counts.items() if count > 1)
        twice += [f"the key {key!r} stands twice; the last counts." for key in more]
    return told


def _score(told: Any, variant: str) -> tuple[Score, JsonTags]:
    if not isinstance(told, dict):
        raise Wrong("a game must be an object with variant and moves")
    score = Score(text(told, "variant") or variant, changed=texts(told, "set"))
    if not score.variant:
        raise Wrong("the game has no variant")
    tags = JsonTags(told, KEYS)
    score.tags = tags.kept
    score.before = text(told, "before")
    score.result, score.reason = _end(told)
    if told.get("board") == IMPORTED and score.reason not in PLAYERS_OWN:
        score.reason = ""  # the rules of that archive said so, and not the file it came from
    if "moves" not in told:
        raise Wrong("the game has no moves; merels games export --format json writes them")
    score.turns = [Turn(_move(move, "moves")) for move in items(told, "moves")]
    for turn, seconds in zip(score.turns, items(told, "seconds"), strict=False):
        turn.took_ms = _took_ms(seconds, "seconds")
    for placed in items(told, "positions"):
        _place(score, members(placed, "positions"))
    for note in items(told, "notes"):
        _annotate(_turn(score, members(note, "notes").get("ply"), "notes"), note)
    return score, tags


def _place(score: Score, placed: dict[str, Any]) -> None:
    """The first position before all turns is the start; one after all turns is a comment."""
    ply, position = placed.get("ply"), text(placed, "position")
    if ply == 0 and not score.start:
        score.start = position
    elif ply == len(score.turns) and ply:
        last = score.turns[-1]
        last.after = f"{last.after} [%position {position}]".strip()
    else:
        _turn(score, ply, "positions").position = position


def _end(told: dict[str, Any]) -> tuple[str, str]:
    over = members(told.get("over") or {}, "over")
    reason = text(over, "reason")
    if "result" in told:
        result = text(told, "result")
        if result not in (*RESULTS, OPEN):
            raise Wrong(f"the result is {result!r}; it can be {', '.join(RESULTS)} or {OPEN}")
        return result, reason
    if not over or reason == "unfinished":
        return OPEN, reason
    winner = over.get("winner")
    if not isinstance(winner, str | None) or winner not in _WINNERS:
        raise Wrong(f"the winner is {winner!r}; it can be white, black or null")
    return _WINNERS[winner], reason


def _turn(score: Score, ply: Any, key: str) -> Turn:
    if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply < len(score.turns):
        raise Wrong(f"{key} speak of ply {ply!r}, but the game has {len(score.turns)} moves")
    return score.turns[ply]


def _annotate(turn: Turn, note: dict[str, Any]) -> None:
    turn.before = text(note, "before")
    turn.after = " ".join(filter(None, [turn.after, text(note, "after")]))
    turn.nags = items(note, "nags")
    if not all(type(nag) is int and 0 <= nag < 1_000_000 for nag in turn.nags):
        raise Wrong(f"nags must be numbers from 0 to 999999, not {turn.nags!r}")
    for line in items(note, "variations"):
        if not isinstance(line, list):
            raise Wrong("a variation must be a list of moves")
        turn.variations.append([_in_variation(members(one, "variations")) for one in line])
    turn.closing = text(note, "closing")
    if not turn.variations:
        turn.after, turn.closing = " ".join(filter(None, [turn.after, turn.closing])), ""


def _in_variation(told: dict[str, Any]) -> Turn:
    turn = Turn(_move(told.get("move"), "variations"), position=text(told, "position"))
    turn.took_ms = _took_ms(told.get("seconds"), "variations")
    _annotate(turn, told)
    return turn


def _move(value: Any, key: str) -> str:
    if isinstance(value, str) and value and not value.isspace():
        return sound(value)
    raise Wrong(f"{key} must be texts such as d6-f6xb4, not {value!r}")


def _took_ms(value: Any, key: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9:
        return round(value * 1000)
    raise Wrong(f"{key} must be numbers from 0, not {value!r}")


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


def objects(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(number of the line on which it begins, text) of each object."""
    pieces: list[str] = []  # of the object under way
    begun = depth = 0
    for number, line in enumerate(lines, 1):
        if depth and _FIRST_KEY.match(line):  # a game begins: the one before it was cut off
            yield begun, "".join(pieces)
            pieces, depth = [], 0
        start = 0
        quoted = False  # a text of JSON never goes on in the next line
        for mark in _MARKS.finditer(line):
            sign = mark[0]
            if sign == '"' and (depth or quoted):
                quoted = not quoted
            elif quoted or len(sign) > 1:
                continue
            elif sign == "{":
                if not depth:
                    yield from _other(number, line[start : mark.start()])
                    start, begun = mark.start(), number
                depth += 1
            elif sign == "}" and depth:
                depth -= 1
                if not depth:
                    yield begun, "".join([*pieces, line[start : mark.end()]])
                    pieces, start = [], mark.end()
        if depth:
            pieces.append(line[start:])
        else:
            yield from _other(number, line[start:])
    if depth:
        yield begun, "".join(pieces)


def _other(number: int, text: str) -> Iterator[tuple[int, str]]:
    text = text.strip(_BETWEEN)
    if text:
        yield number, text
