# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What pieces do to switches: each magnet closes the one below it, faults or not.

Between the wood and the wires of a build that knows only open and closed.

    contacts = Contacts(wires, wood_bits(config.POINTS))
    contacts.bouncing = 1 << 4                 # the one of d6 bounces at each change
    contacts.put(white=0b10000, black=0, now=1200)
"""

BOUNCE_MS = (
    6  # reeds bounce for less than 1 ms; worn ones, and Hall switches on their edge, for more
)


class Contacts:
    """places: the wood bit of the switch at each place of the wires, -1 where none is.
    stuck: masks of the switches that are always closed; dead: never; bouncing: at each change."""

    def __init__(self, wires, places):
        self._wires = wires
        self._places = [(1 << place, 1 << bit) for place, bit in enumerate(places) if bit >= 0]
        self._placed = -1
        self._until = [0] * 25  # when the bouncing ends
        self._changed = [0] * 25  # when it began
        self._before = 0
        self.heal()

    def heal(self):
        """As good as new."""
        self.stuck = self.dead = self.bouncing = 0

    def put(self, white, black, now):
        """Magnets at the points of both masks, at this time in ms."""
        magnets = white | black
        closed = magnets ^ self._bounced(magnets, now) if self.bouncing else magnets
        self._before = magnets
        closed = (closed | self.stuck) & ~self.dead
        if closed != self._placed:
            self._placed = closed
            image = 0
            for place, point in self._places:
                if closed & point:
                    image |= place
            self._wires.place(image)

    def _bounced(self, magnets, now):
        """The contacts that are the wrong way round now: two of every four ms after a change."""
        changed = magnets ^ self._before
        flipped = 0
        for bit in range(25):
            mask = 1 << bit
            if not self.bouncing & mask:
                continue
            if changed & mask:
                self._changed[bit] = now
                self._until[bit] = now + BOUNCE_MS
            if now < self._until[bit] and (now - self._changed[bit]) >> 1 & 1:
                flipped |= mask
        return flipped
