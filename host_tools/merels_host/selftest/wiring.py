# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How a board is wired, as its firmware tells it: which point is at which place of which wire.

wiring = ToldWiring("matrix", {"rows": "2,3", "columns": "7,8"}, ("a7", "d7", "g7", "b6"))
wiring.numbers("rows")      # (2, 3)
wiring.pin(2)               # "GP2 (pin 4)"
"""

from dataclasses import dataclass, field

# The pins of the Pico with GP0, GP1, ..., from its data sheet.
_PICO = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 0, 0,
         0, 31, 32, 34)  # fmt: skip
UNUSED = "-"


@dataclass(frozen=True)
class ToldWiring:
    """kind: SENSORS of config.py. constants, light_constants: name in small letters -> text.

    places: the point at each place of POINTS, leds: at each LED of the chain, where in truth they
    are (after `merels learn`); "-" where none is. lights: LIGHTS of config.py.
    """

    kind: str
    constants: dict[str, str]
    places: tuple[str, ...]
    lights: str = "none"
    light_constants: dict[str, str] = field(default_factory=dict)
    leds: tuple[str, ...] = ()

    @property
    def points(self) -> tuple[str, ...]:
        """The points that have a sensor, in the order of POINTS."""
        return tuple(point for point in self.places if point != UNUSED)

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of a constant, () if it is not there."""
        words = self.constants.get(name, "").split(",")
        return tuple(int(word) for word in words if word.isdecimal())

    def number(self, name: str) -> int:
        """The one number of a constant, -1 if it is not there."""
        return (*self.numbers(name), -1)[0]

    @staticmethod
    def pin(gpio: int) -> str:
        """A GPIO for somebody with a soldering iron."""
        if not 0 <= gpio < len(_PICO) or not _PICO[gpio]:
            return f"GP{gpio}"
        return f"GP{gpio} (pin {_PICO[gpio]})"
