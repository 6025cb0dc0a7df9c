# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""PGN whose points have other names: the moves of each line translated, all else left alone.

Between the lines of a file and the one reader of PGN, and between its one writer and a file. Tags
and comments stay as they are, and a line stays a line, so that its number is right in a Fault.

    list(to_ours(["5. 23 {23?} 17\n"], PLAYOK))     # ["5. d1 {23?} d3\n"]
    to_theirs("1. a7 d7\n", MSSA)                   # "1. E1 E2\n"
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from merels_host.exchange.point_names import PointNames
from merels_host.exchange.score import Fault, Score

_PIECE = re.compile(
    r"""
    (?P<tag>     \[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\] | ^\s*\[.* )
  | (?P<brace>   \{[^}]*\}? )
  | (?P<rest>    ;.* )
  | (?P<result>  (?:1-0|0-1|1/2-1/2|1/2)(?![\w/-]) )
  | (?P<number>  \d+\s*(?:\.[.\s]*|…\s*) )
  | (?P<nag>     \$\d+ )
  | (?P<word>    [\w×–—:-]+ )
    """,
    re.VERBOSE,
)
_TAG = re.compile(r"\s*\[\s*\w+\s+\"")
_POINT = re.compile(r"(?<![A-Za-wyz0-9])[a-g][1-7](?=x|\b)")
_STROKES = str.maketrans("×–—:", "x--x")


def to_ours(lines: Iterable[str], names: PointNames) -> Iterator[str]:
    """The lines with each word that is a turn of theirs in our names."""

    def ours(word: str) -> str:
        plain = word.translate(_STROKES)
        return names.ours(plain) if names.is_turn(plain) else word

    inside = blank = False
    for line in lines:
        if inside and blank and _TAG.match(line):
            inside = False  # the comment was never closed, and the next game begins
        blank = not line.strip()
        line, inside = _line(line, inside, ours)
        yield line


def to_theirs(text: str, names: PointNames) -> str:
    """A text of ours with each turn in their names."""

    def theirs(word: str) -> str:
        return names.theirs(word) if names.has(word) else word

    inside = False
    lines = []
    for line in text.splitlines(keepends=True):
        line, inside = _line(line, inside, theirs)
        lines.append(line)
    return "".join(lines)


def respelt(found: Score | Fault, names: PointNames) -> Score | Fault:
    """A fault that speaks of points by the names that stand in the file."""
    if isinstance(found, Score):
        return found
    words = _POINT.sub(lambda point: names.theirs_of.get(point[0], point[0]), found.words)
    return replace(found, words=words)


def _line(line: str, inside: bool, spelled: Callable[[str], str]) -> tuple[str, bool]:
    """A line with its moves spelled anew, and whether a comment in braces is open at its end."""
    done, at = "", 0
    if inside:
        at = line.find("}") + 1
        if not at:
            return line, True
        done = line[:at]
    for piece in _PIECE.finditer(line, at):
        done += line[at : piece.start()]
        at = piece.end()
        done += spelled(piece[0]) if piece.lastgroup == "word" else piece[0]
        if piece.lastgroup == "brace" and not piece[0].endswith("}"):
            return done + line[at:], True
    return done + line[at:], False
