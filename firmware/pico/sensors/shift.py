# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sensors: one switch at each point, at the inputs of a chain of 74HC165, on three pins.

Each input has a resistor to 3.3 V and a switch to ground; the chip has no pull-ups. A low pulse on
the load wire takes all inputs at once. The first bit, input D7 of the chip nearest the Pico, is
then there before any clock; each rising edge of the clock brings the next (74HC165 data sheet).

    sensors = ShiftChain(load=2, clock=3, data=4, bits=range(24))
    sensors.read()        # 0b1: the switch on D7 of the nearest chip is closed
"""

from machine import Pin

from pico.order import wood_bits
from pico.sensors.digital import Digital


def make(config):
    """The chain that config.py describes."""
    return ShiftChain(
        config.SHIFT_LOAD, config.SHIFT_CLOCK, config.SHIFT_DATA, wood_bits(config.POINTS)
    )


class ShiftChain(Digital):
    """Reads which points have a magnet on them.

    load, clock, data: GPIO numbers. bits: the wood bit of each input in the order in which they
    come, -1 where none is; what comes after the last of them is not fetched.
    """

    def __init__(self, load, clock, data, bits):
        self._load = Pin(load, Pin.OUT, value=1)
        self._clock = Pin(clock, Pin.OUT, value=0)
        # Pulled up, a data wire that has come off reads as all open.
        self._data = Pin(data, Pin.IN, Pin.PULL_UP)
        self._masks = tuple([1 << bit if bit >= 0 else 0 for bit in bits])
        for mask in self._masks:
            self.points |= mask

    def read(self):
        """Scan all points once and return the mask of those with a magnet; allocates nothing.

        Each call of a pin takes about 1 us, against 0.1 us that the chips need (74HC165 at 2 V).
        """
        clock = self._clock
        data = self._data
        image = 0
        self._load(0)
        self._load(1)
        for mask in self._masks:
            if not data():
                image |= mask
            clock(1)
            clock(0)
        return image
