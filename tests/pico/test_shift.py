# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The 74HC165 chain: loaded before it is read, the first bit before any clock, any order."""

import fakes
from fakes import any_switches
from fakes.images import ALL, samples, shuffled
from merels_host.simulator.wires.shift import ShiftWires

ShiftChain = fakes.driver("sensors.shift").ShiftChain
LOAD, CLOCK, DATA = 2, 3, 4


def _chain(bits, inputs=None):
    wires = ShiftWires(LOAD, CLOCK, DATA, inputs or len(bits))
    fakes.power_on(wires)
    return wires, ShiftChain(LOAD, CLOCK, DATA, bits)


def test_each_point_alone_none_and_all():
    any_switches.each_alone_none_and_all(_chain)


def test_any_order_of_wiring():
    any_switches.any_order_of_wiring(_chain)


def test_32_inputs_with_some_unused():
    """The last input of each chip is free, and three more: 25 points."""
    order = shuffled(25)
    bits = []
    for chip in range(4):
        bits += order[7 * chip : 7 * chip + 7] + [-1]
    bits += [-1] * (32 - len(bits))
    wires, sensors = _chain(bits, 32)
    assert sensors.points == ALL
    for image in samples(32):
        wires.place(image)
        expected = [1 << bits[k] for k in range(32) if image >> k & 1 and bits[k] >= 0]
        assert sensors.read() == sum(expected)


def test_a_chain_longer_than_what_is_wired():
    wires, sensors = _chain(list(range(25)), 32)
    wires.place(1 << 24 | 1 << 25 | 1 << 31)
    assert sensors.read() == 1 << 24


def test_what_changes_in_a_scan_comes_with_the_next():
    wires, sensors = _chain(list(range(24)))
    wires.place(0b11)
    read = fakes.machine.Pin.__call__

    def lift_meanwhile(pin, value=None):
        wires.place(0)
        return read(pin, value)

    sensors._clock = lambda level: lift_meanwhile(fakes.machine.Pin(CLOCK), level)
    assert sensors.read() == 0b11
    assert sensors.read() == 0


def test_levels_are_open_and_closed():
    any_switches.levels_are_open_and_closed(_chain)


def test_a_scan_and_the_levels_allocate_nothing():
    any_switches.scan_and_levels_allocate_nothing(_chain)


def test_the_model_refuses_a_wrong_order_of_things():
    Pin = fakes.machine.Pin
    fakes.power_on(ShiftWires(LOAD, CLOCK, DATA, 8))
    data = Pin(DATA, Pin.IN)
    assert fakes.fault(data) == "the 74HC165 is read before it has loaded"
    load, clock = Pin(LOAD, Pin.OUT, value=0), Pin(CLOCK, Pin.OUT, value=0)
    assert fakes.fault(data) == "the 74HC165 is read before it has loaded"
    assert fakes.fault(lambda: clock(1)) == "the 74HC165 is clocked while it loads"
    load(1)
    for _ in range(8):
        assert data() == 1
        clock(1)
        clock(0)
    assert fakes.fault(data) == "the 74HC165 is read after its last bit without a new load"


def test_the_model_refuses_pins_in_the_wrong_direction():
    Pin = fakes.machine.Pin
    fakes.power_on(ShiftWires(LOAD, CLOCK, DATA))
    for action, said in (
        (lambda: Pin(DATA, Pin.OUT, value=0), "GP4 is driven against the output of the 74HC165"),
        (lambda: Pin(LOAD, Pin.IN), "the input of the 74HC165 on GP2 floats"),
        (lambda: Pin(CLOCK, Pin.OPEN_DRAIN), "the input of the 74HC165 on GP3 floats"),
        (Pin(LOAD), "GP2 is no input of the Pico"),
    ):
        assert fakes.fault(action) == said
