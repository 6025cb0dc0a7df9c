# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: one WS2812 or SK6812 at each point, all in one chain. The reference build.

A frame is put into the order in which the chain was soldered and into the order of colours of its
LEDs, and goes out in one piece. LED_DRIVER says who times the line: pico.ws2812_pio, or
pico.ws2812_neopixel.

    lights = LedChain(wire, leds=range(25), colours="GRB")
    lights.write(frame)   # bytearray(75): red, green, blue of wood point 0, then of point 1 ...
"""

from pico.lights.arrange import arrange
from pico.lights.leds import Leds
from pico.order import wood_bits

# High and low of a 0, high and low of a 1. WS2812B takes 220-380 and 580-1000 ns for the two
# highs, older ones 200-500 and 550-850, SK6812 150-450 and 450-750 or more (data sheets).
TIMING = (350, 900, 800, 450)
_REST_US = 300  # the LEDs show a frame when the line has been low for 280 us (WS2812B data sheet)


def make(config):
    """The chain that config.py describes."""
    leds = wood_bits(config.LEDS)
    colours = config.LED_COLOURS
    kind = "pico.lights.ws2812_" + getattr(config, "LED_DRIVER", "pio")
    make_wire = __import__(kind, None, None, ("make_wire",)).make_wire
    timing = getattr(config, "LED_TIMING", TIMING)
    return LedChain(
        make_wire(config.LED_DATA, len(leds), len(colours), timing, _REST_US), leds, colours
    )


class LedChain(Leds):
    """Sends frames to the LEDs.

    wire: has a `buffer` for the bytes, `wait()` until it may be changed, and `send()`. leds: the
    wood bit of each LED, first in the chain first. colours: the order in which one LED takes its
    bytes; "GRB" for WS2812B and SK6812, "GRBW" for those with a fourth LED for white, which then
    shines for what red, green and blue have in common, at a third of the current.
    """

    def __init__(self, wire, leds, colours):
        self._wire = wire
        self._points = bytes([3 * bit for bit in leds])
        self._channels = bytes(["RGBW".index(colour) for colour in colours])
        # Without white, one byte of the chain after the other: where in the frame it comes from.
        self._sources = bytes([])
        if "W" not in colours:
            self._sources = bytes(
                [start + channel for start in self._points for channel in self._channels]
            )

    def write(self, frame):
        """Show a frame of 75 bytes; allocates nothing."""
        wire = self._wire
        wire.wait()
        sources = self._sources
        if sources:
            arrange(wire.buffer, frame, sources)
        else:
            self._part_white(wire.buffer, frame)
        wire.send()

    def _part_white(self, buffer, frame):
        position = 0
        for start in self._points:
            white = min(frame[start], frame[start + 1], frame[start + 2])
            for channel in self._channels:
                buffer[position] = white if channel == 3 else frame[start + channel] - white
                position += 1
