# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""An HT16K33 LED driver on the I2C bus, with LEDs at its common lines and rows.

Commands after the data sheet; after power-up all is off and the memory is unknown. Said loudly: a
command that the chip does not have, and brightness or display before the oscillator runs.

    wires = Ht16k33Wires(sda=18, scl=19, address=0x70)
    wires.chip.shown                 # {(0, 0), ...}: common line and row of the LEDs that are on
    wires.chip.answers = False
"""

from merels_host.simulator.wires.fault import WiringFault

_MEMORY = 16


class Ht16k33Wires:
    def __init__(self, sda=18, scl=19, address=0x70):
        self.pins = (sda, scl)
        self.chip = Ht16k33()
        self.chips = {address: self.chip}

    def heal(self):
        """The chip answers."""
        self.chip.answers = True

    def driven(self, gpio, level):
        if level != -1:
            raise WiringFault("GP%d drives the I2C bus past its controller" % gpio)

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is read past the I2C controller" % gpio)


class Ht16k33:
    """answers: whether it is there. step: of brightness, 0 to 15. written: bytes taken so far."""

    def __init__(self):
        self.answers = True
        self.written = 0
        self._memory = bytearray(_MEMORY)
        self.lose_power()

    def lose_power(self):
        """Its supply fails for a moment."""
        self._memory[:] = b"\x5a" * _MEMORY
        self._runs = self._on = False
        self.step = 15

    @property
    def shown(self):
        """(common line, row) of each LED that is on."""
        if not self._runs or not self._on:
            return set()
        return {
            (at // 2, 8 * (at % 2) + bit)
            for at in range(_MEMORY)
            for bit in range(8)
            if self._memory[at] >> bit & 1
        }

    def write(self, data):
        self.written += len(data)
        command, kind = data[0], data[0] >> 4
        if kind == 0:
            for k in range(1, len(data)):
                self._memory[(command + k - 1) % _MEMORY] = data[k]
            return
        if len(data) > 1 or kind not in (0x2, 0x8, 0xE):
            raise WiringFault("the HT16K33 has no command 0x%02x" % command)
        if kind == 0x2:
            self._runs = bool(command & 1)
        elif not self._runs:
            raise WiringFault("the HT16K33 is told 0x%02x before its oscillator runs" % command)
        elif kind == 0x8:
            self._on = bool(command & 1)
            if command & 6:
                raise WiringFault("the HT16K33 blinks by itself")
        else:
            self.step = command & 15

    def read(self, buffer):
        raise WiringFault("the HT16K33 is read, which has no keys here")
