# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One switch on each pin: every point, in any order, nothing driven, nothing allocated."""

import fakes
from fakes import any_switches
from fakes.images import ALL
from merels_host.simulator.wires.switches import SwitchWires

Switches = fakes.driver("sensors.switches").Switches
PINS = tuple(range(16)) + (18, 19, 20, 21, 22, 26, 27, 28)


def _switches(pins=PINS, bits=None):
    wires = SwitchWires(pins)
    fakes.power_on(wires)
    return wires, Switches(pins, bits or list(range(len(pins))))


def _with_bits(bits):
    return _switches(bits=bits)


def test_each_point_alone_none_and_all():
    any_switches.each_alone_none_and_all(_with_bits)


def test_any_order_of_wiring():
    any_switches.any_order_of_wiring(_with_bits)


def test_a_board_with_the_centre():
    wires, sensors = _switches(PINS + (17,))
    wires.place(ALL)
    assert sensors.points == sensors.read() == ALL


def test_levels_are_open_and_closed():
    any_switches.levels_are_open_and_closed(_with_bits)


def test_a_scan_takes_no_time_to_wait():
    _, sensors = _switches()
    sensors.read()
    assert fakes.ticks.now_us == 0


def test_a_scan_and_the_levels_allocate_nothing():
    any_switches.scan_and_levels_allocate_nothing(_with_bits)


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
