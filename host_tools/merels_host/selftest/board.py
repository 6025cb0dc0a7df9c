# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board that is being tested: what it is asked, and what it answers, in points and numbers.

with Link(port) as link:
    link.hello()
    board = BoardUnderTest(link)                  # nothing is played from now on
    board.light_led(7)
    board.look().lit                     # frozenset({"d6"})
    board.end()
"""

import contextlib
from dataclasses import dataclass

from merels.board import WOOD

from merels_host.board.link import Link
from merels_host.errors import MerelsError, NoBoard, RequestRefused
from merels_host.selftest.observed import Points
from merels_host.selftest.wiring import ToldWiring


@dataclass(frozen=True)
class SensorLook:
    """lit: points where a piece is seen. new, back: how often the buttons were pressed."""

    lit: Points
    new: int
    back: int


class BoardUnderTest:
    """wiring: as the board tells it. analog: whether its sensors know more than open and closed.
    calibration: what it says of analog sensors itself."""

    def __init__(self, link: Link):
        """Begin. Raises MerelsError when the board is busy or its firmware too old."""
        self._link = link
        self._begin()
        self.wiring = self._wiring()
        self.analog = self._ask("levels").get("analog") == "yes"
        self._edges: dict[str, dict[str, int]] = {}
        self.calibration = ""
        if self.analog:
            self._edges = {
                way: self._numbers(self._ask(f"levels {way}")[way]) for way in ("up", "down")
            }
            state = self._ask("calibrate state")
            self.calibration = " ".join(f"{name}={value}" for name, value in state.items())

    def _begin(self) -> None:
        try:
            self._ask("selftest")
        except RequestRefused as error:
            if error.code == "busy":
                raise MerelsError(
                    "the board is busy: leave its menu, or end what it learns, and try again."
                ) from error
            if error.code in ("unknown-request", "not-yet"):
                raise MerelsError(
                    "the board's firmware is too old to test itself; run merels flash."
                ) from error
            raise

    def _ask(self, words: str) -> dict[str, str]:
        self._link.read(0)  # records are the recorder's
        return self._link.request(words)

    def _wiring(self) -> ToldWiring:
        sensors = self._ask("selftest wiring")
        lights = self._ask("selftest lights")
        order = self._ask("selftest order")
        return ToldWiring(
            sensors.pop("sensors", "unknown"),
            sensors,
            _true(self._ask("selftest points").get("points", ""), order.get("sensors", "")),
            lights.pop("lights", "unknown"),
            lights,
            _true(self._ask("selftest leds").get("leds", ""), order.get("lights", "")),
        )

    def look(self) -> SensorLook:
        """What it sees now."""
        values = self._ask("selftest state")
        if values.get("selftest") != "on":
            raise MerelsError(
                "the test was ended at the board, or it started anew; run merels selftest again."
            )
        return SensorLook(
            points_of(values.get("board", "")),
            int(values.get("new", "0")),
            int(values.get("back", "0")),
        )

    def bounces(self) -> tuple[dict[str, int], dict[str, int]]:
        """Of the points that changed since the last time: ms of the longest bounce, changes."""
        values = self._ask("selftest bounce")
        bounce, changes = (_bytes(values.get(name, "")) for name in ("bounce", "changes"))
        return (
            {point: ms for point, ms in bounce.items() if changes[point]},
            {point: count for point, count in changes.items() if count},
        )

    def levels(self) -> dict[str, int]:
        """Of each point that has an analog sensor, its deviation from the baseline."""
        return self._numbers(self._ask("levels")["levels"]) if self.analog else {}

    def told(self) -> dict[str, str]:
        """What it says of its analog sensors, such as {"d6": "stuck"}."""
        faults = self._ask("calibrate state").get("faults", "") if self.analog else ""
        words = [word.split("@") for word in faults.split(",") if "@" in word]
        return {point: fault for fault, point in words}

    def threshold(self, point: str, level: int) -> int:
        """From how far from the baseline on a piece on the side of `level` is one; 0 of
        switches."""
        return self._edges.get("up" if level >= 0 else "down", {}).get(point, 0)

    def _numbers(self, text: str) -> dict[str, int]:
        found = {}
        for bit, point in enumerate(WOOD):
            if point in self.wiring.points:
                number = int(text[4 * bit : 4 * bit + 4] or "0", 16)
                found[point] = number - 0x10000 if number & 0x8000 else number
        return found

    def light(self, *points: str) -> None:
        """These points shine, and no others."""
        self._ask("selftest point=" + ",".join(points) if points else "selftest led=off")

    def light_led(self, number: int) -> None:
        """This LED of the chain shines, from 1."""
        self._ask(f"selftest led={number}")

    def light_all(self, colour: str = "white") -> None:
        """All shine."""
        self._ask(f"selftest led=all colour={colour}")

    def end(self) -> None:
        """The board is for playing again."""
        with contextlib.suppress(NoBoard, RequestRefused):
            self._ask("selftest stop")


def points_of(mask: str) -> Points:
    """The points of a mask in hex, such as 0000010."""
    bits = int(mask or "0", 16)
    return frozenset(point for bit, point in enumerate(WOOD) if bits >> bit & 1)


def _bytes(text: str) -> dict[str, int]:
    return {point: int(text[2 * bit : 2 * bit + 2] or "0", 16) for bit, point in enumerate(WOOD)}


def _true(points: str, order: str) -> tuple[str, ...]:
    """Where in truth that is what config.py has at these points."""
    names = tuple(points.split(",")) if points else ()
    if len(order) != 2 * len(WOOD):
        return names
    learnt = {point: WOOD[number] for point, number in _bytes(order).items()}
    return tuple(learnt.get(point, point) for point in names)
