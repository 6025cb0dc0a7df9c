# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board as it is seen just now, for the eye: on or off, bars, and which point is asked for.

lines = draw(wiring, {"d6"}, {"a7"}, {}, board.threshold, bounce={"d6": 3})
"""

from collections.abc import Callable, Collection, Mapping

from merels.board import WOOD

_WIDE = 7
_BAR = 4  # characters of a full bar: twice the threshold
ASCII = ("#", "o", ".")
UNICODE = ("█", "●", "·")


def draw(
    wiring,
    lit: Collection[str],
    asked: Collection[str],
    levels: Mapping[str, int],
    threshold: Callable[[str, int], int],
    bounce: Mapping[str, int],
    signs: tuple[str, str, str] = ASCII,
) -> list[str]:
    """Seven lines of cells such as "[d6o 3  ]", a closed switch that has bounced for 3 ms, or
    " d6+##   ", an analog sensor."""
    lines = []
    for row in range(7, 0, -1):
        cells = []
        for column in "abcdefg":
            point = f"{column}{row}"
            if point not in WOOD or (point not in wiring.points):
                cells.append(" " * (_WIDE + 2))
                continue
            value = signs[1] if point in lit else signs[2]
            if point in bounce:
                value += f" {bounce[point]}"
            if point in levels:
                value = bar(levels[point], threshold(point, levels[point]), signs[0])
            edge = "[]" if point in asked else "  "
            cells.append(f"{edge[0]}{f'{point}{value}':<{_WIDE}}{edge[1]}")
        lines.append("".join(cells).rstrip())
    return lines


def bar(level: int, threshold: int, sign: str = ASCII[0]) -> str:
    """A sign and up to four blocks; two are the threshold, from which on it is a piece."""
    blocks = min(_BAR, abs(level) * 2 // max(threshold, 1))
    if not blocks:
        return " " + "." * (abs(level) * 8 > threshold)
    return ("+" if level > 0 else "-") + sign * blocks
