# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Small words of PGN: glyphs, commands in comments, and other spellings of moves.

respelled("D6-F6×B4")           # ["d6-f6xb4"]
clock_in("[%emt 0:00:01.5] ok") # (1500, "ok")
"""

import re

from merels_host.exchange.comment_text import in_line, said

GLYPHS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13,
    "+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17,
    "+-": 18, "-+": 19, "N": 146,
}  # fmt: skip
_EMT = re.compile(
    r"\[%emt\s+(?:(\d{1,6}):)?(?:(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,9}))?\s*\] *", re.A
)
_POSITION = re.compile(r"\[%position\s+([^\]]+?)\s*\] *", re.A)
_DASHES = re.compile("->|[–—−→~]")
_TAKES = re.compile(r"[×X:*]|-?x-?")


def glyph(text: str) -> int:
    """The number of "$3" or "!?"."""
    return int(text[1:]) if text[0] == "$" else GLYPHS[text]


def clock_in(text: str) -> tuple[int | None, str]:
    """The time spent that a comment states, in milliseconds, and the rest of the comment."""
    found = _EMT.search(text)
    if not found:
        return None, text
    first, second, last, fraction = found.groups()
    if second is None:
        first, second = None, first  # minutes and seconds alone
    seconds = (int(first or 0) * 60 + int(second or 0)) * 60 + int(last)
    ms = seconds * 1000 + int(((fraction or "") + "000")[:3])
    return ms, f"{text[: found.start()]}{text[found.end() :]}".strip(" ")


def position_in(text: str) -> tuple[str, str]:
    """The position that a comment sets on the board, "" if none, and the rest of the comment."""
    found = _POSITION.search(text)
    if not found:
        return "", text
    return found[1], f"{text[: found.start()]}{text[found.end() :]}".strip(" ")


def unread(text: str) -> str:
    """What was not understood, as a comment that says nothing else when it is read again."""
    return in_line(said(in_line(text))).replace("{", "(").replace("}", ")").replace("[%", "[ %")


def respelled(text: str) -> list[str]:
    """A move as the rules spell it: lower case, one kind of dash, x before what is taken.

    What cannot be told stays as it is, for the rules to refuse.
    """
    word = _DASHES.sub("-", text).lower()
    word = _TAKES.sub("x", word).rstrip("+#,.")
    word = re.sub(r"^([a-g][1-7])([a-g][1-7])", r"\1-\2", word)
    return [word or text]
