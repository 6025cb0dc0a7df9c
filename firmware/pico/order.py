# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The order of the wires: from the points that `config.py` lists to bits of the wood.

wood_bits("d7 - a7")       # [1, -1, 0]
"""

from merels.board import wood_bit


def wood_bits(text):
    """The wood bit of each point listed, -1 where "-" says that nothing is wired."""
    return [-1 if name == "-" else wood_bit(name) for name in text.split()]
