# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The variants as a table of differences from the standard game, for the screen and the docs.

for row in rows(): print(row)
print(markdown())
"""

from merels.rules import variants

HEADERS = ("variant", "also called", "board", "differs from nine-mens-morris")


def rows() -> list[tuple[str, str, str, str]]:
    """Id, aliases, board and differences of every variant."""
    found = []
    for name in variants.ids():
        variant = variants.find(name)
        differences = " ".join(f"{key}={value}" for key, value in variant.differences.items())
        board = variant.board.replace("-", " ")
        found.append((variant.id, ", ".join(variant.aliases), board, differences))
    return found


def markdown() -> str:
    """The table in Markdown."""
    lines = ["| " + " | ".join(HEADERS) + " |", "|" + "---|" * len(HEADERS)]
    for name, aliases, board, differences in rows():
        lines.append(f"| {name} | {aliases} | {board} | {differences} |")
    return "\n".join(lines)
