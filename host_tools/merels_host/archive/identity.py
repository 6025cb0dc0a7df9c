# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Is a game of a file one that the archive has, though in fewer words or with other names?

Below `importer`. Whoever imports what was exported has nothing new: not where a game was recorded
here, nor where its names were changed by `merels games tag`, nor where a format left something
behind. What is said in the file and not here makes it another game, or it would be lost.

    core_of(score) == core_of(kept) and is_imported(score, kept, [names_of(kept)])
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping

from merels_host.exchange.json_writer import FACTS
from merels_host.exchange.pgn_writer import UNKNOWN
from merels_host.exchange.playok import TAGS as PLAYOK
from merels_host.exchange.score import OPEN, Score, Turn
from merels_host.sessions.players import TAGS

_DIGITS = 32
_NAMES = set(TAGS.values())  # the tags that can be given later
_FACTS = {key.capitalize() for key in FACTS} | {"Records"}  # of a recorded game
_PLAYED = ("Date", "Round", "UTCTime")  # of a recorded game, which the board tells
_RECORDED = _NAMES | _FACTS | set(_PLAYED)
_RECORDS = re.compile(r"(\S+) (\d{1,9})-\d{1,9}")
_NOTES = ("before", "after", "nags", "took_ms", "variations", "closing")


def core_of(score: Score) -> str:
    """Digits that are the same for all that may be one imported game: what was played, when and
    on what terms, without names and without what was written about it."""
    told = [
        score.variant,
        score.changed,
        score.start,
        [(turn.text, turn.position) for turn in score.turns],
        score.result,
        _others(score, _NAMES | _FACTS if "Records" in score.tags else _NAMES),
    ]
    text = json.dumps(told, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def names_of(score: Score) -> dict[str, str]:
    """The four names that a score has, by their keys; "" where nobody is named."""
    return {key: _said(score, tag) for key, tag in TAGS.items()}


def records_of(score: Score) -> tuple[str, int] | None:
    """Of which recorded game a score says to be: its journal, and number of its first record."""
    found = _RECORDS.fullmatch(score.tags.get("Records", ""))
    return (found[1], int(found[2])) if found else None


def is_imported(score: Score, kept: Score, names: Iterable[Mapping[str, str]]) -> bool:
    """Is all that `score` says in the imported game `kept`, whose core is the same? names: all
    that it had since."""
    return (
        names_of(score) in list(names)
        and score.reason in ("", kept.reason)
        and _written_there(score, kept)
    )


def is_recorded(score: Score, kept: Score) -> bool:
    """Is all that `score` says in the recorded game `kept`? That may have gone on since."""
    gone_on = len(kept.turns) > len(score.turns)
    was_open = score.result == OPEN and score.reason in ("", "unfinished")
    ended_so = score.result == kept.result and score.reason in ("", kept.reason)
    return (
        (score.variant, score.changed, score.start) == (kept.variant, kept.changed, kept.start)
        and _others(score, _RECORDED) == _others(kept, _RECORDED)
        and len(score.turns) <= len(kept.turns)
        and all(
            (one.text, one.position) == (other.text, other.position)
            for one, other in zip(score.turns, kept.turns, strict=False)
        )
        and (was_open or (ended_so and not gone_on))
        and _written_there(score, kept)
    )


def untaken(score: Score, kept: Score, names: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The tags of a recorded game that a file gives otherwise than the archive, as by hand. names:
    all that it had, by their keys."""
    had = list(names)
    found = {}
    for tag in _PLAYED:
        found[tag] = _said(score, tag)
    for key, tag in TAGS.items():
        value = _said(score, tag)
        found[tag] = "" if any(value == one.get(key) for one in had) else value
    return {tag: value for tag, value in found.items() if value not in ("", _said(kept, tag))}


def _said(score: Score, name: str) -> str:
    """A tag, "" if it only has what a format writes where nobody knows."""
    value = score.tags.get(name, "")
    return "" if value in ("?", UNKNOWN.get(name), PLAYOK.get(name)) else value


def _others(score: Score, names: set[str]) -> dict[str, str]:
    """The tags but `names`."""
    found = {name: _said(score, name) for name in score.tags if name not in names}
    return {name: value for name, value in found.items() if value}


def _written_there(score: Score, kept: Score) -> bool:
    """Is what was written about `score` written about `kept`, too?"""
    turns = zip(score.turns, kept.turns, strict=False)
    return score.before in ("", kept.before) and all(_notes_there(*pair) for pair in turns)


def _notes_there(turn: Turn, kept: Turn) -> bool:
    return all(getattr(turn, note) in ("", None, [], getattr(kept, note)) for note in _NOTES)
