# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A modelled Pico board, for testing firmware/pico on CPython and on MicroPython on a PC.

The drivers import `machine`, `neopixel`, `rp2`, `select` and `time`. `driver(name)` loads one of
them with the modelled machine of `merels_host.simulator.wires` and the fakes of this folder in
their place; the rest of the process keeps the true modules.

    matrix = driver("sensors.matrix")
    wiring = power_on(MatrixWires(rows=(2, 3), columns=(7, 8)))
    wiring.sensors.put(0, 1)                          # a magnet at row 0, column 1
    matrix.SwitchMatrix((2, 3), (7, 8), range(4), 30).read()    # 0b10
"""

from merels_host.simulator.wires import machine, neopixel, plug, pwm, rp2, ticks
from merels_host.simulator.wires.fault import WiringFault
from merels_host.simulator.wires.matrix import MatrixWires
from merels_host.simulator.wires.wiring import Wiring
from merels_host.simulator.wires.ws2812 import Ws2812Wires

from fakes import flash, usb

__all__ = (
    "MatrixWires",
    "NoHeap",
    "Wiring",
    "WiringFault",
    "Ws2812Wires",
    "allocates",
    "driver",
    "fault",
    "flash",
    "machine",
    "neopixel",
    "power_on",
    "pwm",
    "rp2",
    "ticks",
    "usb",
)

MODULES = {"machine": machine, "neopixel": neopixel, "rp2": rp2, "select": usb, "time": ticks}


def driver(name):
    """Import firmware/pico/<name>.py on the modelled machine and return the module."""
    return plug.driver(name, MODULES)


class NoHeap:
    """In place of pico.memory: what a start does to the heap of a Pico, CPython has no need of."""

    begin = staticmethod(list)
    end = staticmethod(lambda ballast: None)


def power_on(sensors=None, lights=None):
    """Start afresh: all pins inputs, clock at zero, all LEDs dark. Returns the wiring.

    sensors, lights: models of their wires; without, those of the reference board.
    """
    wiring = Wiring(sensors or MatrixWires(), lights or Ws2812Wires())
    machine.reset(wiring)
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


def fault(action):
    """What the model says against action(), None if nothing."""
    try:
        action()
    except WiringFault as said:
        return str(said)
    return None
