# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: one WS2812 at each point, all in one chain. The reference build.

Last room on the device: `merels.lights` decides what shines and how bright, and calls `write`
only when that changed. Here the frame is put into the order in which the chain was soldered.

    lights = LedChain(22, leds=range(25), colours="GRB")
    lights.write(frame)   # bytearray(75): red, green, blue of wood point 0, then of point 1 ...
"""

from machine import Pin
from neopixel import NeoPixel

from pico.order import wood_bits


def make(config):
    """The chain that config.py describes."""
    return LedChain(config.LED_DATA, wood_bits(config.LEDS), config.LED_COLOURS)


class LedChain:
    """Sends frames to the LEDs.

    leds: the wood bit of each LED, first in the chain first. colours: the order in which one LED
    takes its three bytes; "GRB" for WS2812B and SK6812.
    """

    def __init__(self, pin, leds, colours):
        self._chain = NeoPixel(Pin(pin, Pin.OUT, value=0), len(leds))
        # One byte of the chain after the other: where in the frame it comes from.
        self._sources = bytes(
            [3 * bit + "RGB".index(colour) for bit in leds for colour in colours]
        )

    def write(self, frame):
        """Show a frame of 75 bytes; 25 LEDs take 0.75 ms with interrupts off.

        The LEDs take a frame over when the line rests for 0.3 ms (WS2812B data sheet). Copying
        alone takes longer than that, so two calls in a row are shown one after the other.
        """
        buffer = self._chain.buf
        sources = self._sources
        for position in range(len(sources)):
            buffer[position] = frame[sources[position]]
        self._chain.write()
