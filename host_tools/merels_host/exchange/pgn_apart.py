# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of a PGN file that stand in one line, each in a line of its own.

Before the tags are found, which only begin lines. A tag behind a result is that of the next game.

    list(apart(['1. d6 1-0 [White "C"] 1. a1 *']))
    # [(1, '1. d6 1-0 '), (1, '[White "C"] 1. a1 *')]
"""

import re
from collections.abc import Iterable, Iterator

from merels_host.exchange.results import RESULT
from merels_host.exchange.text_files import LONGEST

_ENDED = RESULT.replace("();]", r"();\[]")  # a bracket may follow directly
_TAG = r'\[\s*[A-Za-z_]\w*\s+"'
# What may look like a result and is none comes first: tags and comments.
_BEHIND = re.compile(
    rf"""
    {_TAG} (?:[^"\\]|\\.)*"
  | \{{[^}}]*\}}?
  | ;[^\n]*
  | (?<![^\s(){{}}]) {_ENDED} (?:\s*\{{[^}}]*\}})* \s* (?P<tag> (?={_TAG}) )
    """,
    re.VERBOSE,
)


def apart(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, which pieces of one line share."""
    rest = ""  # of a line that is too long to come whole
    number = 0
    for number, more in enumerate(lines, 1):
        line = rest + more
        rest = ""
        at = 0
        if line.rfind("[") > 0 and '"' in line:
            for found in _BEHIND.finditer(line):
                if found["tag"] is not None:
                    yield number, line[at : found.end()]
                    at = found.end()
        if at and len(more) >= LONGEST and more[-1] != "\n":
            rest = line[at:]
        else:
            yield number, line[at:] if at else line
    if rest:
        yield number, rest
