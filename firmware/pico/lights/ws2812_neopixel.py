# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The data line of WS2812 LEDs by MicroPython's own `neopixel`: with interrupts off, 0.75 ms.

wire = make_wire(22, 25, 3, (350, 900, 800, 450), 300)
"""

from machine import Pin
from neopixel import NeoPixel

from pico.lights.pause import Pause


def make_wire(pin, leds, channels, timing, rest_us):
    """The wire at this GPIO. timing: ns high and low of a 0, and of a 1."""
    return NeoPixelWire(NeoPixel(Pin(pin, Pin.OUT, value=0), leds, channels, timing), rest_us)


class NeoPixelWire:
    """buffer: what `send` sends."""

    def __init__(self, chain, rest_us):
        self._chain = chain
        self.buffer = chain.buf
        self._pause = Pause(rest_us)

    def wait(self):
        """Wait until the last frame is shown."""
        self._pause.wait()

    def send(self):
        """Send the whole buffer; returns when it is there."""
        self._chain.write()
        self._pause.begin()
