# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board as a picture (SVG): lines, pieces and lights, with a legend if wanted.

A leaf of the host's stream: masks and the names of lights in, text out, the same text for the same
input. The pictures of the docs are made with it.

    game = Game()
    game.play("d6")
    picture(game.board, game.white, game.black, {"d6": "last-move"}, legend=True)
"""

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from merels.board import WOOD, Board
from merels.palette import (
    BREATHING,
    FAST,
    MARCHING,
    MEANINGS,
    RHYTHMS,
    SLOW,
    STEADY,
    TWICE,
    WINKING,
    look,
)

# What a light says, in a few words. The keys are the names in MEANINGS.
SAYS = {
    "idle": "ready: a new game can begin",
    "lifted": "a piece was lifted from here",
    "target": "it may be put here",
    "completes-mill": "put here, it closes a mill",
    "mill": "a mill was closed",
    "removable": "may be removed",
    "last-move": "the last move ended here",
    "host-from": "the move asked for starts here",
    "host-to": "the move asked for ends here",
    "wrong": "something is wrong here",
    "missing": "a piece belongs here",
    "extra": "this piece does not belong here",
    "takeback": "a move is being taken back",
    "hint": "the board asks what was meant",
    "over": "the game is over",
    "menu": "an entry of the menu",
    "test": "a light under test",
    "threat": "the opponent could close a mill here",
    "chosen": "this is chosen now",
    "set-white": "white's piece, while a position is set up",
    "set-black": "black's piece, while a position is set up",
}

_STEP = 70  # between two neighbouring files or ranks, in units of the drawing
_EDGE = 60  # from the outermost points to the edge
_PIECE = 20  # radii
_RING = 27
_LEGEND_WIDTH = 340
_LEGEND_ROW = 44

# A rhythm can be told in print, too: its ring is drawn with these dashes.
_RHYTHMS = {
    STEADY: ("steady", ""),
    SLOW: ("slow", "42.4 42.4"),
    FAST: ("fast", "10.6 10.6"),
    BREATHING: ("breathing", "1 6.07"),
    MARCHING: ("marching", "31.8 10.6"),
    WINKING: ("winking", "148.4 21.2"),
    TWICE: ("twice", "21.2 21.2 21.2 106"),
}


# Plain colours and no CSS variables, which many programs that show an SVG do not know.
def _colours(wood: str, wire: str, text: str) -> str:
    return (
        f".merels .wood{{fill:{wood}}}.merels .wires{{stroke:{wire}}}"
        f".merels .point{{fill:{wire}}}.merels text{{fill:{text}}}"
    )


_LIGHT = _colours("#a9764a", "#5d3d20", "#24292f")
_DARK = _colours("#6d4a2c", "#c79d6f", "#e6edf3")
_THEMES = {
    "light": _LIGHT,
    "dark": _DARK,
    "auto": f"{_LIGHT}@media(prefers-color-scheme:dark){{{_DARK}}}",
}
_STYLE = (
    ".merels text{font:16px sans-serif}"
    ".merels .name{font-size:18px;text-anchor:middle;opacity:.8}"
    ".merels .wires{stroke-width:3;fill:none}"
    ".merels .line{stroke-dasharray:4 6}"
    ".merels .white{fill:#fbf7ee;stroke:#8d8677;stroke-width:2}"
    ".merels .black{fill:#1d1b1a;stroke:#000;stroke-width:2}"
    ".merels .ring{fill:none;stroke-width:7}"
    ".merels .glow{fill:none;stroke-width:15;opacity:.3}"
)
# As merels.palette.level: half a second on and half dim, four flashes a second, two seconds for a
# breath, a gap that runs along the points, dim for a moment every second, two flashes every
# second. Not for those who ask for less motion.
_MOVEMENT = (
    "@media(prefers-reduced-motion:no-preference){"
    ".merels .slow{animation:merels-slow 1.024s step-end infinite}"
    ".merels .fast{animation:merels-fast .256s step-end infinite}"
    ".merels .breathing{animation:merels-breathing 2.048s linear infinite}"
    ".merels .marching{animation:merels-marching .512s step-end infinite}"
    ".merels .winking{animation:merels-winking 1.024s step-end infinite}"
    ".merels .twice{animation:merels-twice 1.024s step-end infinite}}"
    "@keyframes merels-slow{50%{opacity:.2}}"
    "@keyframes merels-fast{50%{opacity:0}}"
    "@keyframes merels-breathing{50%{opacity:.15}}"
    "@keyframes merels-marching{75%{opacity:.2}}"
    "@keyframes merels-winking{87.5%{opacity:.2}}"
    "@keyframes merels-twice{12.5%{opacity:.15}25%{opacity:1}37.5%{opacity:.15}}"
)


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
    if theme not in _THEMES:
        raise ValueError(f"there is no theme {theme!r}, only {', '.join(_THEMES)}")
    lit = _lit(board, lights or {})
    if (white | black) & ~board.points or white & black:
        raise ValueError("a piece stands beside the board, or two on one point")
    frame = _Frame(board)
    rows = _legend_rows(white, black, lit) if legend else []
    width = frame.side + (_LEGEND_WIDTH if rows else 0)
    height = max(frame.side, len(rows) * _LEGEND_ROW + 20)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="merels" role="img" '
        f'viewBox="0 0 {width} {height}" width="{_scaled(width, frame, size)}" '
        f'height="{_scaled(height, frame, size)}"'
        + (f" aria-label={quoteattr(title)}>" if title else ">"),
        f"<title>{escape(title)}</title>" if title else "",
        f"<style>{_THEMES[theme]}{_STYLE}{_MOVEMENT}</style>",
        f'<rect class="wood" width="{frame.side}" height="{frame.side}" rx="16"/>',
        *_wires(board, frame),
        *_names(board, frame),
    ]
    for bit in range(25):
        if board.points >> bit & 1:
            x, y = frame.place(bit)
            parts.append(f'<circle class="point" cx="{x}" cy="{y}" r="6"/>')
            if (white | black) >> bit & 1:
                parts.append(_piece("white" if white >> bit & 1 else "black", x, y))
            if bit in lit:
                parts += _light(lit[bit], x, y, bit)
    for number, (drawn, words) in enumerate(rows):
        y = 32 + number * _LEGEND_ROW
        parts.append(f'<g transform="translate({frame.side + 40} {y}) scale(.5)">')
        parts.append('<rect class="wood" x="-40" y="-40" width="80" height="80" rx="12"/>')
        parts += drawn
        parts.append(f'</g><text x="{frame.side + 72}" y="{y + 6}">{escape(words)}</text>')
    parts.append("</svg>")
    return "\n".join(part for part in parts if part) + "\n"


def swatch(meaning: str) -> str:
    """One light alone on a bit of wood, as an SVG document. Raises ValueError."""
    number = _number(meaning)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="merels" role="img" '
            f'viewBox="0 0 80 80" width="40" height="40" aria-label={quoteattr(meaning)}>',
            f"<style>{_THEMES['auto']}{_STYLE}{_MOVEMENT}</style>",
            '<rect class="wood" width="80" height="80" rx="16"/>',
            '<circle class="point" cx="40" cy="40" r="6"/>',
            *_light(number, 40, 40, 0),
            "</svg>\n",
        ]
    )


def rhythm_name(meaning: str) -> str:
    """The rhythm of a meaning in a word. Raises ValueError."""
    return _RHYTHMS[RHYTHMS[_number(meaning)]][0]


class _Frame:
    """Where the points of a board lie on the drawing."""

    def __init__(self, board: Board):
        columns = [ord(WOOD[bit][0]) for bit in range(25) if board.points >> bit & 1]
        self.left, right = min(columns), max(columns)
        self.side = _STEP * (right - self.left) + 2 * _EDGE
        self.top = max(int(WOOD[bit][1]) for bit in range(25) if board.points >> bit & 1)

    def place(self, bit: int) -> tuple[int, int]:
        name = WOOD[bit]
        x = _EDGE + _STEP * (ord(name[0]) - self.left)
        return x, _EDGE + _STEP * (self.top - int(name[1]))


def _scaled(length: int, frame: _Frame, size: int) -> int:
    return round(length * size / frame.side)


def _number(meaning: str) -> int:
    if meaning not in SAYS:
        raise ValueError(f"there is no light {meaning!r}; there are {', '.join(SAYS)}")
    return MEANINGS.index(meaning)


def _lit(board: Board, lights: Mapping[str, str]) -> dict[int, int]:
    """Wood bit -> number of its meaning."""
    lit = {}
    for name, meaning in lights.items():
        if name not in WOOD or not board.points >> WOOD.index(name) & 1:
            raise ValueError(f"this board has no light at {name!r}")
        lit[WOOD.index(name)] = _number(meaning)
    return lit


def _wires(board: Board, frame: _Frame) -> list[str]:
    """The ways between points, and dashed the lines on which no piece may slide."""
    ways = []
    for bit in range(25):
        for other in range(bit + 1, 25):
            if board.adjacent[bit] >> other & 1:
                ways.append("M{} {}L{} {}".format(*frame.place(bit), *frame.place(other)))
    lines = []
    for line, middle in zip(board.lines, board.middles, strict=True):
        first, last = (bit for bit in range(25) if line >> bit & 1 and bit != middle)
        if not board.adjacent[middle] & line:
            lines.append("M{} {}L{} {}".format(*frame.place(first), *frame.place(last)))
    paths = [("wires", ways), ("wires line", lines)]
    return [f'<path class="{name}" d="{"".join(d)}"/>' for name, d in paths if d]


def _names(board: Board, frame: _Frame) -> list[str]:
    """The letters of the files below, the numbers of the ranks at the left."""
    files: dict[int, str] = {}
    ranks: dict[int, str] = {}
    for bit in range(25):
        if board.points >> bit & 1:
            x, y = frame.place(bit)
            files[x], ranks[y] = board.name(bit)
    below = frame.side - 12
    texts = [(x, below, letter) for x, letter in sorted(files.items())]
    texts += [(16, y + 6, number) for y, number in sorted(ranks.items())]
    return [f'<text class="name" x="{x}" y="{y}">{text}</text>' for x, y, text in texts]


def _piece(side: str, x: int, y: int) -> str:
    return f'<circle class="{side}" cx="{x}" cy="{y}" r="{_PIECE}"/>'


def _light(number: int, x: int, y: int, bit: int) -> list[str]:
    red, green, blue, rhythm = look(number)
    name, dashes = _RHYTHMS[rhythm]
    colour = on_screen(red, green, blue)
    where = f'cx="{x}" cy="{y}" r="{_RING}" stroke="{colour}"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    if rhythm == BREATHING:
        dashed += ' stroke-linecap="round"'
    # the gap runs along the points: the first of four is dim a quarter later than the second
    delay = f' style="animation-delay:{-128 * (bit & 3)}ms"' if rhythm == MARCHING else ""
    return [
        f'<g class="{name}"{delay}>',
        f'<circle class="glow" {where}/>',
        f'<circle class="ring" {where}{dashed}/></g>',
    ]


def on_screen(red: int, green: int, blue: int) -> str:
    """The colour on a screen of an LED with these values: dim LEDs shine more than dim pixels."""
    most = max(red, green, blue, 1)
    # half of the way to full brightness on a curve such as the eye's
    scale = (most / 255) ** 0.35 * 255 / most
    return "#" + "".join(f"{round(value * scale):02x}" for value in (red, green, blue))


def _legend_rows(white: int, black: int, lit: dict[int, int]) -> list[tuple[list[str], str]]:
    rows = []
    if white:
        rows.append(([_piece("white", 0, 0)], "white"))
    if black:
        rows.append(([_piece("black", 0, 0)], "black"))
    for number in sorted(set(lit.values())):
        rows.append((_light(number, 0, 0, 0), SAYS[MEANINGS[number]]))
    return rows
