# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sensors: one switch at each point, at the inputs of MCP23017 chips on the I2C bus, to ground.

A chip that does not answer costs its points and no more: `problem()` names it, what it said last
stands, and it is tried again and set up anew. A chip whose supply failed for a moment has lost its
pull-ups without anybody knowing, so all are set up again about once a second.

    sensors = Expanders(i2c, (0x20, 0x21), range(25))
    sensors.read()        # 0b1: the switch on GPA0 of the chip at 0x20 is closed
    sensors.problem()     # ""
"""

from merels.board import WOOD

from pico.order import wood_bits
from pico.sensors.digital import Digital
from pico.sensors.i2c_bus import make_bus

_INPUTS = 16
_GPIO = 0x12  # GPIOA, and GPIOB after it (MCP23017 data sheet, IOCON.BANK = 0)
_SET_UP = (
    b"\x05\x00",  # where IOCON is when BANK = 1, which an earlier program may have left: BANK = 0
    b"\x0a\x00",  # IOCON: addresses count up
    # From address 0, two of each: IODIR all inputs; IPOL, GPINTEN, DEFVAL, INTCON and IOCON
    # plain; GPPU all pull-ups.
    b"\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff",
)
_AGAIN_AFTER = 500  # scans: about a second
_RETRY_AFTER = 16  # scans


def make(config):
    """The chips that config.py describes."""
    return Expanders(make_bus(config), config.EXPANDERS, wood_bits(config.POINTS))


class Expanders(Digital):
    """Reads which points have a magnet on them.

    addresses: of the chips. bits: the wood bit at GPA0 to GPA7 and GPB0 to GPB7 of the first, then
    of the second, and so on; -1 where none is.
    """

    def __init__(self, i2c, addresses, bits):
        chips = []
        for number, address in enumerate(addresses):
            here = bits[_INPUTS * number : _INPUTS * (number + 1)]
            chips.append(_Chip(i2c, address, here))
            self.points |= chips[number].points
            chips[number].scans_left += 100 * number  # not all in the same scan
        self._chips = tuple(chips)

    def read(self):
        """Scan all points once and return the mask of those with a magnet.

        Allocates nothing while all chips answer. Never raises OSError.
        """
        image = 0
        for chip in self._chips:
            image |= chip.read()
        return image

    def problem(self):
        """One sentence for each chip that does not answer, with the points that are dead."""
        sentences = [chip.problem() for chip in self._chips if chip.lost]
        return " ".join(sentences)


class _Chip:
    """lost: it did not answer. scans_left: until it is set up again."""

    def __init__(self, i2c, address, bits):
        self._i2c = i2c
        self._address = address
        self._bits = [bit for bit in bits if bit >= 0]
        self._places = tuple([(1 << k, 1 << bit) for k, bit in enumerate(bits) if bit >= 0])
        self._levels = bytearray(2)
        self._closed = 0
        self._image = 0
        self.points = 0
        for _, point in self._places:
            self.points |= point
        self._set_up()

    def _set_up(self):
        try:
            for data in _SET_UP:
                # writeto, since writeto_mem puts address and data together in new memory
                self._i2c.writeto(self._address, data)
        except OSError:
            self._lose()
        else:
            self.lost = False
            self.scans_left = _AGAIN_AFTER

    def _lose(self):
        self.lost = True
        self.scans_left = _RETRY_AFTER

    def read(self):
        """The points whose switch is closed: now, or when the chip last answered."""
        self.scans_left -= 1
        if self.scans_left <= 0:
            self._set_up()
        if self.lost:
            return self._image
        levels = self._levels
        try:
            self._i2c.readfrom_mem_into(self._address, _GPIO, levels)
        except OSError:
            self._lose()
            return self._image
        closed = (levels[0] | levels[1] << 8) ^ 0xFFFF
        if closed != self._closed:
            self._closed = closed
            image = 0
            for place, point in self._places:
                if closed & place:
                    image |= point
            self._image = image
        return self._image

    def problem(self):
        points = " ".join([WOOD[bit] for bit in self._bits])
        sentence = (
            "No MCP23017 answers at 0x%02x; look at its supply, its address pins, SDA and SCL."
        )
        return (sentence + " Until it does, these points are dead: %s.") % (self._address, points)
