# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A modelled Pico board, for testing firmware/pico on CPython and on MicroPython on a PC.

The drivers import `machine`, `neopixel`, `select` and `time`. `driver(name)` loads one of them
with the fakes of this folder in their place; the rest of the process keeps the true modules.

    sensors = driver("sensors")
    board = power_on(Wiring(rows=(2, 3), columns=(7, 8)))
    board.put(0, 1)                                   # a magnet at row 0, column 1
    sensors.ReedMatrix((2, 3), (7, 8), range(4), 30).read()     # 0b10
"""

import sys

from fakes import flash, machine, neopixel, ticks, usb
from fakes.wiring import Wiring, WiringFault

__all__ = (
    "Wiring",
    "WiringFault",
    "allocates",
    "driver",
    "flash",
    "machine",
    "neopixel",
    "power_on",
    "ticks",
    "usb",
)

_FAKES = {"machine": machine, "neopixel": neopixel, "select": usb, "time": ticks}


def driver(name):
    """Import firmware/pico/<name>.py on the fake machine and return the module."""
    true = {}
    for module in _FAKES:
        true[module] = sys.modules.get(module)
        sys.modules[module] = _FAKES[module]
    try:
        return __import__("pico." + name, None, None, ("*",))
    finally:
        for module in true:
            if true[module] is None:
                del sys.modules[module]
            else:
                sys.modules[module] = true[module]


def power_on(wiring=None):
    """Start afresh: all pins inputs, clock at zero, no frame written. Returns the wiring."""
    wiring = wiring or Wiring()
    machine.reset(wiring)
    neopixel.frames.clear()
    ticks.now_us = 0
    return wiring


def allocates(action):
    """Whether calling action() takes heap. Only MicroPython can tell; False on CPython."""
    action()  # what it needs once only is not what is asked for
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        action()
        return False
    heap_lock()
    try:
        action()
    except MemoryError:
        return True
    finally:
        heap_unlock()
    return False
