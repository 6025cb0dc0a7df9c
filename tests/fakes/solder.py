# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What goes wrong with a soldering iron: wires that are cut, swapped, touch, or lie at ground.

Between the Pico and any model of wires; the drivers run on it unchanged.

    wires = Soldered(MatrixWires(), cut={7})             # nothing gets through on GP7
    wires = Soldered(MatrixWires(), touch=[(2, 3)])      # GP2 and GP3 are one wire
    wires = Soldered(MatrixWires(), fixed={7: 0})        # GP7 is at ground
"""

from merels_host.simulator.wires.matrix import MatrixWires


class Soldered:
    """swapped: pairs of GPIO numbers whose wires are exchanged. inputs: those the Pico reads."""

    def __init__(self, wires, cut=(), touch=(), fixed=None, swapped=(), inputs=()):
        self.wires = wires
        self.pins = wires.pins
        self._cut = set(cut)
        self._touch = list(touch)
        self._fixed = dict(fixed or {})
        self._other = dict(swapped)
        self._other.update({b: a for a, b in swapped})
        self._driven = {}
        for gpio, level in self._fixed.items():
            if gpio not in inputs:
                wires.driven(gpio, level)

    def place(self, image):
        self.wires.place(image)

    @property
    def magnets(self):
        return self.wires.magnets

    @magnets.setter
    def magnets(self, magnets):
        self.wires.magnets = magnets

    def _group(self, gpio):
        group = {gpio}
        for pair in self._touch:
            if gpio in pair:
                group.update(pair)
        return group

    def driven(self, gpio, level):
        """The Pico does this at its end."""
        if gpio in self._cut or gpio in self._fixed:
            return
        self._driven[gpio] = level
        for one in self._group(gpio):
            low = 0 in [self._driven.get(other, -1) for other in self._group(one)]
            wire = self._other.get(one, one)
            self.wires.driven(wire, 0 if low and len(self._group(one)) > 1 else level)

    def level(self, gpio, mode, pull):
        """What the Pico reads at its end."""
        if gpio in self._fixed:
            return self._fixed[gpio]
        if gpio in self._cut:
            return 1
        levels = [self.wires.level(self._other.get(one, one), mode, pull)
                  for one in self._group(gpio)]  # fmt: skip
        return min(levels)

    def analog(self, gpio, pull):
        """What the ADC is offered at its end."""
        if gpio in self._cut:
            return 4095 | 4096 if pull else 4096
        return self.wires.analog(gpio, pull)


class Turned(MatrixWires):
    """A matrix with one diode that is turned the wrong way, at a crossing as in `place`."""

    def __init__(self, turned):
        MatrixWires.__init__(self)
        self._turned = divmod(turned, 5)

    def level(self, gpio, mode, pull):
        MatrixWires.level(self, gpio, mode, pull)  # its laws hold
        rows = {row for row in range(5) if self.low_rows() >> row & 1}
        columns = set()
        closed = [
            (row, column)
            for column in range(5)
            for row in range(5)
            if self._closed[column] >> row & 1
        ]
        for _ in range(10):
            for row, column in closed:
                if row in rows and (row, column) != self._turned:
                    columns.add(column)
                if column in columns and (row, column) == self._turned:
                    rows.add(row)
        return 0 if self.columns.index(gpio) in columns else 1


def bare(*crossings):
    """A matrix with a wire in the place of the diodes at these crossings."""
    wires = MatrixWires()
    wires.bare = sum(1 << at for at in crossings)
    return wires
