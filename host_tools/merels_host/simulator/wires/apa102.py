# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A chain of APA102 or SK9822 LEDs: what they make of data and clock.

A bit is taken at each rising edge of the clock. Said loudly: a clock or data too fast for long
wires, a frame without its beginning, and one that ends before the last LED has it.

    wires = Apa102Wires(data=22, clock=14, leds=25)
    wires.frames                     # [bytes, ...]: what the LEDs took, three bytes for each
"""

from merels_host.simulator.wires.fault import WiringFault

_SHORTEST = 400  # ns of a clock, with half a metre of wire between LEDs
_START = 32  # zeros that begin a frame


class Apa102Wires:
    """brightness: of each LED in the last frame, 0 to 31."""

    chips = ()

    def __init__(self, data=22, clock=14, leds=25):
        self.pins = (data, clock)
        self.brightness = []
        self._data = data
        self._leds = leds
        self.heal()
        self._frames = []
        self._level = 0
        self._changed = self._rose = -1000000
        self._zeros = 0  # since the last LED of the frame before, or since power came
        self._bits = []  # of a frame under way
        self._pending = None  # a frame that has not yet reached the end of the chain

    def heal(self):
        """As good as new."""
        self.reach = self._leds  # the LEDs that are handed anything

    @property
    def frames(self):
        """The bytes that the LEDs have taken of each frame so far, without their brightness."""
        self._end(0)
        return self._frames

    def driven(self, gpio, level):
        """A pin now does this to its wire; whatever sends bits says it to `edge`."""
        if level != -1:
            raise WiringFault("GP%d clocks the LEDs by hand" % gpio)

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is the input of an LED and says nothing" % gpio)

    def edge(self, gpio, level, ns):
        """A wire changes to this level at this time, in nanoseconds."""
        if gpio == self._data:
            self._level = level
            self._changed = ns
        elif level:
            if ns - self._changed < _SHORTEST or ns - self._rose < 2 * _SHORTEST:
                raise WiringFault("the clock of the LEDs is too fast for long wires")
            self._rose = ns
            self._take()
        if ns - self._rose < _SHORTEST and not (gpio != self._data and level):
            raise WiringFault("data or clock of the LEDs change too early after the clock rose")

    def _take(self):
        if not self._bits and not self._level:
            self._zeros += 1
            return
        if not self._bits:
            if self._zeros < _START:
                raise WiringFault("a frame begins without 32 zeros")
            self._end(_START)
            self._zeros = 0
        self._bits.append(self._level)
        if len(self._bits) == 32 * self._leds:
            self._pending, self._bits = self._bits, []

    def _end(self, more):
        """The LEDs show what they have taken, if clocks have carried it to the last of them."""
        if self._pending:
            # Each LED hands on half a clock later; SK9822 shows at 32 further zeros.
            if self._zeros < (self._leds + 1) // 2 + _START + more:
                raise WiringFault("clocks are missing to carry the frame to the last LED")
            self._frames.append(self._decoded(self._pending))
            self._pending = None

    def _decoded(self, bits):
        self.brightness = []
        colours = []
        for led in range(self._leds):
            word = 0
            for bit in bits[32 * led : 32 * led + 32]:
                word = word << 1 | bit
            if word >> 29 != 7:
                raise WiringFault("what LED %d takes does not begin with 111" % (led + 1))
            self.brightness.append(word >> 24 & 31)
            if led < self.reach:
                colours += [word >> 16 & 255, word >> 8 & 255, word & 255]
            else:
                colours += [0, 0, 0]
        return bytes(colours)
