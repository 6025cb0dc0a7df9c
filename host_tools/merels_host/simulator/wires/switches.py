# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Switches to ground, each on a pin of its own.

wires = SwitchWires((0, 1, 2))
wires.place(0b10)                # a magnet at the switch on GP1
"""

from merels_host.simulator.wires.fault import WiringFault, pulled_up


class SwitchWires:
    """image: the switches that are closed; bit k is the switch on pins[k]."""

    def __init__(self, pins):
        self.pins = tuple(pins)
        self.image = 0

    def heal(self):
        """What can break are the switches, which are no part of this."""

    def place(self, image):
        """Magnets at exactly these switches."""
        self.image = image

    def driven(self, gpio, level):
        """A closed switch is a short to ground: no pin may drive it."""
        if level != -1:
            raise WiringFault("the switch on GP%d is driven" % gpio)

    def level(self, gpio, mode, pull):
        """What a pin in this mode, with this pull, reads on its wire."""
        pulled_up(gpio, mode, pull)
        return 1 - (self.image >> self.pins.index(gpio) & 1)
