# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `neopixel` on the Pico: puts each bit on the wire, with interrupts off.

Timing as in MicroPython's drivers/led/neopixel; the time that a write takes passes.
"""

from merels_host.simulator.wires import ticks

_wiring = None


def reset(wiring):
    global _wiring
    _wiring = wiring


class NeoPixel:
    def __init__(self, pin, n, bpp=3, timing=1):
        pin.init(pin.OUT)
        self._pin = pin
        self.n = n
        self.buf = bytearray(n * bpp)
        if isinstance(timing, int):
            timing = (400, 850, 800, 450) if timing else (800, 1700, 1600, 900)
        self.timing = timing

    def write(self):
        if self._pin.mode() != self._pin.OUT:
            raise ValueError("the data pin is no output")
        at = 1000 * ticks.now_us
        for byte in self.buf:
            for place in range(7, -1, -1):
                one = 2 * (byte >> place & 1)
                _wiring.edge(self._pin.gpio, 1, at)
                _wiring.edge(self._pin.gpio, 0, at + self.timing[one])
                at += self.timing[one] + self.timing[one + 1]
        ticks.sleep_us(-(-at // 1000) - ticks.now_us)
