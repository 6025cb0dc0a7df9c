# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A chain of 74HC595 shift registers with an LED at each output.

Each rising edge of the clock takes a bit and moves all others on; a rising edge of the latch wire
shows them. Said loudly: a wire that floats, data that changes while the clock is high, and a latch
in the middle of a clock.

    wires = Hc595Wires(data=22, clock=14, latch=15)
    wires.shown                      # mask of the outputs that are on, QA of chip 1 in bit 0
"""

from merels_host.simulator.wires.fault import WiringFault


class Hc595Wires:
    """shown: as after power-up any LEDs may be on. latched: how often something was shown."""

    chips = ()

    def __init__(self, data=22, clock=14, latch=15, outputs=32):
        self.pins = (data, clock, latch)
        self._data, self._clock, self._latch = self.pins
        self._mask = (1 << outputs) - 1
        self.shown = 0x5A5A5A5A & self._mask
        self.latched = 0
        self._held = 0xA5A5A5A5 & self._mask
        self._levels = {}

    def heal(self):
        """Nothing of it can break."""

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        if level == -1:
            raise WiringFault("the input of the 74HC595 on GP%d floats" % gpio)
        before = self._levels.get(gpio)
        self._levels[gpio] = level
        if gpio == self._data:
            if level != before and self._levels.get(self._clock):
                raise WiringFault("the data of the 74HC595 changes while its clock is high")
        elif level and before == 0:
            if gpio == self._clock:
                self._held = (self._held << 1 | self._levels[self._data]) & self._mask
            else:
                if self._levels.get(self._clock):
                    raise WiringFault("the 74HC595 is latched while its clock is high")
                self.shown = self._held
                self.latched += 1

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is an input of the 74HC595 and says nothing" % gpio)
