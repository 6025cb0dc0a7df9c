# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The two buttons: new (BTN1) and back (BTN2), each from its pin to ground.

`read()` is raw; `merels` debounces it and decides what a short and a long press mean.

    buttons = Buttons(16, 17)
    buttons.read()        # 0b01: new is held down
"""

from machine import Pin


class Buttons:
    """Reads both buttons; a pressed one pulls its pin low.

    new, back: GPIO numbers; None for a button that this board does not have.
    """

    def __init__(self, new, back):
        self._new = _open if new is None else Pin(new, Pin.IN, Pin.PULL_UP)
        self._back = _open if back is None else Pin(back, Pin.IN, Pin.PULL_UP)

    def read(self):
        """Bit 0: new is down; bit 1: back is down."""
        return (1 - self._new()) | (1 - self._back()) << 1


def _open():
    """What the pin of an open button reads."""
    return 1
