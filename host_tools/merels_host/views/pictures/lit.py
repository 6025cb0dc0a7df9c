# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board with its lights as a picture (SVG), with a legend if wanted.

Masks and the names of lights in, text out, the same text for the same input. The pictures of the
docs are made with it.

    game = Game()
    game.play("d6")
    picture(game.board, game.white, game.black, {"d6": "last-move"}, legend=True)
"""

from collections.abc import Mapping
from xml.sax.saxutils import escape

from merels.board import WOOD, Board
from merels.lights.palette import MEANINGS

from merels_host.views.pictures import looks, svg
from merels_host.views.pictures.lights import MOVEMENT, SAYS, STYLE, light, number_of
from merels_host.views.pictures.shapes import Disc
from merels_host.views.pictures.wood import PIECE, Frame, bits, man, point, wood

_LEGEND_WIDTH = 340
_LEGEND_ROW = 44
_LOOKS = {"wood", "wires", "line", "point", "name", "words", "white", "black"}


def picture(
    board: Board,
    white: int = 0,
    black: int = 0,
    lights: Mapping[str, str] | None = None,
    *,
    size: int = 540,
    theme: str = "auto",
    title: str = "",
    legend: bool = False,
) -> str:
    """The board as an SVG document.

    white, black: masks of wood bits. lights: wood point -> name of a meaning, as from
    `app.lights.shown()`. size: the board's width in pixels; a legend comes to its right. theme:
    light, dark, or auto for what the reader's screen prefers. Raises ValueError for a theme, point
    or meaning that does not exist, and for a piece or a light beside the board.
    """
    style = looks.css(theme, _LOOKS)
    lit = _lit(board, lights or {})
    if (white | black) & ~board.points or white & black:
        raise ValueError("a piece stands beside the board, or two on one point")
    frame = Frame(board)
    rows = _legend_rows(white, black, lit) if legend else []
    width = frame.side + (_LEGEND_WIDTH if rows else 0)
    height = max(frame.side, len(rows) * _LEGEND_ROW + 20)
    parts = svg.head((width, height), size / frame.side, style + STYLE + MOVEMENT, title)
    parts += [svg.element(shape) for shape in wood(board, frame)]
    for bit in bits(board.points):
        parts.append(svg.element(point(bit, frame)))
        if (white | black) >> bit & 1:
            parts.append(svg.element(man(black >> bit & 1, bit, frame)))
        if bit in lit:
            parts += light(lit[bit], *frame.place(bit), bit)
    for number, (drawn, words) in enumerate(rows):
        y = 32 + number * _LEGEND_ROW
        parts.append(f'<g transform="translate({frame.side + 40} {y}) scale(.5)">')
        parts.append('<rect class="wood" x="-40" y="-40" width="80" height="80" rx="12"/>')
        parts += drawn
        said = f'<text class="words" x="{frame.side + 72}" y="{y + 6}">{escape(words)}</text>'
        parts.append(f"</g>{said}")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lit(board: Board, lights: Mapping[str, str]) -> dict[int, int]:
    """Wood bit -> number of its meaning."""
    lit = {}
    for name, meaning in lights.items():
        if name not in WOOD or not board.points >> WOOD.index(name) & 1:
            raise ValueError(f"this board has no light at {name!r}")
        lit[WOOD.index(name)] = number_of(meaning)
    return lit


def _legend_rows(white: int, black: int, lit: dict[int, int]) -> list[tuple[list[str], str]]:
    rows = []
    for name, mask in (("white", white), ("black", black)):
        if mask:
            rows.append(([svg.element(Disc(name, 0, 0, PIECE))], name))
    for number in sorted(set(lit.values())):
        rows.append((light(number, 0, 0, 0), SAYS[MEANINGS[number]]))
    return rows
