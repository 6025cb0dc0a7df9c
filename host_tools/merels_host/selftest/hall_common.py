# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all Hall sensors share, or all of a multiplexer: supply, ground, warmth, strong magnets.

A cause that they share is one finding, and no sensor is blamed for it.

    found, rest = common(build, seen)       # rest: what is still to be explained
"""

from collections.abc import Iterator
from dataclasses import replace

from merels_host.selftest.hall import Multiplexers
from merels_host.selftest.observed import Observed
from merels_host.selftest.suspects import names

_LEAST = 4  # points, and three quarters of them, that must agree
_MOVES = 12  # codes within a second and a half; warmth takes hours for them
_Found = tuple[str, tuple[str, ...], str]


def common(build: Multiplexers, seen: Observed) -> tuple[list[_Found], Observed]:
    """The findings, and what was seen without what they explain."""
    for who, points in _groups(build):
        shown = {point for point in points if point in seen.stuck | seen.left}
        moving = _moving(seen, points)
        if not (_most(shown, points) or _most(moving, points)):
            continue
        codes = sorted(seen.rest[point] for point in points if point in seen.rest)
        by = f" by {codes[len(codes) // 2]:+d} codes" if codes else ""
        still = ", and go on" if _most(moving, points) else ""
        sentence = (
            f"With no piece near, the readings of {who} have moved{by}{still}: look at the supply "
            "of the sensors, at their ground, which belongs to AGND (pin 33), and at the filter "
            "capacitor; when it is only that the board is warmer now, or magnets lie near, run "
            "merels calibrate."
        )
        explained = set(points)
        rest = replace(
            seen,
            stuck=seen.stuck - explained,
            left=seen.left - explained,
            noisy=_without(seen.noisy, explained),
            walk=_without(seen.walk, explained),
            strengths=_without(seen.strengths, explained),
            bounce=_without(seen.bounce, explained),
            aside={},
        )
        return [("moved", tuple(points), sentence)], rest
    found = []
    for who, points in _groups(build):
        noisy = {point for point in points if point in seen.noisy}
        if _most(noisy, points):
            most = max(seen.spread.get(point, 0) for point in noisy)
            sentence = (
                f"With no piece near, the readings of {who} are unsteady, by up to {most} codes: "
                "look at the supply of the sensors and its filter capacitor, at their ground, "
                "which belongs to AGND (pin 33), and whether wires of the lights run beside "
                "theirs."
            )
            found.append(("noise", tuple(points), sentence))
            seen = replace(seen, noisy=_without(seen.noisy, set(points)), bounce={}, aside={})
            break
    return [*found, *_aside(seen)], seen


def _groups(build: Multiplexers) -> Iterator[tuple[str, list[str]]]:
    yield "nearly all sensors", list(build.wiring.points)
    for name, points in build.groups():
        yield f"nearly all sensors of {name}", points


def _most(some: set[str], points: list[str]) -> bool:
    return len(some) >= _LEAST and 4 * len(some) >= 3 * len(points)


def _moving(seen: Observed, points: list[str]) -> set[str]:
    up = {point for point in points if seen.moved.get(point, 0) >= _MOVES}
    down = {point for point in points if seen.moved.get(point, 0) <= -_MOVES}
    return max(up, down, key=len)


def _without(values: dict, points: set[str]) -> dict:
    return {point: value for point, value in values.items() if point not in points}


def _aside(seen: Observed) -> Iterator[_Found]:
    """Pieces on all points beside it would nearly feign one."""
    felt = [
        point
        for point, one in seen.strengths.items()
        if point in seen.sound and 3 * abs(seen.aside.get(point, 0)) >= one.threshold > 0
    ]
    if felt:
        yield (
            "crosstalk",
            tuple(felt),
            f"Pieces on other points are felt at {names(felt)}, too: the magnets are too strong, "
            "or too near to each other; with many pieces on the board it shows some that are not "
            "there. Take weaker magnets, or more wood between them and the sensors.",
        )
