# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A chain of WS2812 or SK6812 LEDs: what they make of the pulses on their data wire.

A pulse is a bit, by its length; a rest of the line ends a frame. Said loudly: a pulse that some
LEDs take for 0 and some for 1, a rest that some take for the end of a frame and some do not, and
a frame with more or fewer bits than the chain takes.

    wires = Ws2812Wires(data=22, leds=25)
    wires.frames                     # [(microseconds, bytes), ...] as the LEDs took them
"""

from merels_host.simulator.wires.fault import WiringFault

# Nanoseconds: WS2812B, its older kind and SK6812 all agree within these (data sheets).
_ZERO = (200, 450)
_ONE = (580, 850)
_LOW = (200, 9000)
_REST = 280000


class Ws2812Wires:
    """channels: bytes that one LED takes."""

    chips = ()

    def __init__(self, data=22, leds=25, channels=3):
        self.pins = (data,)
        self._bits = 8 * leds * channels
        self._channels = channels
        self.heal()
        self._frames = []
        self._high = -1  # since when, in nanoseconds; -1: the line is low
        self._fell = -1
        self._begun = 0
        self._bytes = bytearray()
        self._count = 0

    def heal(self):
        """As good as new."""
        self.reach = self._bits // 8 // self._channels  # the LEDs that are handed anything

    @property
    def frames(self):
        """(when it began, in microseconds, and the bytes) of each frame so far."""
        if self._count == self._bits:
            self._end()
        return self._frames

    def forget(self):
        """The frames so far."""
        self._frames = self.frames[:0]

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        if level == 1:
            raise WiringFault("the data line of the LEDs is high without a bit")

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is the input of an LED and says nothing" % gpio)

    def edge(self, gpio, level, ns):
        """The line changes to this level at this time, in nanoseconds."""
        if level:
            self._rise(ns)
        elif self._high >= 0:
            self._take(ns - self._high)
            self._high = -1
            self._fell = ns

    def _rise(self, ns):
        rest = ns - self._fell
        if self._count and rest >= _REST:
            self._end()
        if self._fell >= 0 and rest < _REST and not (self._count and _LOW[0] <= rest <= _LOW[1]):
            raise WiringFault("the line of the LEDs rests for %d ns, no bit and no end" % rest)
        if not self._count:
            self._begun = ns // 1000
        self._high = ns

    def _take(self, length):
        if not (_ZERO[0] <= length <= _ZERO[1] or _ONE[0] <= length <= _ONE[1]):
            raise WiringFault("a pulse of %d ns is neither 0 nor 1 for every LED" % length)
        if self._count % 8 == 0:
            self._bytes.append(0)
        self._bytes[-1] = self._bytes[-1] << 1 & 0xFF | (length >= _ONE[0])
        self._count += 1
        if self._count > self._bits:
            raise WiringFault("a frame has more than the %d bits that the LEDs take" % self._bits)

    def _end(self):
        """The LEDs show what they have taken."""
        if self._count:
            count, sent = self._count, bytes(self._bytes)
            self._count = 0
            self._bytes = bytearray()
            if count != self._bits:
                raise WiringFault("a frame has %d bits, the LEDs take %d" % (count, self._bits))
            lit = self.reach * self._channels
            self._frames.append((self._begun, sent[:lit] + bytes(len(sent) - lit)))
