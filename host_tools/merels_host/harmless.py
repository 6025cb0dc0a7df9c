# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Text of strangers, fit for a terminal: what a board, a file or another program said.

Before every output of such words; what is stored stays as it is. Letters and signs of all
languages pass. What moves the cursor, changes colours, hides or turns the order of letters
(control characters, and U+202E with its kin) is shown as its number.

harmless("Ann\\x1b[2J")      # "Ann\\\\x1b[2J"
"""


def harmless(text: str, longest: int = 400) -> str:
    """`text` in one line, and not endless."""
    return _visible(text[:longest]) + ("..." if len(text) > longest else "")


def harmless_lines(text: str) -> str:
    """`text` with the ends of its lines, however long it is."""
    return "\n".join(map(_visible, text.replace("\r\n", "\n").split("\n")))


def _visible(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in line)
