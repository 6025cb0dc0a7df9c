# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken where each switch has a pin of its own: firmware/pico/sensors/switches.py."""

from collections.abc import Iterator

from merels_host.selftest.suspects import Suspect, dead
from merels_host.selftest.wiring import ToldWiring


class SwitchWiring:
    """places: the point of each pin."""

    def __init__(self, wiring: ToldWiring):
        self.wiring = wiring
        self.places = wiring.places
        self._pins = wiring.numbers("switches")

    def where(self, point: str) -> str:
        """Where the switch of a point is."""
        return f"between {self.wiring.pin(self._pins[self.places.index(point)])} and ground"

    def suspects(self) -> Iterator[Suspect]:
        """What may be broken."""
        yield dead(
            "all",
            "No point sees a piece: look at the ground wire that all switches share, and try "
            "another magnet.",
            self.places,
        )
