# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What pieces do to Hall sensors: white's show one pole and black's the other, faults or not.

Between the wood and `hall.HallWires`.

    poles = Poles(wires)
    poles.weak = 1 << 4                        # whoever stands on d6 has a weak magnet
    poles.put(white=0b10000, black=0, now=1200)
"""

from merels.board import WOOD

from merels_host.simulator.wires.magnets import Magnet

PIECE_MT = 49  # 8 x 3 mm at 6 mm
WEAK_MT = 10  # below what is a piece until a board is calibrated


class Poles:
    """weak, reversed: masks of the points on which every piece is such a one."""

    def __init__(self, wires):
        self._wires = wires
        self._placed = None
        self.heal()

    def heal(self):
        """As good as new."""
        self.weak = self.reversed = 0
        self._placed = None

    def put(self, white, black, now):
        """Pieces at the points of both masks."""
        if (white, black) == self._placed:
            return
        self._placed = (white, black)
        magnets = []
        for bit in range(25):
            mask = 1 << bit
            if (white | black) & mask:
                mt = WEAK_MT if self.weak & mask else PIECE_MT
                if bool(white & mask) == bool(self.reversed & mask):
                    mt = -mt
                magnets.append(Magnet(WOOD[bit], mt))
        self._wires.magnets = magnets
