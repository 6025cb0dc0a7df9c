# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What may be broken with MCP23017 on an I2C bus: firmware/pico/sensors/expander.py."""

from collections.abc import Iterator

from merels_host.selftest.suspects import Suspect, dead, names, read_from
from merels_host.selftest.wiring import UNUSED, ToldWiring

_INPUTS = 16


class ExpanderWiring:
    """places: the point of each input, GPA0 to GPB7 of the first chip, then of the second."""

    def __init__(self, wiring: ToldWiring):
        self.wiring = wiring
        self.places = wiring.places
        self._addresses = wiring.numbers("expanders")

    def where(self, point: str) -> str:
        """Where the switch of a point is."""
        chip, at = divmod(self.places.index(point), _INPUTS)
        return f"at GP{'AB'[at // 8]}{at % 8} of the MCP23017 at 0x{self._addresses[chip]:02x}"

    def suspects(self) -> Iterator[Suspect]:
        """What may be broken."""
        bus = (
            f"SDA on {self.wiring.pin(self.wiring.number('i2c_sda'))} and "
            f"SCL on {self.wiring.pin(self.wiring.number('i2c_scl'))}"
        )
        yield dead(
            "all",
            f"No point sees a piece: look at {bus}, at their pull-ups, and at the supply and the "
            "RESET pins of the chips.",
            self.places,
        )
        for chip, address in enumerate(self._addresses):
            first = chip * _INPUTS
            own = self.places[first : first + _INPUTS]
            yield dead(
                "chip",
                f"The MCP23017 at 0x{address:02x} is dead ({names(_used(own))}): look at its "
                "supply, at its address pins A0 to A2 and its RESET, and at its wires to the bus.",
                own,
            )
            for port in (0, 8):
                half = own[port : port + 8]
                yield dead(
                    "port",
                    f"GP{'AB'[port // 8]}0 to 7 of the MCP23017 at 0x{address:02x} see nothing "
                    f"({names(_used(half))}): look at the ground wire of these switches.",
                    half,
                )
        yield read_from(
            "chips-swapped",
            "The two MCP23017 are swapped: exchange the addresses in EXPANDERS of config.py.",
            self.places,
            lambda place: (place + _INPUTS) % (2 * _INPUTS),
        )


def _used(points) -> list[str]:
    return [point for point in points if point != UNUSED]
