# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Wrong usage in one sentence: what click and Typer say, in the words of the other errors.

sentence(error)     # "invalid value for '--port': it should be a whole number; see merels ..."
"""

import re

_PLAINER = (
    (re.compile(r"\bValue error, "), ""),
    (re.compile(r", unable to parse string as an? \w+"), ""),
    (re.compile(r"\bInput should be\b"), "it should be"),
    (re.compile(r"\ba valid integer\b"), "a whole number"),
    (re.compile(r"\ba valid number\b"), "a number"),
    (re.compile(r"\bless than or equal to\b"), "at most"),
    (re.compile(r"\bgreater than or equal to\b"), "at least"),
)


def sentence(error: Exception) -> str:
    """What click says about wrong usage, with the next step."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "merels"
    words = " ".join(error.format_message().split()).rstrip(".")  # type: ignore[attr-defined]
    for pattern, plain in _PLAINER:
        words = pattern.sub(plain, words)
    return f"{words[:1].lower()}{words[1:]}; see {path} --help."
