# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The two buttons, each from its pin to ground.

wiring.buttons.pressed.add(16)
"""

from merels_host.simulator.wires.fault import WiringFault, pulled_up


class ButtonWires:
    """pressed: GPIO numbers of the buttons held down."""

    def __init__(self, pins=(16, 17)):
        self.pins = pins
        self.pressed = set()

    def driven(self, gpio, level):
        if level == 1:
            raise WiringFault("the button on GP%d is driven high; pressed, it is a short" % gpio)

    def level(self, gpio, mode, pull):
        pulled_up(gpio, mode, pull)
        return 0 if gpio in self.pressed else 1
