# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The LED chain: each point's colour reaches its LED, in the LED's own order of colours."""

from fakes import allocates, machine, neopixel, power_on, ticks
from fakes import driver as _driver

LedChain = _driver("ws2812").LedChain
SNAKE = (0, 1, 2, 5, 4, 3)


def _frame(points=25):
    """A frame in which no two bytes are the same: point k is 3k + 1, 3k + 2, 3k + 3."""
    return bytearray(range(1, 3 * points + 1))


def test_nothing_is_written_before_the_first_frame():
    power_on()
    LedChain(22, range(25), "GRB")
    assert neopixel.frames == []


def test_colours_in_the_order_of_the_led():
    for colours, first in (("GRB", b"\x02\x01\x03"), ("RGB", b"\x01\x02\x03")):
        power_on()
        LedChain(22, range(25), colours).write(_frame())
        (_, sent), *rest = neopixel.frames
        assert rest == []
        assert len(sent) == 75
        assert sent[:3] == first


def test_points_in_the_order_of_the_chain():
    power_on()
    LedChain(22, SNAKE, "RGB").write(_frame())
    (_, sent) = neopixel.frames[0]
    assert len(sent) == 18
    for led in range(6):
        red = 3 * SNAKE[led] + 1
        assert tuple(sent[3 * led : 3 * led + 3]) == (red, red + 1, red + 2)


def test_every_write_is_one_frame_and_holds_for_its_time():
    power_on()
    lights = LedChain(22, range(25), "GRB")
    lights.write(_frame())
    lights.write(bytearray(75))
    (first_us, _), (second_us, dark) = neopixel.frames
    assert dark == bytes(75)
    assert second_us - first_us == 750
    assert ticks.now_us == 1500


def test_the_data_pin_is_driven_low_from_the_start():
    power_on()
    LedChain(22, range(25), "GRB")
    assert machine.Pin(22).drives() == 0


def test_the_frame_is_left_as_it_is():
    power_on()
    frame = _frame()
    LedChain(22, SNAKE, "GRB").write(frame)
    assert frame == _frame()


def test_writing_allocates_nothing():
    power_on()
    lights = LedChain(22, range(25), "GRB")
    frame = _frame()
    lights._chain.write = _Silent()  # the fake keeps a copy of each frame; the true one does not
    assert not allocates(lambda: lights.write(frame))


class _Silent:
    def __call__(self):
        pass
