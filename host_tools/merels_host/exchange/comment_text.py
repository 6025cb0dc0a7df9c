# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Comments as they are said, and as they stand between the braces of PGN.

PGN has no way to write a brace that closes, and lines of a comment may be broken anew. What would
be lost stands in a command, `[%char 7D]`: the numbers of the characters, in hexadecimal. Other
programs pass over commands that they do not know.

    written("a } b")            # "a [%char 7D] b"
    said("a [%char 7D] b")      # "a } b"
"""

import re

# What is no text in a line of a file.
CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
TIE = "\0"  # a blank at which no line may end
_ODD = re.compile(rf"(?:}}|{CONTROL.pattern})+|^ +| +$|\[(?=%char )")
_CHAR = re.compile(r"\[%char ((?:[0-9A-F]{2,5}|10[0-9A-F]{4})(?: [0-9A-F]{2,5})*)\]")
_BREAK = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_BLANKS = re.compile(r"  +")
_COMMAND = re.compile(r"\[(?=%(?:emt|position)\b)")


def written(text: str) -> str:
    """A comment that `said` takes back to `text` when its lines are put together."""
    text = _ODD.sub(_numbered, text)
    return _BLANKS.sub(lambda found: TIE * len(found[0]), text)


def harmless(text: str) -> str:
    """A written comment in which commands of ours are text."""
    return _COMMAND.sub(f"[%char{TIE}5B]", text)


def said(text: str) -> str:
    """What a written comment says."""
    return _CHAR.sub(_characters, text) if "[%char " in text else text


def in_line(text: str) -> str:
    """The lines of a comment as one."""
    if "\n" in text or "\t" in text or "\r" in text:
        text = _BREAK.sub(" ", text).replace("\t", " ")
    return text.strip(" ")


def joined(first: str, second: str) -> str:
    """Two comments as one."""
    return f"{first} {second}" if first and second else first or second


def _numbered(found: re.Match) -> str:
    return f"[%char{TIE}{TIE.join(f'{ord(sign):02X}' for sign in found[0])}]"


def _characters(found: re.Match) -> str:
    numbers = [int(word, 16) for word in found[1].split(" ")]
    if any(0xD800 <= number < 0xE000 for number in numbers):
        return found[0]
    return "".join(map(chr, numbers))
