# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The APA102 chain: each point's colour reaches its LED, on any two pins."""

from fakes import allocates, driver, fault, machine, power_on, rp2, ticks
from merels_host.simulator.wires.apa102 import Apa102Wires

apa102 = driver("lights.apa102")
SNAKE = (0, 1, 2, 5, 4, 3)
LONG = 3000


def _frame():
    return bytearray(range(1, 76))


def _chain(leds=range(25), colours="BGR", data=22, clock=14):
    wires = power_on(None, Apa102Wires(data, clock, len(leds))).lights
    return wires, apa102.Apa102(apa102.make_wire(data, clock, len(leds)), leds, colours)


def _shown(wires, lights, frame):
    lights.write(frame)
    ticks.sleep_us(LONG)
    return wires.frames[-1]


def test_nothing_is_clocked_before_the_first_frame():
    wires, _ = _chain()
    ticks.sleep_us(LONG)
    assert wires.frames == []


def test_colours_in_the_order_of_the_led():
    for colours, first in (("BGR", b"\x03\x02\x01"), ("RGB", b"\x01\x02\x03")):
        wires, lights = _chain(colours=colours)
        sent = _shown(wires, lights, _frame())
        assert len(sent) == 75 and sent[:3] == first


def test_points_in_the_order_of_the_chain_on_any_pins():
    for data, clock in ((22, 14), (28, 0)):
        wires, lights = _chain(SNAKE, "RGB", data, clock)
        sent = _shown(wires, lights, _frame())
        for led in range(6):
            red = 3 * SNAKE[led] + 1
            assert tuple(sent[3 * led : 3 * led + 3]) == (red, red + 1, red + 2)


def test_the_brightness_of_the_whole_led_is_always_the_most():
    wires, lights = _chain()
    for frame in (_frame(), bytearray(75), bytearray(b"\xff" * 75)):
        assert _shown(wires, lights, frame) is not None
        assert wires.brightness == [31] * 25


def test_all_that_there_is_comes_through():
    wires, lights = _chain(colours="RGB")
    for start in (0, 75, 150, 181):
        frame = bytearray(range(start, start + 75))
        assert _shown(wires, lights, frame) == bytes(frame)


def test_frames_in_a_row_come_one_after_the_other():
    wires, lights = _chain(colours="RGB")
    lights.write(_frame())
    lights.write(bytearray(75))
    lights.write(_frame())
    ticks.sleep_us(LONG)
    assert wires.frames == [bytes(_frame()), bytes(75), bytes(_frame())]


def test_a_frame_reaches_the_last_led_of_any_chain():
    for count in (1, 2, 16, 17, 24, 25):
        wires, lights = _chain(range(count), "RGB")
        assert _shown(wires, lights, _frame()) == bytes(range(1, 3 * count + 1))


def test_a_frame_without_its_end_is_noticed():
    wires, lights = _chain()
    lights._wire._dma._count -= 1
    lights.write(_frame())
    ticks.sleep_us(LONG)
    assert fault(lambda: wires.frames) == "clocks are missing to carry the frame to the last LED"


def test_it_takes_no_time_of_the_scan():
    _, lights = _chain()
    ticks.sleep_us(LONG)
    start = ticks.now_us
    lights.write(_frame())
    assert ticks.now_us == start and rp2.blocked_us == 0
    ticks.sleep_us(2000)
    start = ticks.now_us
    lights.write(_frame())  # the first is over by then
    assert ticks.now_us == start


def test_both_pins_belong_to_the_pio():
    _chain()
    assert machine.touched == {22, 14}
    assert machine.Pin(22).mode() == machine.Pin(14).mode() == machine.Pin.ALT


def test_writing_allocates_nothing():
    _, lights = _chain()
    frame = _frame()
    ticks.sleep_us(LONG)
    lights._wire._dma = _Silent()
    lights._wire._pause._us = 0
    assert not allocates(lambda: lights.write(frame))


class _Silent:
    def config(self, read, trigger):
        pass
