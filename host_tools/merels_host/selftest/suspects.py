# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken on a board: a suspect says what one fault would make the board see.

Each kind of sensors lists its own; recognise.py compares them with what was seen.

    Suspect("row", "ROW0 sees nothing ...", walk={"a7": frozenset(), "d7": frozenset()})
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from merels_host.selftest.observed import Points
from merels_host.selftest.wiring import UNUSED

NOTHING: Points = frozenset()


@dataclass(frozen=True)
class Suspect:
    """stuck: points seen with no piece on the board. walk: what a piece at a point makes the board
    see; points that are not there are as they should be."""

    fault: str
    sentence: str
    walk: dict[str, Points] = field(default_factory=dict)
    stuck: Points = NOTHING


def dead(fault: str, sentence: str, points: Iterable[str]) -> Suspect:
    """These points see nothing."""
    return Suspect(fault, sentence, {point: NOTHING for point in points if point != UNUSED})


def closed(fault: str, sentence: str, points: Iterable[str]) -> Suspect:
    """These points see a piece all the time."""
    return Suspect(fault, sentence, stuck=frozenset(points) - {UNUSED})


def read_from(fault: str, sentence: str, places: tuple[str, ...], source: Callable[[int], int]):
    """Each place reads what is at place `source(place)`, -1 for nowhere."""
    walk: dict[str, set[str]] = {point: set() for point in places if point != UNUSED}
    for place, point in enumerate(places):
        at = source(place)
        if point != UNUSED and 0 <= at < len(places) and places[at] != UNUSED:
            walk[places[at]].add(point)
    changed = {point: frozenset(seen) for point, seen in walk.items() if seen != {point}}
    return Suspect(fault, sentence, changed)


def names(points: Iterable[str]) -> str:
    """Points for a sentence: "a7, d7 and g7"."""
    *first, last = list(points) or ["none"]
    return f"{', '.join(first)} and {last}" if first else last
