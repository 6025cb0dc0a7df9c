# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The LED chain: each point's colour reaches its LED, whole and in time, by both drivers."""

from fakes import Ws2812Wires, allocates, driver, fault, machine, power_on, rp2, ticks

ws2812 = driver("lights.ws2812")
DRIVERS = ("pio", "neopixel")
WIRE_MAKERS = [driver("lights.ws2812_" + name).make_wire for name in DRIVERS]
cycles_of = driver("lights.ws2812_pio").cycles_of
SNAKE = (0, 1, 2, 5, 4, 3)
LONG = 2000  # us after which a frame is there and shown


def _frame(points=25):
    """A frame in which no two bytes are the same: point k is 3k + 1, 3k + 2, 3k + 3."""
    return bytearray(range(1, 3 * points + 1))


def _chain(make_wire, leds=range(25), colours="GRB", timing=ws2812.TIMING, rest_us=300):
    """(wires, lights) of a chain that has just got power."""
    wires = power_on(None, Ws2812Wires(22, len(leds), len(colours))).lights
    wire = make_wire(22, len(leds), len(colours), timing, rest_us)
    return wires, ws2812.LedChain(wire, leds, colours)


def _shown(wires, lights, frame):
    """What the LEDs take of one frame."""
    lights.write(frame)
    ticks.sleep_us(LONG)
    (_, sent), *rest = wires.frames
    assert rest == []
    return sent


def _fault(lights):
    """What the model says against one more frame."""

    def write():
        lights.write(_frame())
        ticks.sleep_us(LONG)

    return fault(write)


def test_nothing_is_written_before_the_first_frame():
    for make_wire in WIRE_MAKERS:
        wires, _ = _chain(make_wire)
        ticks.sleep_us(LONG)
        assert wires.frames == []


def test_colours_in_the_order_of_the_led():
    for make_wire in WIRE_MAKERS:
        for colours, first in (("GRB", b"\x02\x01\x03"), ("RGB", b"\x01\x02\x03")):
            wires, lights = _chain(make_wire, colours=colours)
            sent = _shown(wires, lights, _frame())
            assert len(sent) == 75
            assert sent[:3] == first


def test_points_in_the_order_of_the_chain():
    for make_wire in WIRE_MAKERS:
        wires, lights = _chain(make_wire, SNAKE, "RGB")
        sent = _shown(wires, lights, _frame())
        assert len(sent) == 18
        for led in range(6):
            red = 3 * SNAKE[led] + 1
            assert tuple(sent[3 * led : 3 * led + 3]) == (red, red + 1, red + 2)


def test_white_takes_over_what_all_colours_have():
    frame = bytearray(75)
    frame[0:6] = bytes((9, 200, 30, 255, 255, 255))
    for make_wire in WIRE_MAKERS:
        for colours, expected in (
            ("GRBW", (191, 0, 21, 9, 0, 0, 0, 255)),
            ("WRGB", (9, 0, 191, 21, 255, 0, 0, 0)),
        ):
            wires, lights = _chain(make_wire, colours=colours)
            sent = _shown(wires, lights, frame)
            assert len(sent) == 100
            assert tuple(sent[:8]) == expected and not any(sent[8:])


def test_all_bytes_there_are_come_through():
    for make_wire in WIRE_MAKERS:
        for start in (0, 75, 150, 181):
            wires, lights = _chain(make_wire, colours="RGB")
            frame = bytearray(range(start, start + 75))
            assert _shown(wires, lights, frame) == bytes(frame)


def test_frames_in_a_row_are_shown_one_after_the_other():
    for make_wire in WIRE_MAKERS:
        for colours in ("GRB", "GRBW"):
            wires, lights = _chain(make_wire, colours=colours)
            for _ in range(3):
                lights.write(_frame())
            lights.write(bytearray(75))
            ticks.sleep_us(LONG)
            assert len(wires.frames) == 4
            assert wires.frames[0][1] == wires.frames[2][1] and not any(wires.frames[3][1])
            begun = [at for at, _ in wires.frames]
            takes = 10 * len(wires.frames[0][1]) + 300
            for k in range(3):
                assert takes <= begun[k + 1] - begun[k] <= takes + 2


def test_without_the_rest_the_model_says_so():
    for make_wire in WIRE_MAKERS:
        for rest_us, said in (
            (0, "a frame has more than the 600 bits that the LEDs take"),
            (100, "the line of the LEDs rests for 10"),
        ):
            _, lights = _chain(make_wire, rest_us=rest_us)
            lights.write(_frame())
            assert (_fault(lights) or "").startswith(said)


def test_the_pio_takes_no_time_of_the_scan_and_neopixel_three_quarters_of_a_millisecond():
    for make_wire, us in zip(WIRE_MAKERS, (0, 750)):
        _, lights = _chain(make_wire)
        ticks.sleep_us(LONG)
        start = ticks.now_us
        lights.write(_frame())
        assert ticks.now_us - start == us
        assert rp2.blocked_us == 0


def test_to_put_the_frame_without_dma_would_wait():
    """Why there is DMA: the FIFO has room for 8 bytes, 80 us, and so the processor waits for the
    rest, which it must not leave alone for longer than that."""
    wires, _ = _chain(WIRE_MAKERS[0])
    program = driver("lights.ws2812_pio")._program(*cycles_of(ws2812.TIMING)[0])
    state_machine = rp2.StateMachine(0, program, 20000000, sideset_base=machine.Pin(22))
    state_machine.active(1)
    state_machine.put(_frame(), 24)
    assert 600 <= rp2.blocked_us <= 700
    ticks.sleep_us(LONG)
    assert wires.frames[0][1] == bytes(_frame())


def test_the_buffer_is_not_touched_before_the_frame_is_out():
    """The DMA reads it until 80 us before the end; the model reads it when the true one does."""
    wires, lights = _chain(WIRE_MAKERS[0], colours="RGB")
    lights.write(_frame())
    ticks.sleep_us(100)
    lights.write(bytearray(75))
    ticks.sleep_us(LONG)
    assert [sent for _, sent in wires.frames] == [bytes(_frame()), bytes(75)]


def test_timing_becomes_cycles():
    assert cycles_of((350, 900, 800, 450)) == ((7, 9, 9, 9), 50)
    assert cycles_of((400, 850, 800, 450)) == ((8, 8, 9, 8), 50)
    assert cycles_of((300, 900, 600, 600)) == ((6, 6, 12, 6), 50)
    assert cycles_of((800, 1700, 1600, 900)) == ((8, 8, 9, 8), 100)  # WS2811, slow
    for timing in ((220, 580, 580, 220), (350, 900, 800, 450), (380, 1000, 1000, 580)):
        cycles, ns = cycles_of(timing)
        high, more_high, low, more_low = [ns * count for count in cycles]
        for true, wanted in zip((high, low + more_low, high + more_high, low), timing):
            assert abs(true - wanted) <= ns
        assert max(cycles) <= 16


def test_any_timing_that_the_leds_take_works_with_both():
    for make_wire in WIRE_MAKERS:
        for timing in ((220, 800, 600, 450), (300, 900, 600, 600), (400, 850, 800, 450)):
            wires, lights = _chain(make_wire, timing=timing)
            assert len(_shown(wires, lights, _frame())) == 75


def test_a_timing_that_no_led_takes_is_noticed():
    for make_wire in WIRE_MAKERS:
        _, lights = _chain(make_wire, timing=(500, 700, 800, 450))
        assert _fault(lights) == "a pulse of 500 ns is neither 0 nor 1 for every LED"


def test_a_frame_that_is_too_short_for_the_chain_is_noticed():
    for make_wire in WIRE_MAKERS:
        power_on(None, Ws2812Wires(22, 25))
        lights = ws2812.LedChain(make_wire(22, 24, 3, ws2812.TIMING, 300), range(24), "GRB")
        lights.write(_frame())
        assert _fault(lights) == "a frame has 576 bits, the LEDs take 600"


def test_the_data_pin_is_low_from_the_start():
    power_on(None, Ws2812Wires())
    WIRE_MAKERS[1](22, 25, 3, ws2812.TIMING, 300)
    assert machine.Pin(22).drives() == 0
    power_on(None, Ws2812Wires())
    WIRE_MAKERS[0](22, 25, 3, ws2812.TIMING, 300)
    assert machine.Pin(22).mode() == machine.Pin.ALT


def test_the_frame_is_left_as_it_is():
    for make_wire in WIRE_MAKERS:
        for colours in ("GRB", "GRBW"):
            _, lights = _chain(make_wire, colours=colours)
            frame = _frame()
            lights.write(frame)
            assert frame == _frame()


def test_started_again_after_ctrl_c():
    wires, _ = _chain(WIRE_MAKERS[0])
    for _ in range(9):  # the PIO has room for 32 instructions
        wire = WIRE_MAKERS[0](22, 25, 3, ws2812.TIMING, 300)
    ws2812.LedChain(wire, range(25), "RGB").write(_frame())
    ticks.sleep_us(LONG)
    assert [sent for _, sent in wires.frames] == [bytes(_frame())]


def test_a_long_time_is_no_reason_to_wait():
    for make_wire in WIRE_MAKERS:
        _, lights = _chain(make_wire)
        for us in (1 << 29, (1 << 29) + 500, 1 << 30):  # where ticks_us comes round
            lights.write(_frame())
            ticks.sleep_us(us)
            start = ticks.now_us
            lights._wire.wait()
            assert ticks.now_us - start <= 1100


def test_writing_allocates_nothing():
    for make_wire in WIRE_MAKERS:
        for colours in ("GRB", "GRBW"):
            _, lights = _chain(make_wire, colours=colours)
            ticks.sleep_us(LONG)
            # The models of the true things keep a copy; the true ones do not.
            for name in ("_dma", "_chain"):
                if hasattr(lights._wire, name):
                    setattr(lights._wire, name, _Silent())
            lights._wire._pause._us = 0
            assert not _allocates(lights)


def _allocates(lights):
    frame = _frame()
    return allocates(lambda: lights.write(frame))


class _Silent:
    def write(self):
        pass

    def config(self, read, trigger):
        pass
