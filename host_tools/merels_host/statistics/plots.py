# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Figures as one picture of plots, SVG or PNG, by matplotlib.

The same figures give the same picture: nothing in it depends on the day, and an SVG tells in its
description which numbers it shows.

    check("club.svg")               # can that be drawn here?
    write(found, "club.svg")
"""

import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from merels_host.errors import MerelsError, UsageProblem
from merels_host.files import write_atomically
from merels_host.sessions.games import PHASES
from merels_host.statistics.figures import Figures
from merels_host.text import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMS = ("svg", "png")
# White's colour is that of a light piece, so it has an edge.
_RESULTS = (
    ("white", "white wins", "#f4ead5"),
    ("draws", "draws", "#9fb3c8"),
    ("black", "black wins", "#3a3a3a"),
    ("unfinished", "unfinished", "#ffffff"),
)
_PHASES: dict[str, str] = dict(zip(PHASES, ("#2a7f62", "#c8553d", "#4b6cb7"), strict=True))
_STYLE: Any = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titleweight": "bold",
    "font.family": "DejaVu Sans",  # matplotlib brings it along
    "font.size": 9,
    "svg.fonttype": "none",  # letters stay letters: they can be read, searched and tested
    "svg.hashsalt": "merels",
    "text.parse_math": False,  # a player's name may have dollar signs
}


def check(name: str) -> None:
    """Raises UsageProblem: another ending; MerelsError: matplotlib is not installed."""
    if Path(name).suffix[1:].lower() not in FORMS:
        raise UsageProblem(f"a plot cannot be written to {name}; let it end with .svg or .png.")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MerelsError(
            f"the library that draws plots is not installed ({error.name}); install it with "
            "pip install 'merels[plots]'."
        ) from error


def write(found: Figures, name: str) -> None:
    """Draw `found` into the file `name`. Raises DiskProblem, and what `check` raises."""
    check(name)
    write_atomically(Path(name), drawn(found, Path(name).suffix[1:].lower()))


def drawn(found: Figures, form: str) -> bytes:
    """The picture's bytes. form: svg or png."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(11, 9), layout="constrained")
        panels: Any = figure.subplots(3, 2)
        _results(panels[0, 0], found.variants, "variant", "Results by variant")
        _results(panels[0, 1], found.reasons, "reason", "Reasons of the end")
        _lengths(panels[1, 0], found)
        _times(panels[1, 1], found)
        _results(panels[2, 0], found.openings, "opening", "Openings")
        _players(panels[2, 1], found)
        handles, labels = panels[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, ncols=4, fontsize=8, loc="outside upper center")
        target = io.BytesIO()
        figure.savefig(target, format=form, dpi=110, metadata=_metadata(found, form))
    picture = target.getvalue()
    # matplotlib ends the lines of a path with a blank, which tools for text take off again
    return re.sub(rb"[ \t]+\n", b"\n", picture) if form == "svg" else picture


def _metadata(found: Figures, form: str) -> dict[str, str | None]:
    title = f"Statistics of {found.games:,} games"
    if form == "png":
        return {"Title": title, "Software": "merels"}
    described = json.dumps(found.as_json())
    return {"Title": title, "Description": described, "Creator": "merels", "Date": None}


def _results(axes: "Axes", rows: list[dict], key: str, title: str) -> None:
    """A bar for each row: shares of white, black, draws and unfinished games."""
    axes.set_title(title)
    if _nothing(axes, rows):
        return
    places = range(len(rows))
    left = [0.0] * len(rows)
    for name, label, colour in _RESULTS:
        shares = [100 * row[name] / row["games"] for row in rows]
        axes.barh(
            places,
            shares,
            left=left,
            label=label,
            color=colour,
            edgecolor="#3a3a3a",
            linewidth=0.6,
            hatch="///" if name == "unfinished" else None,
        )
        left = [before + share for before, share in zip(left, shares, strict=True)]
    _name_bars(axes, rows, key)
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of the games")


def _name_bars(axes: "Axes", rows: list[dict], key: str) -> None:
    """The first row on top. Two may have one name, as an opening in two variants."""
    names = [f"{printable(row[key], 30)} ({row['games']:,})" for row in rows]
    axes.set_yticks(range(len(rows)), names)
    axes.invert_yaxis()


def _lengths(axes: "Axes", found: Figures) -> None:
    """How many games had how many plies; stacked by variant."""
    axes.set_title("Length")
    if _nothing(axes, found.variants):
        return
    names = [row["variant"] for row in found.variants]
    most = max(int(spread.most or 0) for spread in found.plies.values())
    axes.hist(
        [list(found.plies[name].values) for name in names],
        bins=range(0, most + 3, max(most // 40, 1)),
        weights=[list(found.plies[name].values.values()) for name in names],
        stacked=True,
        label=[printable(name, 30) for name in names],
    )
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    axes.legend(fontsize=7)


def _times(axes: "Axes", found: Figures) -> None:
    """How long turns took, by phase, with the medians; on a logarithmic scale, as people think."""
    axes.set_title("Time a turn")
    timed = {name: spread for name, spread in found.seconds.items() if spread.total}
    if _nothing(axes, timed):
        return
    bins = [0.1 * 1.3**step for step in range(33)]  # to 7 minutes
    for name, spread in timed.items():
        shares = [100 * times / spread.total for times in spread.values.values()]
        seconds = [min(max(value, bins[0]), bins[-1]) for value in spread.values]
        label = f"{name}: median {spread.median:.1f} s"
        axes.hist(seconds, bins=bins, weights=shares, histtype="step", linewidth=1.6,
                  color=_PHASES[name], label=label)  # fmt: skip
        axes.axvline(spread.median or bins[0], color=_PHASES[name], linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_xticks([0.1, 1, 10, 60], ["0.1", "1", "10", "60"])
    axes.set_xlabel("seconds")
    axes.set_ylabel("percent of the turns")
    axes.legend(fontsize=7)


def _players(axes: "Axes", found: Figures) -> None:
    """What part of the points that were to be had each player got."""
    axes.set_title("Players")
    rows = [row for row in found.players if row["percent"] is not None]
    if _nothing(axes, rows):
        return
    axes.barh(range(len(rows)), [row["percent"] for row in rows], color="#2a7f62")
    _name_bars(axes, rows, "player")
    axes.set_xlim(0, 100)
    axes.axvline(50, color="#3a3a3a", linewidth=0.8, linestyle=":")
    axes.set_xlabel("percent of the points")


def _nothing(axes: "Axes", rows: object) -> bool:
    """Say so where a panel has nothing to show."""
    if rows:
        return False
    axes.text(0.5, 0.5, "nothing is known", ha="center", va="center", transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])
    return True
