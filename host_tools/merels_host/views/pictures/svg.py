# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Shapes as SVG.

element(Disc("white", 60, 480, 20))     # '<circle class="white" cx="60" cy="480" r="20"/>'
"""

from xml.sax.saxutils import escape, quoteattr

from merels_host.views.pictures.looks import css
from merels_host.views.pictures.shapes import Area, Box, Disc, Scene, Shape, Strokes, Words


def document(scene: Scene, *, size: int, theme: str, title: str = "") -> str:
    """A scene as an SVG document. size: the side of the board in pixels. Raises ValueError."""
    scale = size / scene.board
    body = [element(shape) for shape in scene.shapes]
    style = css(theme, {shape.look for shape in scene.shapes})
    size_of = (scene.width, scene.height)
    return "\n".join([*head(size_of, scale, style, title), *body, "</svg>"]) + "\n"


def head(sheet: tuple[float, float], scale: float, style: str, title: str) -> list[str]:
    """The beginning of a document. sheet: width and height in units of the drawing."""
    width, height = sheet
    label = f" aria-label={quoteattr(title)}>" if title else ">"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="merels" role="img" '
        f'viewBox="0 0 {width:g} {height:g}" width="{round(width * scale)}" '
        f'height="{round(height * scale)}"{label}',
        f"<title>{escape(title)}</title>" if title else "",
        f"<style>{style}</style>",
    ]
    return [line for line in lines if line]


def element(shape: Shape) -> str:
    """One shape."""
    match shape:
        case Box(look, x, y, width, height, corner):
            where = f' x="{x:g}" y="{y:g}"' if x or y else ""
            size = f' width="{width:g}" height="{height:g}"'
            return f'<rect class="{look}"{where}{size}' + (
                f' rx="{corner:g}"/>' if corner else "/>"
            )
        case Disc(look, x, y, radius):
            return f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        case Strokes(look, lines):
            d = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in lines)
            return f'<path class="{look}" d="{d}"/>'
        case Area(look, corners):
            d = "L".join(f"{x:g} {y:g}" for x, y in corners)
            return f'<path class="{look}" d="M{d}Z"/>'
        case Words(look, x, y, text):
            return f'<text class="{look}" x="{x:g}" y="{y:g}">{escape(text)}</text>'
