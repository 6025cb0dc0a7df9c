# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What holds for all sensors that are switches, however they are read; for their tests.

make(bits) -> (wires, sensors): switch k of the wires is at the wood's bit bits[k].

    each_alone_none_and_all(make)
"""

from array import array

from fakes import allocates
from fakes.images import ALL, samples, shuffled


def each_alone_none_and_all(make):
    wires, sensors = make(list(range(24)))
    assert sensors.read() == 0 and sensors.points == ALL >> 1
    for bit in range(24):
        wires.place(1 << bit)
        assert sensors.read() == 1 << bit
    wires.place(ALL >> 1)
    assert sensors.read() == ALL >> 1


def any_order_of_wiring(make):
    order = shuffled(24)
    wires, sensors = make(order)
    for image in samples(24):
        wires.place(image)
        assert sensors.read() == sum([1 << order[k] for k in range(24) if image >> k & 1])


def levels_are_open_and_closed(make):
    wires, sensors = make([24] + list(range(1, 24)))
    levels = array("h", [9] * 25)
    wires.place(0b11)
    sensors.levels(levels)
    assert list(levels) == [0, 1] + [0] * 22 + [1]
    assert sensors.analog is False and sensors.colour is False and sensors.problem() == ""


def scan_and_levels_allocate_nothing(make):
    wires, sensors = make(list(range(24)))
    wires.place(0x55AA55)
    levels = array("h", [0] * 25)
    assert not allocates(sensors.read)
    assert not allocates(lambda: sensors.levels(levels))
