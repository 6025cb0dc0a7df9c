# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""PGN whose points have other names: the moves translated, all else left alone.

Between the movetext of a file and the one reader of PGN, and between its one writer and a file.
Tags and comments stay as they are, and a line stays a line, so that a Fault has its number.

    to_ours("5. 23 {23?} 17", PLAYOK)       # "5. d1 {23?} d3"
    to_theirs("1. a7 d7\n", MSSA)           # "1. E1 E2\n"
"""

import re
from collections.abc import Callable
from dataclasses import replace

from merels_host.exchange.pgn_tokens import DOT_BEHIND
from merels_host.exchange.point_names import PointNames
from merels_host.exchange.results import RESULT
from merels_host.exchange.score import Fault, Score

_PIECE = re.compile(
    rf"""
    (?P<aside>  ^\s*\[.* | \{{[^}}]*\}}? | ;.* | \$\d+ )
  | (?P<result> (?<![^\s(){{}}]) {RESULT} )
  | (?P<number> \d+ \s* (?:\.[.\s]*|…\s*) | \d+ (?={DOT_BEHIND}) )
  | (?P<word>   [\w×–—−:-]+ )
    """,
    re.VERBOSE | re.MULTILINE,
)
_POINT = re.compile(r"(?<![A-Za-wyz0-9])[a-g][1-7](?=x|\b)")
_STROKES = str.maketrans("×–—−:", "x---x")


def to_ours(text: str, names: PointNames) -> str:
    """Movetext with each word that is a turn of theirs in our names."""

    def ours(word: str) -> str:
        plain = word.translate(_STROKES)
        return names.ours(plain) if names.is_turn(plain) else word

    return _spelled(text, ours)


def to_theirs(text: str, names: PointNames) -> str:
    """A game of ours with each turn in their names."""
    return _spelled(text, lambda word: names.theirs(word) if names.has(word) else word)


def respelt(found: Score | Fault, names: PointNames) -> Score | Fault:
    """A fault that speaks of points by the names that stand in the file."""
    if isinstance(found, Score):
        return found
    words = _POINT.sub(lambda point: names.theirs_of.get(point[0], point[0]), found.words)
    return replace(found, words=words)


def _spelled(text: str, spelled: Callable[[str], str]) -> str:
    """A text with its moves spelled anew."""
    return _PIECE.sub(lambda one: spelled(one[0]) if one["word"] else one[0], text)
