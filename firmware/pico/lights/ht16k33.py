# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lights: an LED of one colour at each point, in the matrix of an HT16K33 on the I2C bus.

An LED is on or off, so that only rhythms tell; all together shine in 16 steps of brightness. Each
frame sets the chip up anew: one that lost its supply for a moment is right with the next. A chip
that does not answer costs the lights and no more: `problem()` names it.

    lights = LedMatrix(i2c, 0x70, range(25))
    lights.write(frame)        # an LED is on where any colour of the frame is
    lights.dim(40)             # percent
"""

from pico.lights.leds import Leds
from pico.order import wood_bits
from pico.sensors.i2c_bus import make_bus

_OSCILLATOR_ON = b"\x21"
_DISPLAY_ON = b"\x81"  # and not blinking
_DIM = 0xE0  # and the step, 0 to 15
_ROWS = 8  # that are used at each common line, and have a byte of their own


def make(config):
    """The chip that config.py describes."""
    return LedMatrix(make_bus(config), config.LED_ADDRESS, wood_bits(config.LEDS))


class LedMatrix(Leds):
    """Shows frames; dark from the start.

    leds: the wood bit of the LED at COM0 and ROW0 to ROW7 (A0 to A7 on many boards), then at COM1
    and so on, -1 where none is.
    """

    single = True

    def __init__(self, i2c, address, leds):
        self._i2c = i2c
        self._address = address
        # (byte of the memory, bit in it, where in a frame its colours are)
        self._places = tuple(
            [
                (1 + 2 * (led // _ROWS), 1 << led % _ROWS, 3 * bit)
                for led, bit in enumerate(leds)
                if bit >= 0
            ]
        )
        self._memory = bytearray(17)  # after the address 0, two bytes for each common line
        self._step = bytearray([_DIM | 15])
        self._send()

    def write(self, frame):
        """Show a frame of 75 bytes in about 0.6 ms. Never raises OSError; allocates nothing while
        the chip answers."""
        memory = self._memory
        for at in range(1, len(memory)):
            memory[at] = 0
        for at, led, start in self._places:
            if frame[start] | frame[start + 1] | frame[start + 2]:
                memory[at] |= led
        self._send()

    def dim(self, percent):
        """Shine at so many percent, 1 to 100, of what the chip can do."""
        step = _DIM | (16 * percent - 1) // 100
        if step != self._step[0]:
            self._step[0] = step
            self._send()

    def problem(self):
        """A sentence when the chip does not answer."""
        if not self._lost:
            return ""
        return (
            "No HT16K33 answers at 0x%02x; look at its supply, its address, SDA and SCL. Until it "
            "does, no light shines." % self._address
        )

    def _send(self):
        i2c = self._i2c
        address = self._address
        try:
            i2c.writeto(address, _OSCILLATOR_ON)
            i2c.writeto(address, self._memory)
            i2c.writeto(address, self._step)
            i2c.writeto(address, _DISPLAY_ON)
        except OSError:
            self._lost = True
        else:
            self._lost = False
