# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: an LED of one colour at each point, at the outputs of a chain of 74HC595, on three pins.

An LED is on or off, so that only rhythms tell. Each rising edge of the clock takes a bit and moves
all others on by one output; a pulse on the latch wire shows them all at once. The bit that goes
first ends up furthest from the Pico (74HC595 data sheet).

    lights = LatchChain(data=22, clock=14, latch=15, leds=range(25))
    lights.write(frame)        # an LED is on where any colour of the frame is
"""

from machine import Pin

from pico.lights.leds import Leds
from pico.order import wood_bits


def make(config):
    """The chain that config.py describes."""
    return LatchChain(config.LED_DATA, config.LED_CLOCK, config.LED_LATCH, wood_bits(config.LEDS))


class LatchChain(Leds):
    """Shows frames; dark from the start, for the chips come up with any LEDs on.

    data, clock, latch: GPIO numbers. leds: the wood bit at QA to QH of the chip nearest the Pico,
    then of the next, -1 where none is.
    """

    single = True

    def __init__(self, data, clock, latch, leds):
        self._data = Pin(data, Pin.OUT, value=0)
        self._clock = Pin(clock, Pin.OUT, value=0)
        self._latch = Pin(latch, Pin.OUT, value=0)
        # Where in a frame the colours of each output are, the last output first; after its 75
        # bytes for one without LED.
        self._starts = bytes([3 * (25 if bit < 0 else bit) for bit in reversed(leds)])
        self.write(bytearray(75))

    def write(self, frame):
        """Show a frame of 75 bytes; 25 LEDs take about 0.2 ms. Allocates nothing."""
        data = self._data
        clock = self._clock
        for at in self._starts:
            data(1 if at < 75 and frame[at] | frame[at + 1] | frame[at + 2] else 0)
            clock(1)
            clock(0)
        self._latch(1)
        self._latch(0)
