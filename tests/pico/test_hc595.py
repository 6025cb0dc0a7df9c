# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The 74HC595 chain: the right LEDs are on, all at once, and none before the first frame."""

from fakes import allocates, driver, fault, machine, power_on
from merels_host.simulator.wires.hc595 import Hc595Wires

hc595 = driver("lights.hc595")
ALL = range(25)


def _chain(leds=ALL, outputs=32):
    wires = power_on(None, Hc595Wires(outputs=outputs)).lights
    return wires, hc595.LatchChain(22, 14, 15, list(leds))


def _frame(*points, colour=0):
    frame = bytearray(75)
    for point in points:
        frame[3 * point + colour] = 1
    return frame


def _on(wires, count=25):
    return [place for place in range(count) if wires.shown >> place & 1]


def test_all_leds_are_dark_from_the_start():
    wires, lights = _chain()
    assert _on(wires) == [] and wires.latched == 1
    assert lights.single and lights.problem() == ""


def test_each_led_alone_by_any_colour():
    wires, lights = _chain()
    for point in ALL:
        for colour in range(3):
            lights.write(_frame(point, colour=colour))
            assert _on(wires) == [point]


def test_a_frame_is_shown_at_once():
    wires, lights = _chain()
    lights.write(_frame(0, 7, 24))
    assert _on(wires) == [0, 7, 24] and wires.latched == 2


def test_any_order_with_outputs_that_are_not_used():
    order = [3, -1, 0, 24, -1, 1, 2, 23]
    wires, lights = _chain(order, outputs=8)
    for point in (0, 1, 2, 3, 23, 24):
        lights.write(_frame(point))
        assert _on(wires, 8) == [order.index(point)]
    lights.write(bytearray(b"\xff" * 75))
    assert _on(wires, 8) == [0, 2, 3, 5, 6, 7]


def test_writing_allocates_nothing():
    _, lights = _chain()
    frame = _frame(0, 24)
    for name in ("_data", "_clock", "_latch"):
        setattr(lights, name, _silent)  # the model allocates; the true pins do not
    assert not allocates(lambda: lights.write(frame))


def _silent(level):
    pass


def test_what_the_chips_would_not_take_is_said():
    Pin = machine.Pin
    for steps, said in (
        ((lambda: Pin(22, Pin.IN),), "the input of the 74HC595 on GP22 floats"),
        (
            (lambda: Pin(14, Pin.OUT, value=1), lambda: Pin(22, Pin.OUT, value=1)),
            "the data of the 74HC595 changes while its clock is high",
        ),
        (
            (
                lambda: Pin(15, Pin.OUT, value=0),
                lambda: Pin(14, Pin.OUT, value=1),
                lambda: Pin(15, Pin.OUT, value=1),
            ),
            "the 74HC595 is latched while its clock is high",
        ),
        ((lambda: Pin(22)(),), "GP22 is an input of the 74HC595 and says nothing"),
    ):
        power_on(None, Hc595Wires())
        assert [fault(step) for step in steps][-1] == said
