# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Everything that is soldered to the Pico: which part is on which pin.

`machine` tells it what each pin does and asks it what each pin reads; it passes that on to the
part, an object with `pins` (GPIO numbers), `driven(gpio, level)` and `level(gpio, mode, pull)`.

    wiring = Wiring(MatrixWires())
    wiring.sensors.place(1 << 3)          # a magnet at the fourth place of the wiring
    wiring.buttons.pressed.add(16)
    wiring.lights.frames                  # what the LEDs have shown
"""

from merels_host.simulator.wires.buttons import ButtonWires
from merels_host.simulator.wires.fault import WiringFault, pulled_up


class Wiring:
    """sensors, lights: the parts of that kind, or None. buttons: always there."""

    def __init__(self, sensors=None, lights=None, buttons=None):
        self.sensors = sensors
        self.lights = lights
        self.buttons = buttons or ButtonWires()
        self.bus_held_low = False  # somebody holds SDA or SCL of the I2C bus low
        self._on_pins = [part for part in (sensors, lights) if part]
        self._parts = {}  # GPIO number -> part
        for part in (self.buttons, lights, sensors):
            if part:
                for gpio in part.pins:
                    self._parts[gpio] = part

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        part = self._parts.get(gpio)
        if part:
            part.driven(gpio, level)

    def edge(self, gpio, level, ns):
        """A pin that is timed to the nanosecond goes high or low."""
        self._parts[gpio].edge(gpio, level, ns)

    def level(self, gpio, mode, pull):
        """What a pin in this mode, with this pull, reads on its wire."""
        part = self._parts.get(gpio)
        if part:
            return part.level(gpio, mode, pull)
        pulled_up(gpio, mode, pull)
        return 1

    def analog(self, gpio, pull):
        """What is at an ADC pin: code, 4096 if it has noise, and 8192 times the input chosen."""
        part = self._parts.get(gpio)
        if part is None:
            raise WiringFault("the ADC reads GP%d, to which nothing is wired" % gpio)
        return part.analog(gpio, pull)

    def chip(self, pins, address):
        """The chip with this address on the I2C bus on these pins (SDA, SCL), or None."""
        for part in self._on_pins:
            if part.pins == pins and address in part.chips:
                return part.chips[address]
        return None
