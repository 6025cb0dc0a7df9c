# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A modelled Pico and what is soldered to it: the drivers of firmware/pico run on it unchanged.

`machine`, `neopixel`, `rp2` and `ticks` (for `time`) stand in for MicroPython's modules. Each
build has a file for what its wires do; it says loudly when a driver breaks a law of the true ones.
As plainly written as the firmware: runs on MicroPython on a PC, and on CPython.

    from merels_host.simulator.wires import machine
    from merels_host.simulator.wires.matrix import MatrixWires
    from merels_host.simulator.wires.wiring import Wiring

    wiring = Wiring(MatrixWires((2, 3), (7, 8)))
    machine.reset(wiring)
    wiring.sensors.put(0, 1)                          # a magnet at row 0, column 1
    SwitchMatrix((2, 3), (7, 8), range(4), 30).read()           # 0b10
"""
