# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken in a chain of 74HC165: firmware/pico/sensors/shift.py.

The bits come one after the other, those of the chip nearest the Pico first, from D7 to D0; what is
broken in one chip takes all chips after it along.
"""

from collections.abc import Iterator

from merels_host.selftest.suspects import Suspect, closed, dead, names, read_from
from merels_host.selftest.wiring import UNUSED, ToldWiring

_INPUTS = 8


class ShiftWiring:
    """places: the point of each input, in the order in which they come."""

    def __init__(self, wiring: ToldWiring):
        self.wiring = wiring
        self.places = wiring.places

    def where(self, point: str) -> str:
        """Where the switch of a point is."""
        chip, at = divmod(self.places.index(point), _INPUTS)
        return f"at input D{_INPUTS - 1 - at} of 74HC165 number {chip + 1}"

    def suspects(self) -> Iterator[Suspect]:
        """What may be broken."""
        load, clock, data = (
            self.wiring.pin(self.wiring.number(f"shift_{name}"))
            for name in ("load", "clock", "data")
        )
        yield dead(
            "all",
            f"No point sees a piece: look at the data wire on {data}, at the supply of the first "
            "74HC165, and at the ground wire of the switches.",
            self.places,
        )
        yield closed(
            "data-low",
            f"All points always show a piece: look at the data wire on {data} for a short to "
            "ground, and at the resistors from the inputs to 3.3 V.",
            self.places,
        )
        first = self.places[0]
        yield Suspect(
            "clock",
            f"All points follow {first}, the first input: no clock comes, or the chips load "
            f"all the time. Look at the clock wire on {clock}, at the load wire on {load}, and "
            "at CLK INH of the first 74HC165, which belongs to ground.",
            {
                point: frozenset(self.wiring.points) if point == first else frozenset()
                for point in self.wiring.points
            },
        )
        for late in (1, -1):
            yield read_from(
                "shifted",
                "Each point shows its neighbour in the chain: the bits are off by one. Look at "
                f"the clock wire on {clock} (a 100 ohm resistor at the Pico calms it), and "
                "whether POINTS in config.py begins with D7 of the chip nearest the Pico.",
                self.places,
                lambda place, late=late: place + late,
            )
        yield from self._chips()

    def _chips(self) -> Iterator[Suspect]:
        for start in range(0, len(self.places), _INPUTS):
            chip = start // _INPUTS + 1
            after = self.places[start:]
            if chip > 1:
                look = (
                    f"look at its supply, and at the wire from its QH (pin 9) to SER (pin 10) of "
                    f"number {chip - 1}."
                )
                what = f"From 74HC165 number {chip} on ({names(_used(after))})"
                yield dead("chain", f"{what} nothing is seen: {look}", after)
                yield closed("chain-low", f"{what} a piece is always seen: {look}", after)
            own = after[:_INPUTS]
            yield dead(
                "chip",
                f"All inputs of 74HC165 number {chip} ({names(_used(own))}) see nothing: look at "
                "the ground wire of these switches.",
                own,
            )
            yield closed(
                "chip-low",
                f"All inputs of 74HC165 number {chip} ({names(_used(own))}) always show a piece: "
                "look at the 3.3 V of its resistors, and at its supply.",
                own,
            )


def _used(points) -> list[str]:
    return [point for point in points if point != UNUSED]
