# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A chain of 74HC165 shift registers with a switch to ground at each input.

The inputs are taken while the load wire is low, the first bit is there before any clock, and each
rising edge of the clock brings the next. Said loudly: a bit that is read before anything was
loaded, or after the last; a clock while inputs are loading; a wire that floats or that two drive.

    wires = ShiftWires(load=2, clock=3, data=4, inputs=24)
    wires.place(0b1)                 # a magnet at the input that comes first
"""

from merels_host.simulator.wires.fault import WiringFault

_IN = 0


class ShiftWires:
    """image: the switches that are closed; bit k is the input that comes as number k."""

    def __init__(self, load=2, clock=3, data=4, inputs=24):
        self.pins = (load, clock, data)
        self.inputs = inputs
        self.image = 0
        self._load, self._clock, self._data = self.pins
        self._loading = False
        self._high = False  # the clock
        self._taken = 0  # the image when it was loaded
        self._at = -1  # the bit that is at the output; -1: nobody knows which
        self.heal()

    def heal(self):
        """As good as new."""
        self.lies_at = None  # what the data wire says whatever the chips do: 1 off, 0 at ground

    def place(self, image):
        """Magnets at exactly these inputs."""
        self.image = image

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        if gpio == self._data:
            if level != -1:
                raise WiringFault("GP%d is driven against the output of the 74HC165" % gpio)
        elif level == -1:
            raise WiringFault("the input of the 74HC165 on GP%d floats" % gpio)
        elif gpio == self._load:
            if self._loading and level == 1:
                self._taken = self.image
                self._at = 0
            self._loading = level == 0
        else:
            if level == 1 and not self._high:
                self._shift()
            self._high = level == 1

    def _shift(self):
        if self._loading:
            raise WiringFault("the 74HC165 is clocked while it loads")
        if self._at >= 0:
            self._at += 1

    def level(self, gpio, mode, pull):
        """What a pin in this mode, with this pull, reads on its wire."""
        if gpio != self._data or mode != _IN:
            raise WiringFault("GP%d is no input of the Pico" % gpio)
        if self._loading or self._at < 0:
            raise WiringFault("the 74HC165 is read before it has loaded")
        if self._at >= self.inputs:
            raise WiringFault("the 74HC165 is read after its last bit without a new load")
        if self.lies_at is not None:
            return self.lies_at
        return 1 - (self._taken >> self._at & 1)
