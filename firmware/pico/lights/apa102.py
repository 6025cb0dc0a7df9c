# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false
"""Lights: one APA102 or SK9822 at each point, all in one chain, on a data and a clock wire.

A frame is 32 zeros, 32 bits for each LED, and zeros whose clocks carry the last bits through the
chain: half a clock for each LED, and 32 more for SK9822. The PIO clocks it out on any two pins.

    lights = Apa102(wire, leds=range(25), colours="BGR")
    lights.write(frame)   # bytearray(75): red, green, blue of wood point 0, then of point 1 ...
"""

from machine import Pin
from rp2 import PIO, asm_pio

from pico.lights.leds import Leds
from pico.lights.pio_wire import PioWire
from pico.order import wood_bits

COLOURS = "BGR"
_HZ = 1000000  # of the clock: long wires between LEDs carry that
# Three ones, and the brightness of the whole LED, always the most: merels.lights dims by colour.
_FULL = 0xFF
_START = 4  # bytes of zeros before the LEDs
_END = 4  # and after them, beside those that the chain needs by its length


def make(config):
    """The chain that config.py describes."""
    leds = wood_bits(config.LEDS)
    wire = make_wire(config.LED_DATA, config.LED_CLOCK, len(leds))
    return Apa102(wire, leds, getattr(config, "LED_COLOURS", COLOURS))


def make_wire(data, clock, leds):
    """The two wires at these GPIOs."""
    buffer = bytearray(_START + 4 * leds + _END + (leds + 15) // 16)
    for led in range(leds):
        buffer[_START + 4 * led] = _FULL
    us = len(buffer) * 8 * 1000000 // _HZ + 1
    return PioWire(_program(), 2 * _HZ, buffer, us, out_base=Pin(data), sideset_base=Pin(clock))


def _program():
    """A bit on the data wire while the clock is low, and a clock."""

    @asm_pio(
        out_init=PIO.OUT_LOW,
        sideset_init=PIO.OUT_LOW,
        out_shiftdir=PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
        fifo_join=PIO.JOIN_TX,
    )
    def bits():
        wrap_target()
        out(pins, 1).side(0)
        nop().side(1)
        wrap()

    return bits


class Apa102(Leds):
    """Sends frames to the LEDs.

    wire: has a `buffer` for the bytes, `wait()` until it may be changed, and `send()`. leds: the
    wood bit of each LED, first in the chain first. colours: the order in which one LED takes them.
    """

    def __init__(self, wire, leds, colours):
        self._wire = wire
        # One byte of colour after the other: where in a frame it comes from, where it goes.
        self._sources = bytes(
            [3 * bit + "RGB".index(colour) for bit in leds for colour in colours]
        )
        self._places = bytes(
            [_START + 4 * led + place for led in range(len(leds)) for place in (1, 2, 3)]
        )

    def write(self, frame):
        """Show a frame of 75 bytes; allocates nothing."""
        wire = self._wire
        wire.wait()
        buffer = wire.buffer
        sources = self._sources
        places = self._places
        for k in range(len(sources)):
            buffer[places[k]] = frame[sources[k]]
        wire.send()
