# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all sensors have in common that know only open and closed.

A kind of sensors fills in `points` and scans in its own way:

    class SwitchMatrix(Digital):
        def read(self): ...
"""


class Digital:
    """points: the mask of the points that have a switch, in bits of the wood."""

    colour = False
    analog = False
    points = 0

    def read(self) -> int:
        """Scan once; the mask of the points whose switch is closed."""
        return 0

    def levels(self, into):
        """Scan once; into[bit] of 25 becomes 1 where a switch is closed, else 0."""
        image = self.read()
        for bit in range(25):
            into[bit] = image >> bit & 1

    def problem(self) -> str:
        """A sentence for whoever built the board when some sensors are dead, else ''."""
        return ""
