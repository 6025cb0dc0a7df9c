# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The bytes of a frame in the order of the wire.

Used by ws2812.py. On the board this file is compiled to machine code (see the NATIVE of
firmware_files.py): every light waits for this loop.

    arrange(buffer, frame, b"\\x01\\x00\\x02")      # green, red, blue of point 0
"""


def arrange(buffer, frame, sources):
    """Fill the buffer: byte after byte from these places of the frame."""
    for position in range(len(sources)):
        buffer[position] = frame[sources[position]]
