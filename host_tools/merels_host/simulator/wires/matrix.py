# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A matrix of switches with a diode each, on row wires and column wires.

The wires obey three laws of the true ones, and say so loudly when a driver breaks them: a row that
is driven high would fight a row that is low; an input without pull-up floats; a column wire needs
time to charge after a row has changed.

    wires = MatrixWires((2, 3), (7, 8), charge_us=25)
    wires.place(0b0110)              # magnets at row 0, column 1 and row 1, column 0
"""

from merels_host.simulator.wires import ticks
from merels_host.simulator.wires.fault import WiringFault, pulled_up

ROWS = (2, 3, 4, 5, 6)
COLUMNS = (7, 8, 9, 10, 11)


class MatrixWires:
    """Switches at the crossings of rows and columns, given as GPIO numbers.

    diodes=False: somebody left them out, so that current finds its way around corners.
    bare: the crossings where a wire is in the place of the diode. off: wires that have come off;
    ground: wires that lie at ground.
    charge_us: what a column wire needs to get from low to high.
    """

    def __init__(self, rows=ROWS, columns=COLUMNS, diodes=True, charge_us=25):
        self.rows = rows
        self.columns = columns
        self._diodes = diodes
        self.charge_us = charge_us
        self.pins = tuple(rows) + tuple(columns)
        self._closed = [0] * len(columns)  # for each column: the rows it is closed to, as a mask
        self._low = 0  # the rows that are driven low, as a mask
        self._changed_us = -1000000
        self.heal()

    def heal(self):
        """As good as it was built."""
        crossings = len(self.rows) * len(self.columns)
        self.bare = 0 if self._diodes else (1 << crossings) - 1
        self.off = set()
        self.ground = set()

    def put(self, row, column):
        """A magnet comes to the switch at this crossing."""
        self._closed[column] |= 1 << row

    def place(self, image):
        """Magnets at exactly these crossings: bit k is row k // 5, column k % 5 (of a 5 x 5)."""
        width = len(self.columns)
        for column in range(width):
            self._closed[column] = 0
            for row in range(len(self.rows)):
                if image >> (row * width + column) & 1:
                    self._closed[column] |= 1 << row

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        if gpio in self.columns and level != -1:
            raise WiringFault("the column on GP%d is driven" % gpio)
        if gpio in self.columns:
            return
        if level == 1:
            raise WiringFault("the row on GP%d is driven high" % gpio)
        if gpio in self.off:
            return
        mask = 1 << self.rows.index(gpio)
        low = self._low | mask if level == 0 else self._low & ~mask
        if low != self._low:
            self._low = low
            self._changed_us = ticks.now_us

    def level(self, gpio, mode, pull):
        """What a pin in this mode, with this pull, reads on its wire."""
        if gpio in self.rows:
            raise WiringFault("the row on GP%d has no pull-up and says nothing" % gpio)
        pulled_up(gpio, mode, pull)
        if ticks.now_us - self._changed_us < self.charge_us:
            raise WiringFault("the column on GP%d is read before it has settled" % gpio)
        if gpio in self.ground:
            return 0
        if gpio in self.off:
            return 1
        reached = self._low
        for row in self.ground:
            if row in self.rows:
                reached |= 1 << self.rows.index(row)
        if self.bare:
            reached = self._around_corners(reached)
        return 0 if reached & self._closed[self.columns.index(gpio)] else 1

    def _around_corners(self, reached):
        """These low rows, and those that a low column pulls low through a bare crossing."""
        width = len(self.columns)
        for _ in self.rows:
            for column, closed in enumerate(self._closed):
                if closed & reached:
                    for row in range(len(self.rows)):
                        if closed >> row & 1 and self.bare >> (row * width + column) & 1:
                            reached |= 1 << row
        return reached

    def low_rows(self):
        """The rows driven low right now, as a mask."""
        return self._low
