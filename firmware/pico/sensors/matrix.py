# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sensors: one switch at each point, in a matrix of rows and columns. The reference build.

First room of the stream: `read()` gives the raw image, which `merels.sensing` then steadies.
Each switch has its own diode, anode at the switch and cathode at the row, so that current flows
from a column to a row only and three closed switches cannot pretend to be a fourth.

    sensors = SwitchMatrix((2, 3, 4, 5, 6), (7, 8, 9, 10, 11), range(25), 30)
    sensors.read()        # 0b1001: a magnet on a7 (bit 0) and one on b6 (bit 3)
"""

from time import sleep_us

from machine import Pin

from pico.order import wood_bits
from pico.sensors.digital import Digital


def make(config):
    """The matrix that config.py describes."""
    return SwitchMatrix(config.ROWS, config.COLUMNS, wood_bits(config.POINTS), config.SETTLE_US)


class SwitchMatrix(Digital):
    """Reads which points have a magnet on them; switches cannot tell white from black.

    rows, columns: GPIO numbers. bits: the wood bit at each crossing, along the first row, then
    along the second, and so on; -1 where none is. settle_us: microseconds that the column wires
    are given to charge through their pull-ups after the rows have changed.
    """

    def __init__(self, rows, columns, bits, settle_us):
        # Open drain: a row is driven low or let go, and cannot be driven high by any mistake here.
        # On the RP2040, MicroPython does it by turning the pin into an input (mphalport.h).
        row_pins = [Pin(row, Pin.OPEN_DRAIN, value=1) for row in rows]
        column_pins = [Pin(column, Pin.IN, Pin.PULL_UP) for column in columns]
        wired = []
        for number, row_pin in enumerate(row_pins):
            first = number * len(column_pins)
            cells = []
            for column_pin, bit in zip(column_pins, bits[first : first + len(column_pins)]):
                if bit >= 0:
                    cells.append((column_pin, 1 << bit))
                    self.points |= 1 << bit
            wired.append((row_pin, tuple(cells)))
        self._rows = tuple(wired)
        self._settle_us = settle_us

    def read(self):
        """Scan all points once and return the mask of those with a magnet; allocates nothing.

        With 5 x 5 points that is 286 bytecodes with none closed, 411 with all, and 40 calls into
        MicroPython. At about 1 us each on an RP2040 at 125 MHz, and 5 times 30 us to settle, it
        takes some 0.6 ms (counted by tests/bench/scan.py, not yet measured on a board).
        """
        settle_us = self._settle_us
        image = 0
        for row, cells in self._rows:
            row(0)
            sleep_us(settle_us)
            for column, point in cells:
                if not column():
                    image |= point
            row(1)
        return image
