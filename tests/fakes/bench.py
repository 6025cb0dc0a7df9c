# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A build on a bench: its drivers on modelled wires, without the rest of the firmware.

bench = Bench("hall", "weak:d6")          # faults from power-on on
bench.stand("d6 f6", "b4")                # white's and black's pieces
bench.seen()                              # "f6 b4": the points that the driver sees
"""

from merels.board import WOOD, wood_bit
from merels_host.simulator.builds import points_of, shipped
from merels_host.simulator.faults import parse_fault
from merels_host.simulator.ports import MemoryConsole, MemoryStorage
from merels_host.simulator.wired import WiredPorts
from merels_host.simulator.wood import Wood


class Bench:
    """ports: those of the build. changes: constants that its config has in place of the shipped
    ones."""

    def __init__(self, kind, *faults, **changes):
        config = shipped(kind)
        for name in changes:
            setattr(config, name, changes[name])
        self.wood = Wood(points_of(config))
        self.ports = WiredPorts(self.wood, MemoryStorage(), MemoryConsole(), "sim-1", config)
        for fault in faults:
            self.fault(fault)
        self.ports.power_on()
        self.now = 0
        self.run(20)

    def fault(self, text):
        fault = parse_fault(text)
        self.ports.check(fault)
        self.ports.fault(fault)

    def heal(self, text):
        self.ports.heal(parse_fault(text))

    def stand(self, white, black=""):
        """Pieces at exactly these points."""
        self.wood.stand(mask(white), mask(black))

    def run(self, ms):
        """Scan every 2 ms for so long; what each scan has seen."""
        images = []
        for _ in range(ms // 2):
            self.now += 2
            self.ports.at(self.now)
            images.append(self.ports.sensors.read())
        return images

    def seen(self):
        """The points at which a piece is seen after some scans, in the order of the wood."""
        return names(self.run(20)[-1])

    def lit(self, names):
        """The points that shine when these are to."""
        frame = bytearray(75)
        for name in names.split():
            frame[3 * wood_bit(name)] = 90
        self.ports.lights.write(frame)
        self.run(20)
        return " ".join([WOOD[k] for k, colour in enumerate(self.ports.colours()) if any(colour)])


def mask(points):
    return sum([1 << wood_bit(name) for name in points.split()])


def names(image):
    return " ".join([WOOD[bit] for bit in range(25) if image >> bit & 1])
