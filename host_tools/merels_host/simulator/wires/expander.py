# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""MCP23017 port expanders on the I2C bus, with a switch to ground at each input.

Registers after the data sheet, both ways of counting them (IOCON.BANK) included. Said loudly: an
input without pull-up that is read open, and a pin with a switch that is driven.

    wires = ExpanderWires(sda=18, scl=19, addresses=(0x20, 0x21))
    wires.place(1 << 16)             # a magnet at GPA0 of the second chip
    wires.chips[0x21].answers = False
"""

from merels_host.simulator.wires.fault import WiringFault

_INPUTS = 16
_IODIR, _IPOL, _IOCON, _GPPU, _GPIO, _COUNT = 0x00, 0x02, 0x0A, 0x0C, 0x12, 0x16
_BANK = 0x80


class ExpanderWires:
    """chips: by address. The image has 16 bits of each, GPA0 of the first chip first."""

    def __init__(self, sda=18, scl=19, addresses=(0x20, 0x21)):
        self.pins = (sda, scl)
        self.chips = {}
        for address in addresses:
            self.chips[address] = Mcp23017()
        self._addresses = addresses

    def heal(self):
        """All chips answer."""
        for address in self._addresses:
            self.chips[address].answers = True

    def place(self, image):
        """Magnets at exactly these inputs."""
        for number, address in enumerate(self._addresses):
            self.chips[address].closed = image >> _INPUTS * number & 0xFFFF

    def driven(self, gpio, level):
        if level != -1:
            raise WiringFault("GP%d drives the I2C bus past its controller" % gpio)

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is read past the I2C controller" % gpio)


class Mcp23017:
    """closed: the inputs whose switch is closed, GPA0 in bit 0. answers: whether it is there."""

    def __init__(self):
        self.answers = True
        self.closed = 0
        self.registers = bytearray(_COUNT)
        self.lose_power()

    def lose_power(self):
        """Its supply fails for a moment: all registers as after power-up."""
        for number in range(_COUNT):
            self.registers[number] = 0xFF if number < _IPOL else 0
        self._at = 0

    def write(self, data):
        self._at = data[0]
        for k in range(1, len(data)):
            number = self._number()
            self.registers[number] = data[k]
            if number & 0xFE == _IOCON:
                self.registers[_IOCON] = self.registers[_IOCON + 1] = data[k]
            if number < _IPOL and data[k] != 0xFF:
                raise WiringFault("a pin of the MCP23017 that has a switch is driven")

    def read(self, buffer):
        for k in range(len(buffer)):
            number = self._number()
            port = number & 1
            buffer[k] = self._port(port) if number & 0xFE == _GPIO else self.registers[number]

    def _number(self):
        """The number of the register at the address, as if BANK were 0; the address counts up."""
        at = self._at
        self._at += 1
        if self.registers[_IOCON] & _BANK:
            at = 2 * (at & 0x0F) + (at >> 4)
        elif self._at == _COUNT:
            self._at = 0
        return at % _COUNT

    def _port(self, port):
        closed = self.closed >> 8 * port & 0xFF
        if ~closed & 0xFF & ~self.registers[_GPPU + port]:
            raise WiringFault("an input of the MCP23017 is read without its pull-up and floats")
        return closed ^ 0xFF ^ self.registers[_IPOL + port]
