# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A whole game that moves: as a GIF, or as SVG with CSS, each turn a picture of `scene`.

show = frames(film, pace=1.0)               # [(moment, milliseconds), ...]
moving_svg(film, show, size=540, theme="light", title="7f3a21c9-12")
"""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from merels_host.errors import UsageProblem
from merels_host.views.moments import Film, Moment
from merels_host.views.pictures import looks, svg
from merels_host.views.pictures.scene import scene, setting, standing

if TYPE_CHECKING:
    from PIL.Image import Image

Frames = list[tuple[Moment, int]]

_REMOVAL = 2  # times as long as another turn
_LAST = 4  # times as long, and never less than
_LAST_MS = 3000
_SHORTEST_MS, _LONGEST_MS = 50, 600_000  # what every program shows, and what a GIF can say
_MEMORY = 500_000_000  # bytes of a GIF while it is made
_COLOURS = 128


def frames(film: Film, pace: float = 1.0, real_time: bool = False) -> Frames:
    """Each moment of a game with the milliseconds for which it is seen.

    pace: seconds for a turn; a removal and the end are seen longer. real_time: until the next turn
    was played, as far as that is known.
    """
    found = []
    for number, moment in enumerate(film.moments):
        ms = pace * 1000 * (_REMOVAL if moment.removed else 1)
        if number == len(film.moments) - 1:
            ms = max(pace * 1000 * _LAST, _LAST_MS)
        elif real_time:
            took = film.moments[number + 1].took_ms
            ms = ms if took is None else took
        found.append((moment, min(max(round(ms), _SHORTEST_MS), _LONGEST_MS)))
    return found


def moving_svg(film: Film, show: Frames, *, size: int, theme: str, title: str = "") -> str:
    """A game as SVG. Those who ask for less motion see the last position."""
    drawn = scene(show[0][0], film.board)
    groups = [standing(moment, film.board) for moment, _ in show]
    names = {shape.look for shapes in (setting(film.board), *groups) for shape in shapes}
    style = looks.css(theme, names) + _movement([ms for _, ms in show])
    lines = svg.head((drawn.width, drawn.height), size / drawn.board, style, title)
    lines += [svg.element(shape) for shape in setting(film.board)]
    for number, shapes in enumerate(groups):
        end = " end" if number == len(groups) - 1 else ""
        lines.append(f'<g class="frame f{number}{end}">')
        lines += [svg.element(shape) for shape in shapes]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


def moving_gif(film: Film, show: Frames, *, size: int, theme: str, title: str = "") -> bytes:
    """A game as GIF. Raises UsageProblem where it would not fit into memory."""
    drawn = scene(show[0][0], film.board)
    need = len(show) * size * size * drawn.width / drawn.board
    if need > _MEMORY:
        most = int(size * (_MEMORY / need) ** 0.5) // 10 * 10
        raise UsageProblem(
            f"{len(show)} pictures of this size are too much for a GIF; choose --size {most} or "
            "less, or a file that ends with .svg."
        )
    pictures = _painted(film, show, size, theme)
    first = next(pictures)
    file = io.BytesIO()
    durations = [ms for _, ms in show]
    first.save(
        file, "GIF", save_all=True, append_images=pictures, duration=durations, loop=0,
        disposal=1, optimize=True, comment=title.encode("ascii", "replace")[:255],
    )  # fmt: skip
    return file.getvalue()


def _painted(film: Film, show: Frames, size: int, theme: str) -> "Iterator[Image]":
    """The frames, all in the colours of one palette, so that only what changes changes."""
    from PIL import Image

    from merels_host.views.pictures.raster import Canvas

    empty = Canvas(scene(show[0][0], film.board), size, theme)
    empty.paint(setting(film.board))

    def painted(moment: Moment) -> Image.Image:
        canvas = empty.copy()
        canvas.paint(standing(moment, film.board))
        return canvas.picture()

    samples = [painted(moment) for moment in _samples(film)]
    sheet = Image.new("RGB", (samples[0].width, sum(one.height for one in samples)))
    for number, one in enumerate(samples):
        sheet.paste(one, (0, number * one.height))
    palette = sheet.quantize(_COLOURS)
    for moment, _ in show:
        yield painted(moment).quantize(palette=palette, dither=Image.Dither.NONE)


def _samples(film: Film) -> list[Moment]:
    """Moments that have all colours of the game between them."""
    found = [film.moments[0], film.moments[-1], film.moments[len(film.moments) // 2]]
    for has in (lambda m: m.removed, lambda m: m.source >= 0, lambda m: m.mills):
        found += [moment for moment in film.moments if has(moment)][:1]
    return found


def _movement(durations: list[int]) -> str:
    """The style sheet that lets one frame after the other be seen."""
    whole = sum(durations)
    still = ".merels .frame{visibility:hidden}.merels .end{visibility:visible}"
    moving, keys, at = "", "", 0
    for number, ms in enumerate(durations):
        name = f"merels-f{number}"
        moving += f".merels .f{number}{{animation:{name} {whole / 1000:g}s step-end infinite}}"
        keys += f"@keyframes {name}{{"
        if at:
            keys += "0%{visibility:hidden}"
        keys += f"{100 * at / whole:.4f}%{{visibility:visible}}"
        at += ms
        if at < whole:
            keys += f"{100 * at / whole:.4f}%{{visibility:hidden}}"
        keys += "}"
    return f"{still}@media(prefers-reduced-motion:no-preference){{{moving}}}{keys}"
