# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One switch on each pin: every point, in any order, nothing driven, nothing allocated."""

from array import array

import fakes
from fakes.images import ALL, samples, shuffled
from merels_host.simulator.wires.switches import SwitchWires

Switches = fakes.driver("switches").Switches
PINS = tuple(range(16)) + (18, 19, 20, 21, 22, 26, 27, 28)


def _switches(pins=PINS, bits=None):
    wires = SwitchWires(pins)
    fakes.power_on(wires)
    return wires, Switches(pins, bits or list(range(len(pins))))


def test_each_point_alone_none_and_all():
    wires, sensors = _switches()
    assert sensors.read() == 0 and sensors.points == ALL >> 1
    for bit in range(24):
        wires.place(1 << bit)
        assert sensors.read() == 1 << bit
    wires.place(ALL >> 1)
    assert sensors.read() == ALL >> 1


def test_any_order_of_wiring():
    order = shuffled(24)
    wires, sensors = _switches(bits=order)
    for image in samples(24):
        wires.place(image)
        assert sensors.read() == sum([1 << order[k] for k in range(24) if image >> k & 1])


def test_a_board_with_the_centre():
    wires, sensors = _switches(PINS + (17,))
    wires.place(ALL)
    assert sensors.points == sensors.read() == ALL


def test_levels_are_open_and_closed():
    wires, sensors = _switches(bits=[24] + list(range(1, 24)))
    levels = array("h", [9] * 25)
    wires.place(0b11)
    sensors.levels(levels)
    assert list(levels) == [0, 1] + [0] * 22 + [1]
    assert sensors.analog is False and sensors.colour is False and sensors.problem() == ""


def test_a_scan_takes_no_time_to_wait():
    _, sensors = _switches()
    sensors.read()
    assert fakes.ticks.now_us == 0


def test_a_scan_and_the_levels_allocate_nothing():
    wires, sensors = _switches()
    wires.place(0x55AA55)
    levels = array("h", [0] * 25)
    assert not fakes.allocates(sensors.read)
    assert not fakes.allocates(lambda: sensors.levels(levels))


def test_the_model_refuses_what_would_hurt():
    Pin = fakes.machine.Pin
    fakes.power_on(SwitchWires((2, 3)))
    for action, said in (
        (lambda: Pin(2, Pin.OUT, value=1), "the switch on GP2 is driven"),
        (lambda: Pin(3, Pin.IN)(), "GP3 is read without a pull-up and floats"),
        (
            lambda: Pin(3, Pin.IN, Pin.PULL_DOWN)(),
            "GP3 has a pull-down, which does not work on a Pico 2",
        ),
    ):
        assert fakes.fault(action) == said
