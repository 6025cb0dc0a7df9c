# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Merels: what a sensor board for Nine Men's Morris and its family thinks.

The same files run on the Pico, on MicroPython on a PC, in CPython and in the host tools.
Importing the package loads nothing else, so that each user pays for what it uses.

    from merels.game import Game
"""

__version__ = "0.1.0"
