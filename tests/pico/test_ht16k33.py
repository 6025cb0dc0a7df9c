# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The HT16K33: the right LEDs are on, as bright as asked for; no error of the bus ends a step."""

import fakes
from merels_host.simulator.wires.ht16k33 import Ht16k33Wires

ht16k33 = fakes.driver("lights.ht16k33")
I2C, Pin = fakes.machine.I2C, fakes.machine.Pin


def _matrix(leds=range(25), prepare=None):
    wires = Ht16k33Wires(18, 19, 0x70)
    wiring = fakes.power_on(None, wires)
    if prepare:
        prepare(wires.chip)
    bus = I2C(1, sda=Pin(18), scl=Pin(19), freq=400000, timeout=1000)
    return wires.chip, wiring, ht16k33.LedMatrix(bus, 0x70, list(leds))


def _frame(*points, colour=0):
    frame = bytearray(75)
    for point in points:
        frame[3 * point + colour] = 1
    return frame


def _lose(chip):
    chip.answers = False


def test_all_leds_are_dark_from_the_start():
    chip, _, lights = _matrix()
    assert chip.shown == set()
    assert chip.written > 0 and lights.single and lights.problem() == ""


def test_each_led_alone_by_any_colour():
    chip, _, lights = _matrix()
    for point in range(25):
        for colour in range(3):
            lights.write(_frame(point, colour=colour))
            assert chip.shown == {(point // 8, point % 8)}


def test_any_order_with_places_that_are_not_used():
    order = [-1] * 64
    for point in range(25):
        order[63 - 2 * point] = point
    chip, _, lights = _matrix(order)
    for point in range(25):
        lights.write(_frame(point))
        place = 63 - 2 * point
        assert chip.shown == {(place // 8, place % 8)}


def test_brightness_in_sixteen_steps():
    chip, _, lights = _matrix()
    for percent, step in ((1, 0), (6, 0), (7, 1), (40, 6), (50, 7), (94, 15), (100, 15)):
        lights.dim(percent)
        assert chip.step == step, percent
    before = chip.written
    lights.dim(100)
    assert chip.written == before  # no news


def test_a_frame_costs_less_than_a_millisecond():
    _, _, lights = _matrix()
    start = fakes.ticks.now_us
    lights.write(_frame(3))
    assert fakes.ticks.now_us - start < 700


def test_a_chip_that_is_missing_is_named_and_comes_back_with_a_frame():
    chip, _, lights = _matrix(prepare=_lose)
    assert lights.problem() == (
        "No HT16K33 answers at 0x70; look at its supply, its address, SDA and SCL. Until it does,"
        " no light shines."
    )
    lights.write(_frame(1))
    lights.dim(10)
    assert lights.problem()
    chip.answers = True
    lights.write(_frame(2))
    assert lights.problem() == "" and chip.shown == {(0, 2)} and chip.step == 1


def test_a_chip_that_lost_its_supply_is_right_with_the_next_frame():
    chip, _, lights = _matrix()
    lights.dim(20)
    lights.write(_frame(1))
    chip.lose_power()
    assert chip.shown == set()
    lights.write(_frame(9))
    assert chip.shown == {(1, 1)} and chip.step == 3


def test_a_bus_that_is_held_low_costs_one_timeout_a_frame():
    _, wiring, lights = _matrix()
    wiring.bus_held_low = True
    start = fakes.ticks.now_us
    lights.write(_frame(1))
    assert fakes.ticks.now_us - start <= 1000
    assert lights.problem()


def test_writing_allocates_nothing():
    _, _, lights = _matrix()
    frame = _frame(0, 24)
    lights._i2c = _Silent()
    assert not fakes.allocates(lambda: lights.write(frame))


class _Silent:
    def writeto(self, address, data):
        pass


def test_what_the_chip_would_not_take_is_said():
    for data, said in (
        (b"\x81", "the HT16K33 is told 0x81 before its oscillator runs"),
        (b"\xe3", "the HT16K33 is told 0xe3 before its oscillator runs"),
        (b"\x40", "the HT16K33 has no command 0x40"),
        (b"\x21\x81", "the HT16K33 has no command 0x21"),
    ):
        chip = Ht16k33Wires().chip
        assert fakes.fault(lambda chip=chip, data=data: chip.write(data)) == said
