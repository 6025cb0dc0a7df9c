# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all kinds of lights have in common; by itself, the lights of a board that has none.

A kind of lights shows frames in its own way:

    class LedChain(Leds):
        def write(self, frame): ...
"""


class Leds:
    """single: all LEDs have one colour and are on or off, so that only rhythms tell."""

    single = False

    def write(self, frame):
        """Show a frame: bytearray(75), red, green, blue of wood point 0, 1, ..."""

    def dim(self, percent):
        """How bright LEDs of one colour shine, where the build has a way to it."""

    def problem(self) -> str:
        """A sentence for whoever built the board when no light can be expected, else ''."""
        return ""
