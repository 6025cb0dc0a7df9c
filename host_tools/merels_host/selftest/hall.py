# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken where Hall sensors are behind multiplexers: firmware/pico/sensors/hall.py.

All multiplexers share the select wires. A select wire that does not move makes two channels, a
power of two apart, the same one: half of the sensors are never looked at, the others show twice.

What all sensors share, or all of a multiplexer (supply, ground, warmth, strong magnets), is one
finding, and no sensor is blamed for it:

    found, rest = common(build, seen)       # rest: what is still to be explained
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from merels_host.selftest.observed import Observed
from merels_host.selftest.suspects import Suspect, dead, names, read_from
from merels_host.selftest.wiring import UNUSED, ToldWiring

_LEAST = 4  # points, and three quarters of them, that must agree
_MOVES = 12  # codes within a second and a half; warmth takes hours for them
_Found = tuple[str, tuple[str, ...], str]


class Multiplexers:
    """places: the point of each channel of the first multiplexer, then of the second."""

    def __init__(self, wiring: ToldWiring):
        self.wiring = wiring
        self._select = wiring.numbers("mux_select")
        self._adc = wiring.numbers("mux_adc")
        self._enable = wiring.numbers("mux_enable")
        self._channels = 1 << len(self._select)
        self._count = len(self._enable) or len(self._adc)
        missing = self._count * self._channels - len(wiring.places)
        self.places = wiring.places + (UNUSED,) * missing

    def where(self, point: str) -> str:
        """Where the sensor of a point is."""
        mux, channel = divmod(self.places.index(point), self._channels)
        return f"at channel {channel} of {self._mux(mux)}"

    def _mux(self, number: int) -> str:
        if self._enable:
            return f"multiplexer {number + 1} (enabled by {self.wiring.pin(self._enable[number])})"
        return f"the multiplexer on {self.wiring.pin(self._adc[number])}"

    def _own(self, number: int) -> tuple[str, ...]:
        return self.places[number * self._channels : (number + 1) * self._channels]

    def groups(self) -> Iterator[tuple[str, list[str]]]:
        """Each multiplexer and its points."""
        for mux in range(self._count):
            yield self._mux(mux), [point for point in self._own(mux) if point != UNUSED]

    def suspects(self) -> Iterator[Suspect]:
        """What may be broken."""
        power = self.wiring.number("hall_power")
        switch = f", switched by {self.wiring.pin(power)}" if power >= 0 else ""
        yield dead(
            "all",
            f"No point sees a piece: look at the supply of the sensors{switch}, and at that of "
            "the multiplexers.",
            self.places,
        )
        yield from self._dead()
        for wire in range(len(self._select)):
            for level in (0, 1):
                for mux in (None, *range(self._count)):
                    yield self._still(wire, level, mux)
        for one, other in combinations(range(len(self._select)), 2):
            yield read_from(
                "select-swapped",
                f"The select wires S{one} on {self._wire(one)} and S{other} on "
                f"{self._wire(other)} are swapped: exchange them, or their numbers in MUX_SELECT "
                "of config.py.",
                self.places,
                lambda place, one=one, other=other: _swapped(place, one, other),
            )

    def _dead(self) -> Iterator[Suspect]:
        turns = self._count // len(self._adc)
        for number, gpio in enumerate(self._adc if turns > 1 else ()):
            own = self.places[number * turns * self._channels :][: turns * self._channels]
            yield dead(
                "adc",
                f"All that is read on {self.wiring.pin(gpio)} is dead: look at the wire from the "
                "outputs of its multiplexers to that pin.",
                own,
            )
        for mux in range(self._count):
            own = self._own(mux)
            used = names([point for point in own if point != UNUSED])
            look = "at its enable wire" if self._enable else "whether its enable pin is at ground"
            yield dead(
                "mux",
                f"All of {self._mux(mux)} is dead ({used}): look at its supply, {look}, and at "
                "the wire from its output to the Pico.",
                own,
            )

    def _wire(self, number: int) -> str:
        return self.wiring.pin(self._select[number])

    def _still(self, wire: int, level: int, mux: int | None) -> Suspect:
        """A select wire that stays at a level, at all multiplexers or at one."""
        bit = 1 << wire

        def source(place: int) -> int:
            if mux is not None and place // self._channels != mux:
                return place
            return place | bit if level else place & ~bit

        at = "" if mux is None else f" at {self._mux(mux)}"
        word = "high" if level else "low"
        return read_from(
            "select",
            f"The select wire S{wire} on {self._wire(wire)} is always {word}{at}, so that "
            f"channels {bit} apart show the same: look at that wire, from the Pico to the "
            "multiplexer.",
            self.places,
            source,
        )


def _swapped(place: int, one: int, other: int) -> int:
    if (place >> one ^ place >> other) & 1:
        return place ^ (1 << one | 1 << other)
    return place


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
