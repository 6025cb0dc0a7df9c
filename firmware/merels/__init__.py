# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Merels: the rules, the hands and the wire of a sensor board for Nine Men's Morris.

Everything in this package is pure: the same files run on the Pico, on MicroPython on a PC
and in CPython. Importing it costs nothing; import the module you need:

    from merels.rules.game import Game
"""

__version__ = "0.1.0"
