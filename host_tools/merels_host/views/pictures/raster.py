# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Shapes as pixels, with Pillow and its own font, so that they are the same on every system.

Everything is painted several times as large and then made smaller, which smooths the edges.

    png(scene, size=540, theme="dark")      # bytes
"""

import io
from collections.abc import Iterable
from math import hypot

from PIL import Image, ImageColor, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from merels_host.views.pictures.looks import Look, look
from merels_host.views.pictures.shapes import Area, Box, Disc, Place, Scene, Shape, Strokes, Words

_FINE = 3  # so many times as large
_FINE_UP_TO = 1500  # pixels; what is larger is smooth enough with less


def png(scene: Scene, *, size: int, theme: str, title: str = "") -> bytes:
    """A scene as a PNG file. size: the side of the board in pixels."""
    canvas = Canvas(scene, size, theme)
    canvas.paint(scene.shapes)
    info = PngInfo()
    if title:
        info.add_itxt("Title", title)
    file = io.BytesIO()
    canvas.picture().save(file, "PNG", pnginfo=info, optimize=True)
    return file.getvalue()


class Canvas:
    """A sheet to paint on, as large as a scene."""

    def __init__(self, scene: Scene, size: int, theme: str):
        self._theme = theme
        self._fine = _FINE if size <= _FINE_UP_TO else 1 + (size <= 2 * _FINE_UP_TO)
        scale = size / scene.board
        width, height = round(scene.width * scale), round(scene.height * scale)
        self._scale = scale * self._fine
        self._image = Image.new("RGB", (width * self._fine, height * self._fine))

    def copy(self) -> "Canvas":
        """Another sheet on which the same is painted so far."""
        twin = object.__new__(Canvas)
        twin.__dict__.update(self.__dict__)
        twin._image = self._image.copy()
        return twin

    def picture(self) -> Image.Image:
        """What is painted, at its size."""
        return self._image.reduce(self._fine) if self._fine > 1 else self._image

    def paint(self, shapes: Iterable[Shape]) -> None:
        """Paint shapes over what is there."""
        pen = ImageDraw.Draw(self._image, "RGBA")
        for shape in shapes:
            self._shape(pen, shape, look(shape.look, self._theme))

    def _shape(self, pen: ImageDraw.ImageDraw, shape: Shape, style: Look) -> None:
        k = self._scale
        fill = _colour(style.fill, style.opacity)
        stroke = _colour(style.stroke, style.opacity)
        match shape:
            case Box(_, x, y, width, height, corner):
                box = (x * k, y * k, (x + width) * k - 1, (y + height) * k - 1)
                pen.rounded_rectangle(box, corner * k, fill)
            case Disc(_, x, y, radius):
                # As in SVG the stroke lies half inside and half outside.
                reach = (radius + style.width / 2) * k
                box = (x * k - reach, y * k - reach, x * k + reach, y * k + reach)
                pen.ellipse(box, fill, stroke, max(round(style.width * k), 1))
            case Strokes(_, lines):
                for line in lines:
                    for start, end in _dashes(*line, style.dash):
                        self._line(pen, start, end, stroke, style.width)
            case Area(_, corners):
                pen.polygon([(x * k, y * k) for x, y in corners], fill)
            case Words(_, x, y, text):
                font = ImageFont.load_default(style.font * k)
                anchor = "ms" if style.middle else "ls"
                pen.text((x * k, y * k), text, fill, font, anchor)

    def _line(
        self,
        pen: ImageDraw.ImageDraw,
        start: Place,
        end: Place,
        colour: tuple | None,
        width: float,
    ) -> None:
        """A line as a polygon: Pillow's own has ragged ends where it slants."""
        k = self._scale
        length = hypot(end[0] - start[0], end[1] - start[1])
        half = width / 2 / length
        x, y = (end[1] - start[1]) * half, (start[0] - end[0]) * half
        (a, b), (c, d) = start, end
        corners = ((a + x, b + y), (c + x, d + y), (c - x, d - y), (a - x, b - y))
        pen.polygon([(x * k, y * k) for x, y in corners], colour)


def _colour(text: str, opacity: float) -> tuple[int, ...] | None:
    if not text:
        return None
    return (*ImageColor.getrgb(text)[:3], round(255 * opacity))


def _dashes(start: Place, end: Place, dash: tuple[float, ...]) -> Iterable[tuple[Place, Place]]:
    """The pieces of a line: itself if it is not dashed."""
    if not dash:
        yield start, end
        return
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    at, drawn, number = 0.0, True, 0
    while at < length:
        to = min(at + dash[number % len(dash)], length)
        if drawn:
            yield (
                (start[0] + dx * at, start[1] + dy * at),
                (start[0] + dx * to, start[1] + dy * to),
            )
        at, drawn, number = to, not drawn, number + 1
