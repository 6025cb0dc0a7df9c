# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Images for tests of sensors, the same on every interpreter.

for image in samples(24):
    wires.place(image)
"""

ALL = (1 << 25) - 1


def samples(bits, count=200):
    """Images of so many bits, some with few pieces and some with many."""
    pattern = 1
    for _ in range(count):
        pattern = pattern * 1103515245 + 12345 & 0x3FFFFFFF
        yield pattern >> 2 & (1 << bits) - 1


def shuffled(count):
    """The wood bits 0 to count - 1 in another order: neighbours are far apart, 0 is not first."""
    step = 7 if count % 7 else 11
    return [(step * k + 3) % count for k in range(count)]
