# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The goals of docs/on-the-chip.md, and what a measurement found beside them.

figures = {"first light": 80.0}
misses(figures)                # []
table(figures)                 # the lines that `make bench` prints
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """A figure is to be at most `limit`, or at least. so_far: what is reached where the goal is
    missed today; the tests hold that, so that it gets no worse."""

    limit: float
    unit: str
    at_least: bool = False
    so_far: float | None = None

    def kept(self, figure: float) -> bool:
        return self._within(figure, self.limit)

    def held(self, figure: float) -> bool:
        """Is the figure as good as the tests want it today?"""
        return self._within(figure, self.limit if self.so_far is None else self.so_far)

    def _within(self, figure: float, limit: float) -> bool:
        return figure >= limit if self.at_least else figure <= limit

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {self.limit:g} {self.unit}"


GOALS = {
    "power-on to first light": Goal(300, "ms"),
    "power-on to moves accepted": Goal(1200, "ms"),
    "power-on to moves accepted, 200 games recorded": Goal(1500, "ms", so_far=1700),
    "power-on to moves accepted, journal full": Goal(1500, "ms", so_far=1700),
    "heap free after the start": Goal(130, "KB", at_least=True, so_far=108),
    "largest block after the start": Goal(40, "KB", at_least=True),
    "heap free after 30 games": Goal(130, "KB", at_least=True, so_far=95),
    "largest block after 30 games": Goal(40, "KB", at_least=True, so_far=20),
    "lift to light, p50": Goal(7, "ms"),
    "lift to light, p99": Goal(10, "ms"),
    "drop to light, p99": Goal(15, "ms"),
    "lights that were wrong": Goal(0, ""),
    "loop period idle, p99": Goal(2, "ms"),
    "loop period idle with a host, p99": Goal(2, "ms"),
    "loop period in play with a host, p99": Goal(2, "ms", so_far=7),
    "longest gap between scans": Goal(12, "ms", so_far=21),
    "longest gap between scans with a flash write or a collection": Goal(150, "ms"),
    "Hall: scan and step, p99": Goal(2, "ms"),
    "flash of one version": Goal(180, "KB"),
    "flash left beside two versions and 200 games": Goal(700, "KB", at_least=True),
    "longest gap between scans, 6 KB of junk": Goal(15, "ms"),
    "longest gap between scans, 30 requests 2 ms apart": Goal(15, "ms"),
    "power cuts that lost something": Goal(0, ""),
    "long run: turns not understood, and errors": Goal(0, ""),
    "long run: growth": Goal(0.5, "KB"),
    "long run: bytes kept by quiet steps": Goal(0, ""),
}


def misses(figures: dict[str, float]) -> list[str]:
    """A line for each figure that misses what is to be held."""
    return [
        f"{name}: {figure:.4g} {GOALS[name].unit}, the goal is {GOALS[name]}"
        for name, figure in figures.items()
        if not GOALS[name].held(figure)
    ]


def table(figures: dict[str, float]) -> list[str]:
    """A line for each figure, with its goal, in the order of the goals."""
    shown = "{:<62} {:<16} {:>12}  {}"
    lines = [shown.format("figure", "goal", "measured", "kept")]
    for name, goal in GOALS.items():
        if name in figures:
            measured = f"{figures[name]:.4g} {goal.unit}"
            kept = "yes" if goal.kept(figures[name]) else "NO"
            lines.append(shown.format(name, str(goal), measured, kept).rstrip())
    return lines


def percentile(values, percent: float) -> float:
    """Of some values the one that so many percent of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
