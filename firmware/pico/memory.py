# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a start does so that the heap of a Pico suffices, and so that play finds it in good order.

Beside start.py. MicroPython collects garbage when nothing else is left, which leaves holes too
small for the next file. So a start collects earlier, and play, where a collection may cost a
light 20 ms, only where the app asks for it.

What a call allocates and frees at once takes the first hole of the heap that is large enough. The
ballast is allocated first and given back at the end of the start: that hole is then a low one, and
a quiet step takes half the time.

    ballast = begin()
    ...                     # all imports, all objects
    end(ballast)
"""

import gc
import sys

_BALLAST = 16384  # bytes; 4096 were used up within a game
_OFTEN = 100000  # bytes between two collections
_BUILT_IN = (
    "array", "binascii", "io", "machine", "micropython", "os", "select", "struct", "time"
)  # fmt: skip


def begin():
    """Returns the ballast, which the caller holds until the end of the start."""
    gc.threshold(_OFTEN)
    ballast = [bytearray(_BALLAST)]
    _find_built_in()
    return ballast


def end(ballast):
    """The start is over."""
    ballast.clear()
    gc.collect()
    gc.threshold(-1)


def _find_built_in():
    """Let imports find MicroPython's own modules at once: it looks for a file of that name first,
    each time, as long as they are not in sys.modules."""
    places = sys.path[:]
    sys.path.clear()
    try:
        for name in _BUILT_IN:
            sys.modules.setdefault(name, __import__(name))
    finally:
        sys.path.extend(places)
