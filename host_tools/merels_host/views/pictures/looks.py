# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How each shape looks: colours, widths and dashes, in a light and a dark theme.

The one table that `svg` and `raster` draw by.

    look("wires", "dark").stroke        # "#c79d6f"
    css("auto")                         # the same as a style sheet
"""

from dataclasses import dataclass, replace

THEMES = ("light", "dark")


@dataclass(frozen=True)
class Look:
    """Colours as #rrggbb, "" for none. width, dash: of the stroke, in units of the drawing. font:
    height of letters. middle: text is centred."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()
    opacity: float = 1
    font: float = 0
    middle: bool = False


_LIGHT = {
    "page": Look("#ffffff"),
    "wood": Look("#a9764a"),
    "wires": Look(stroke="#5d3d20", width=3),
    "line": Look(stroke="#5d3d20", width=3, dash=(4, 6)),
    "point": Look("#5d3d20"),
    "name": Look("#24292f", font=18, middle=True, opacity=0.8),
    "words": Look("#24292f", font=16),
    "side": Look("#24292f", font=20),
    "white": Look("#fbf7ee", "#8d8677", 2),
    "black": Look("#1d1b1a", "#000000", 2),
    "mill": Look(stroke="#ffb000", width=14, opacity=0.45),
    "closed": Look(stroke="#ffb000", width=14, opacity=0.95),
    "way": Look(stroke="#4da3ff", width=7, opacity=0.9),
    "head": Look("#4da3ff"),
    "last": Look(stroke="#4da3ff", width=5),
    "taken": Look(stroke="#d1242f", width=6),
    "ghost-white": Look("#fbf7ee", "#8d8677", 2, opacity=0.35),
    "ghost-black": Look("#1d1b1a", "#000000", 2, opacity=0.35),
    "marked": Look(stroke="#d1242f", width=4),
    "turn": Look("#2da44e"),
    "part": Look("#ffffff", "#24292f", 2),
    "glass": Look("#dff1ff", "#24292f", 2),
    "lead": Look(stroke="#24292f", width=2),
    "supply": Look(stroke="#d1242f", width=2),
    "ink": Look("#24292f"),
    "magnet": Look("#d1242f", opacity=0.6),
    "small": Look("#24292f", font=14),
    "led": Look("#24292f", font=15, middle=True),
}
_DARK = _LIGHT | {
    "page": Look("#0d1117"),
    "wood": Look("#6d4a2c"),
    "wires": replace(_LIGHT["wires"], stroke="#c79d6f"),
    "line": replace(_LIGHT["line"], stroke="#c79d6f"),
    "point": Look("#c79d6f"),
    "name": replace(_LIGHT["name"], fill="#e6edf3"),
    "words": replace(_LIGHT["words"], fill="#e6edf3"),
    "side": replace(_LIGHT["side"], fill="#e6edf3"),
    "black": Look("#1d1b1a", "#8d8677", 2),
    "ghost-black": Look("#1d1b1a", "#8d8677", 2, opacity=0.35),
    "taken": Look(stroke="#ff6b6b", width=6),
    "marked": Look(stroke="#ff6b6b", width=4),
    "part": Look("#161b22", "#e6edf3", 2),
    "glass": Look("#12304a", "#e6edf3", 2),
    "lead": replace(_LIGHT["lead"], stroke="#e6edf3"),
    "supply": replace(_LIGHT["supply"], stroke="#ff6b6b"),
    "ink": Look("#e6edf3"),
    "small": replace(_LIGHT["small"], fill="#e6edf3"),
}
_TABLES = {"light": _LIGHT, "dark": _DARK}


def look(name: str, theme: str) -> Look:
    """A look by its name. Raises KeyError."""
    return _TABLES[theme][name]


def css(theme: str, names: set[str]) -> str:
    """Looks as a style sheet. theme: light, dark, or auto for what the reader's screen prefers.

    Plain colours and no CSS variables, which many programs that show an SVG do not know.
    Raises ValueError for a theme that does not exist.
    """
    if theme == "auto":
        other = {name for name in names if _LIGHT[name] != _DARK[name]}
        dark = f"@media(prefers-color-scheme:dark){{{css('dark', other)}}}" if other else ""
        return css("light", names) + dark
    if theme not in _TABLES:
        raise ValueError(f"there is no theme {theme!r}, only {', '.join((*THEMES, 'auto'))}")
    table = _TABLES[theme]
    return "".join(f".merels .{name}{{{_rule(table[name])}}}" for name in table if name in names)


def _rule(look: Look) -> str:
    rules = [f"fill:{look.fill or 'none'}"]
    if look.stroke:
        rules.append(f"stroke:{look.stroke};stroke-width:{look.width:g}")
    if look.dash:
        rules.append("stroke-dasharray:" + " ".join(f"{length:g}" for length in look.dash))
    if look.opacity != 1:
        rules.append(f"opacity:{look.opacity:g}")
    if look.font:
        rules.append(f"font:{look.font:g}px sans-serif")
    if look.middle:
        rules.append("text-anchor:middle")
    return ";".join(rules)
