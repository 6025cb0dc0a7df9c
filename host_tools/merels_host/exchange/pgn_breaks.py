# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Words that the end of a line cut in two.

Before the tokens. A word is put together in the first of its lines, so that each line keeps its
number. Where points are numbers, "1" at the end of a line and "3" in the next may be two moves or
one: the reader tries both.

    mended("d6-\nf4 b6", False)     # "d6-f4\n b6"
    doubtful("5 1\n3 2.", PLAYOK)   # [3]
    joined("5 1\n3 2.", [3])        # "5 13\n 2."
"""

import re
from collections.abc import Iterable

from merels_host.exchange.point_names import PointNames
from merels_host.exchange.results import RESULT

_SIGNS = "-–—−/"
_ENDS = frozenset(_SIGNS + "xX×ABCDEFGRabcdefgr")
_FIRSTS = tuple(_SIGNS)
_ASIDE = r"\{[^}]*\}?|;[^\n]*"
_TAIL = r"[^\s{}();$!?]+"
_BROKEN = re.compile(
    rf"""
    {_ASIDE}\n?
  | (?<![^\s(){{}}]) {RESULT}
  | (?P<head> (?<=[\w½]) [{_SIGNS}xX×] (?=\n\s*[\w½])                 # d6- f4
            | (?<![^{_SIGNS}\s.(){{}}xX×]) [A-GRa-gr] (?=\n\s*\d)      # d 6
            | (?<=[\w½]) (?=\n\s*[{_SIGNS}][\w½])                     # d6 -f4
            | (?<=[^\n]\s) (?P<number>\d{{1,5}}) (?=\n\s*\d{{1,5}}\.) )  # 1 2.
    (?P<end> \n\s* )
    (?P<tail> {_TAIL} )
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(
    rf"{_ASIDE}|(?<![^\s.{{}}()])(?P<head>[\dxX×–—−-]*\d)(?P<end>\n)\s*(?P<tail>\d{_TAIL[:-1]}*)"
)
_SECOND = re.compile(rf"\s*({_TAIL})")
_NUMBER = re.compile(r"(\d{0,3})\.")
_MOST_TURNS = 200  # what is more is no number of a turn
_STROKES = str.maketrans("×–—−", "x---")


def mended(text: str, numbers: bool) -> str:
    """Movetext in which no word is cut in two, as far as that is sure. numbers: so are points
    called, and a number at the end of a line may be a move."""

    def together(found: re.Match) -> str:
        if found["head"] is None or (numbers and found["number"]):
            return found[0]
        return f"{found['head']}{found['tail']}{found['end']}"

    for line in text.split("\n"):
        end = line[-1:]
        if (
            end in _ENDS
            or line.startswith(_FIRSTS)
            or (end.isdigit() and not line[-2:-1].isalpha())
        ):
            return _BROKEN.sub(together, text)
    return text


def doubtful(text: str, names: PointNames) -> list[int]:
    """Where in the text digits at the end of a line and digits after it may be one word."""
    found = []
    at = 0
    while broken := _DIGITS.search(text, at):
        at = broken.end()
        if broken["head"] is not None:
            at = broken.start("tail")  # which may be cut in two itself
            if _one_word(broken["head"], broken["tail"], names):
                found.append(broken.start("end"))
    return found


def joined(text: str, ends: Iterable[int]) -> str:
    """The text with the words at these ends of lines put together."""
    done = held = ""
    at = 0
    for end in ends:
        tail = _SECOND.match(text, end)
        if tail:
            if end != at:
                done, held = done + held + text[at:end], ""
            done += tail[1]
            held += text[end : tail.start(1)]
            at = tail.end()
    return done + held + text[at:]


def _one_word(head: str, tail: str, names: PointNames) -> bool:
    """Is it a move, or a number of one, if put together?"""
    number = _NUMBER.match(tail)
    if number and head.isdigit():
        return len(head) < 4 and int(f"{head}{number[1]}") < _MOST_TURNS
    return names.is_turn((head + tail).translate(_STROKES))
