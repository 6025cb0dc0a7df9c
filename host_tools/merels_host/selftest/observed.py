# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What was seen in a self test, without any meaning yet.

seen = Observed(wiring)
seen.stuck = frozenset({"a7"})                  # with no piece on the board
seen.walk["d6"] = frozenset({"d6", "f6"})       # with a piece on d6 only
"""

from dataclasses import dataclass, field

from merels_host.selftest.wiring import ToldWiring

Points = frozenset[str]


@dataclass
class Strength:
    """How far a piece took an analog sensor from its baseline, and the least that counts."""

    deviation: int
    threshold: int


@dataclass
class SeenLights:
    """tested: was anybody asked? dark: numbers of LEDs that do not shine, from 1. chain_broken:
    all after the first of them are dark, too. colours: what somebody saw when red and blue were
    sent, "" if nobody was asked."""

    tested: bool = False
    dark: tuple[int, ...] = ()
    chain_broken: bool = False
    colours: tuple[str, str] = ("", "")


@dataclass
class Observed:
    """empty: was the empty board looked at? noisy: point -> what it did there. spread: of
    its readings there, in codes.
    walk: the asked point -> what a piece there makes the board see, beside what is stuck.
    left: points seen after the last piece was taken off. fills: (pieces put, points seen).
    bounce: ms. calibration: what the board says of it. strengths: of analog sensors, with the
    piece on the walk.

    Of analog sensors, in codes: rest, their deviation on the empty board, moved, how far it went
    within the look; aside, what pieces on all other points make there together. told: what the
    board says of a sensor, such as "stuck" or "missing"."""

    wiring: ToldWiring
    calibration: str = ""
    empty: bool = False
    stuck: Points = frozenset()
    noisy: dict[str, str] = field(default_factory=dict)
    spread: dict[str, int] = field(default_factory=dict)
    walk: dict[str, Points] = field(default_factory=dict)
    left: Points = frozenset()
    fills: list[tuple[Points, Points]] = field(default_factory=list)
    bounce: dict[str, int] = field(default_factory=dict)
    rest: dict[str, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    aside: dict[str, int] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    strengths: dict[str, Strength] = field(default_factory=dict)
    lights: SeenLights = field(default_factory=SeenLights)

    @property
    def dead(self) -> Points:
        """Points at which a piece was not seen at all."""
        return frozenset(point for point, seen in self.walk.items() if not seen)

    @property
    def sound(self) -> Points:
        """Points at which a piece was seen there, and nowhere else."""
        return frozenset(point for point, seen in self.walk.items() if seen == {point})
