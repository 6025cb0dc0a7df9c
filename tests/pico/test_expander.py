# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The MCP23017 chips: all inputs pulled up, one read each, and no error of the bus ends a scan."""

from array import array

import fakes
from fakes.images import ALL, samples, shuffled
from merels_host.simulator.wires.expander import ExpanderWires

expander = fakes.driver("sensors.expander")
I2C, Pin = fakes.machine.I2C, fakes.machine.Pin
ADDRESSES = (0x20, 0x21)
SCANS = 600  # more than a second


def _bus():
    return I2C(1, sda=Pin(18), scl=Pin(19), freq=400000, timeout=1000)


def _board(bits=None, prepare=None):
    """The chips, the wiring around them, and the driver."""
    wires = ExpanderWires(18, 19, ADDRESSES)
    wiring = fakes.power_on(wires)
    if prepare:
        prepare(wires)
    return wires, wiring, expander.Expanders(_bus(), ADDRESSES, bits or list(range(25)))


def test_each_point_alone_none_and_all():
    wires, _, sensors = _board()
    assert sensors.read() == 0 and sensors.points == ALL
    for bit in range(25):
        wires.place(1 << bit)
        assert sensors.read() == 1 << bit
    wires.place(ALL)
    assert sensors.read() == ALL


def test_any_order_of_wiring_with_the_last_input_of_each_port_unused():
    order = shuffled(25)
    bits = []
    for port in range(4):
        bits += order[7 * port : 7 * port + 7] + [-1]
    wires, _, sensors = _board(bits)
    assert sensors.points == ALL
    for image in samples(32):
        wires.place(image)
        expected = [1 << bits[k] for k in range(len(bits)) if image >> k & 1 and bits[k] >= 0]
        assert sensors.read() == sum(expected)


def test_a_board_without_the_centre():
    wires, _, sensors = _board(list(range(24)))
    wires.place(ALL)
    assert sensors.points == sensors.read() == ALL >> 1


def test_levels_are_open_and_closed():
    wires, _, sensors = _board([24] + list(range(1, 24)))
    levels = array("h", [9] * 25)
    wires.place(0b11)
    sensors.levels(levels)
    assert list(levels) == [0, 1] + [0] * 22 + [1]
    assert sensors.analog is False and sensors.colour is False


def test_a_scan_takes_a_quarter_of_a_millisecond_and_with_a_new_set_up_less_than_one():
    _, _, sensors = _board()
    longest = 0
    for _ in range(SCANS):
        start = fakes.ticks.now_us
        sensors.read()
        longest = max(longest, fakes.ticks.now_us - start)
        fakes.ticks.sleep_ms(2)
        if _ == 0:
            assert longest <= 250
    assert longest < 1000


def test_a_missing_chip_is_named_and_the_other_plays():
    def missing(wires):
        wires.chips[0x21].answers = False

    wires, _, sensors = _board(prepare=missing)
    assert sensors.problem() == (
        "No MCP23017 answers at 0x21; look at its supply, its address pins, SDA and SCL."
        " Until it does, these points are dead: d3 e3 b2 d2 f2 a1 d1 g1 d4."
    )
    wires.place(ALL)
    for _ in range(SCANS):
        assert sensors.read() == 0xFFFF
    wires.chips[0x21].answers = True  # somebody pushed the plug in
    for _ in range(16):
        image = sensors.read()
    assert image == ALL
    assert sensors.problem() == ""


def test_two_missing_chips_are_both_named():
    def missing(wires):
        for chip in wires.chips.values():
            chip.answers = False

    _, _, sensors = _board(prepare=missing)
    assert sensors.read() == 0
    assert "at 0x20;" in sensors.problem() and "at 0x21;" in sensors.problem()


def test_what_a_chip_said_last_stands_while_it_does_not_answer():
    wires, _, sensors = _board()
    wires.place(0b101)
    assert sensors.read() == 0b101
    wires.chips[0x20].answers = False
    wires.place(1 << 20)
    assert sensors.read() == 0b101 | 1 << 20
    assert "at 0x20;" in sensors.problem()
    wires.chips[0x20].answers = True
    for _ in range(16):
        image = sensors.read()
    assert image == 1 << 20 and sensors.problem() == ""


def test_a_bus_that_is_held_low_costs_a_timeout_at_times_and_no_more():
    wires, wiring, sensors = _board()
    wires.place(0b1)
    sensors.read()
    wiring.bus_held_low = True
    start = fakes.ticks.now_us
    for _ in range(160):
        assert sensors.read() == 0b1
    assert fakes.ticks.now_us - start <= 22 * 1000
    wiring.bus_held_low = False
    wires.place(0b10)
    for _ in range(16):
        image = sensors.read()
    assert image == 0b10


def test_a_chip_that_lost_its_power_gets_its_pull_ups_back():
    wires, _, sensors = _board()
    wires.place(ALL)
    sensors.read()
    wires.chips[0x21].lose_power()
    wires.place(0xFFFFFFFF)  # all closed: floating inputs would read anything
    for _ in range(SCANS):
        sensors.read()
    wires.place(1 << 24)
    assert sensors.read() == 1 << 24


def test_what_an_earlier_program_left_in_the_chips_does_no_harm():
    def left(wires):
        for chip in wires.chips.values():
            chip.write(b"\x02\xff\xff")  # inputs turned round
            chip.write(b"\x0a\xa0")  # registers counted another way, and not counting up

    wires, _, sensors = _board(prepare=left)
    wires.place(0x1234567)
    assert sensors.read() == 0x1234567


def test_a_scan_allocates_nothing_whether_something_changed_or_not():
    wires, _, sensors = _board()
    chip = wires.chips[0x20]
    levels = array("h", [0] * 25)

    def changes():
        chip.closed ^= 0x5A5A
        sensors.read()
        sensors.read()

    assert not fakes.allocates(changes)
    assert not fakes.allocates(lambda: sensors.levels(levels))


def test_setting_up_again_allocates_nothing():
    _, _, sensors = _board()

    def a_second():
        for _ in range(SCANS):
            sensors.read()

    assert not fakes.allocates(a_second)


def test_the_model_refuses_what_would_hurt():
    wires = ExpanderWires(18, 19, ADDRESSES)
    fakes.power_on(wires)
    i2c, levels = _bus(), bytearray(2)
    for action, said in (
        (lambda: i2c.readfrom_mem_into(0x20, 0x12, levels), "is read without its pull-up"),
        (lambda: i2c.writeto(0x20, b"\x00\xff\x00"), "that has a switch is driven"),
        (lambda: Pin(18, Pin.OUT, value=1), "GP18 drives the I2C bus past its controller"),
        (Pin(19, Pin.IN, Pin.PULL_UP), "GP19 is read past the I2C controller"),
    ):
        assert said in fakes.fault(action)


def test_the_model_of_the_bus_knows_its_pins_and_its_chips():
    fakes.power_on(ExpanderWires(18, 19, ADDRESSES))
    assert _bus().scan() == [0x20, 0x21]
    assert I2C(1, sda=Pin(26), scl=Pin(27)).scan() == []
    for bus, sda, scl in ((0, 18, 19), (1, 19, 18), (1, 18, 17)):
        try:
            I2C(bus, sda=Pin(sda), scl=Pin(scl))
        except ValueError as error:
            assert str(error) in ("bad SDA pin", "bad SCL pin")
        else:
            raise AssertionError((bus, sda, scl))
