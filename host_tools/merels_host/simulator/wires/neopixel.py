# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `neopixel` on the Pico: keeps the bytes that went down the chain."""

from merels_host.simulator.wires import ticks

frames = []  # (microseconds, bytes) of each write
_US_PER_BYTE = 10


class NeoPixel:
    def __init__(self, pin, n, bpp=3, timing=1):
        pin.init(pin.OUT)
        self._pin = pin
        self.n = n
        self.buf = bytearray(n * bpp)

    def write(self):
        if self._pin.mode() != self._pin.OUT:
            raise ValueError("the data pin is no output")
        frames.append((ticks.now_us, bytes(self.buf)))
        ticks.sleep_us(_US_PER_BYTE * len(self.buf))
