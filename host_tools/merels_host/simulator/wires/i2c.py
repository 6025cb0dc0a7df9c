# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `machine.I2C` on the Pico: hands bytes to the chips that are on the bus.

A chip is an object with `answers` (whether it acknowledges its address), `write(data)` and
`read(buffer)`. Pins and errors as in MicroPython's ports/rp2/machine_i2c.c; time passes as on the
wire, and a bus that somebody holds low costs the timeout.

    I2C(1, sda=Pin(18), scl=Pin(19), freq=400000, timeout=1000).scan()     # [32, 33]
"""

from merels_host.simulator.wires import ticks

_EIO = 5
_ETIMEDOUT = 110
_BITS = 9  # of a byte, with its acknowledgement

_wiring = None


def reset(wiring):
    global _wiring
    _wiring = wiring


class I2C:
    """One of the two buses. freq: in Hz. timeout: of one transfer, in microseconds."""

    def __init__(self, id, *, scl, sda, freq=400000, timeout=50000):
        for what, pin, odd in (("SDA", sda, 0), ("SCL", scl, 1)):
            if pin.gpio % 4 != 2 * id + odd:
                raise ValueError("bad %s pin" % what)
            pin.init(pin.ALT)
        self._pins = (sda.gpio, scl.gpio)
        self._byte_us = _BITS * 1000000 // freq
        self._timeout = timeout
        self._pointer = bytearray(1)

    def scan(self):
        found = []
        for address in range(8, 120):
            try:
                self._chip(address, 0)
                found.append(address)
            except OSError:
                pass
        return found

    def writeto(self, address, data):
        self._chip(address, len(data)).write(data)
        return len(data)

    def readfrom_into(self, address, buffer):
        self._chip(address, len(buffer)).read(buffer)

    def readfrom_mem_into(self, address, register, buffer):
        # Two transfers of one piece each, for which ports/rp2 needs no new memory.
        self._pointer[0] = register
        self.writeto(address, self._pointer)
        self.readfrom_into(address, buffer)

    def writeto_mem(self, address, register, data):
        self.writeto(address, bytes([register]) + bytes(data))

    def _chip(self, address, count):
        """The chip that acknowledges; `count` bytes then go over the wire."""
        if _wiring.bus_held_low:
            ticks.sleep_us(self._timeout)
            raise OSError(_ETIMEDOUT)
        ticks.sleep_us(self._byte_us)
        chip = _wiring.chip(self._pins, address)
        if chip is None or not chip.answers:
            raise OSError(_EIO)
        ticks.sleep_us(self._byte_us * count)
        return chip
