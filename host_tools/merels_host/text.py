# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Words that others wrote: made fit for a terminal, and guessed at when they are misspelt.

What a board, a file or another program said goes through `printable` before it is shown; what is
stored stays as it is. Letters and signs of all languages pass. What moves the cursor, changes
colours, hides or turns the order of letters (control characters, and U+202E with its kin) is shown
as its number.

    printable("Ann\\x1b[2J")                        # "Ann\\\\x1b[2J"
    did_you_mean("blokced", ("blocked", "won"))     # "blocked"
    did_you_mean("xyz", ("blocked", "won"))         # ""
"""

from collections.abc import Iterable

_ALIKE = 0.55  # of 1: how much of the two words must be the same


def printable(text: str, longest: int = 400) -> str:
    """`text` in one line, and not endless."""
    return _visible(text[:longest]) + ("..." if len(text) > longest else "")


def printable_lines(text: str) -> str:
    """`text` with the ends of its lines, however long it is."""
    return "\n".join(map(_visible, text.replace("\r\n", "\n").split("\n")))


def _visible(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in line)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The one of `words` that is most like `word`, "" if none is at all like it."""
    from difflib import get_close_matches  # only here: nobody needs it who spells well

    small = {one.lower(): one for one in words}
    found = get_close_matches(word.lower()[:100], small, 1, _ALIKE)
    return small[found[0]] if found else ""
