# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The lights of the board in pictures (SVG): what each says, and how it looks and moves.

swatch("hint")          # one light alone
rhythm_name("hint")     # "marching"
"""

from xml.sax.saxutils import quoteattr

from merels.lights.palette import (
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

from merels_host.views.pictures import looks, svg
from merels_host.views.pictures.shapes import Box, Disc
from merels_host.views.pictures.wood import POINT

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

_RING = 27  # its radius

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


STYLE = (
    ".merels .ring{fill:none;stroke-width:7}.merels .glow{fill:none;stroke-width:15;opacity:.3}"
)
# As merels.palette.level: half a second on and half dim, four flashes a second, two seconds for a
# breath, a gap that runs along the points, dim for a moment every second, two flashes every
# second. Not for those who ask for less motion.
MOVEMENT = (
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


def swatch(meaning: str) -> str:
    """One light alone on a bit of wood, as an SVG document. Raises ValueError."""
    number = number_of(meaning)
    style = looks.css("auto", {"wood", "point"}) + STYLE + MOVEMENT
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="merels" role="img" '
            f'viewBox="0 0 80 80" width="40" height="40" aria-label={quoteattr(meaning)}>',
            f"<style>{style}</style>",
            svg.element(Box("wood", 0, 0, 80, 80, 16)),
            svg.element(Disc("point", 40, 40, POINT)),
            *light(number, 40, 40, 0),
            "</svg>\n",
        ]
    )


def rhythm_name(meaning: str) -> str:
    """The rhythm of a meaning in a word. Raises ValueError."""
    return _RHYTHMS[RHYTHMS[number_of(meaning)]][0]


def number_of(meaning: str) -> int:
    """The number of a meaning. Raises ValueError."""
    if meaning not in SAYS:
        raise ValueError(f"there is no light {meaning!r}; there are {', '.join(SAYS)}")
    return MEANINGS.index(meaning)


def light(number: int, x: float, y: float, bit: int) -> list[str]:
    """The light of a meaning on a wood bit, as SVG."""
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
