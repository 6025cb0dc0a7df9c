# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sensors: one switch at each point, each on a pin of its own, to ground.

No diodes, no chips, and nearly all pins of the Pico: 24 switches and the data wire of the LEDs
leave one for a button. Reed switches, or digital Hall switches with an open drain (DRV5033).

    sensors = Switches((0, 1, 2), (0, 1, 24))
    sensors.read()        # 0b10: the switch on GP1 is closed
"""

from machine import Pin

from pico.order import wood_bits
from pico.sensors.digital import Digital


def make(config):
    """The switches that config.py describes."""
    return Switches(config.SWITCHES, wood_bits(config.POINTS))


class Switches(Digital):
    """Reads which points have a magnet on them.

    pins: GPIO numbers. bits: the wood bit of the switch on each.
    """

    def __init__(self, pins, bits):
        wired = []
        for gpio, bit in zip(pins, bits):
            # Pull-up: an RP2350 cannot hold an input low (erratum E9).
            wired.append((Pin(gpio, Pin.IN, Pin.PULL_UP), 1 << bit))
            self.points |= 1 << bit
        self._wired = tuple(wired)

    def read(self):
        """Scan all points once and return the mask of those with a magnet; allocates nothing.

        No wire changes in a scan, so there is nothing to wait for.
        """
        image = 0
        for pin, point in self._wired:
            if not pin():
                image |= point
        return image
