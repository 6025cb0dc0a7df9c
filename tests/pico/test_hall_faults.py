# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hall sensors that are missing or stuck, weak magnets, and drivers that break laws of wires."""

import fakes
from fakes.hall import HallBoard
from merels.board import WOOD


def test_missing_sensors_are_named_and_give_no_ghosts():
    board = HallBoard(faults={"d7": "missing", "a1": "missing"}).start()
    assert board.sensors.problem() == (
        "No Hall sensor answers at these points, which are dead: d7 a1; look at its supply, at its"
        " output and at its channel of the multiplexer."
    )
    board.stand(
        **{name: 49 for name in WOOD[:24] if name != "d7"}
    )  # a wire that nobody drives keeps what the channel before left there
    assert board.seen() == (" ".join([n for n in WOOD[:24] if n not in ("d7", "a1")]), "")
    assert board.sensors.faults() == "missing@d7,missing@a1"
    assert HallBoard().start().sensors.problem() == ""


def test_a_sensor_at_its_rail_or_without_noise_is_stuck():
    board = HallBoard(faults={"d7": "rail", "b4": "frozen"}).start()
    assert board.seen() == ("", "")
    board.run(20000)
    assert "stuck@b4" in board.sensors.faults().split(",")
    assert "d7" in board.sensors.faults()  # a rail cannot be told from what a pull-up does
    board.wires.faults["d6"] = "rail"
    board.run(100)
    assert "stuck@d6" in board.sensors.faults().split(",")
    assert board.seen() == ("", "")
    del board.wires.faults["d6"]
    board.stand(d6=-49)
    assert board.seen() == ("", "d6")


def test_a_weak_piece_is_named_while_it_stands():
    board = HallBoard().start()
    board.stand(d6=14, f4=-49, a1=8)
    board.run(2000)
    assert board.sensors.faults() == "weak@d6,weak@a1"  # the one on a1 is not even seen
    board.stand(f4=-49)
    board.run(2000)
    assert board.sensors.faults() == ""


def test_the_model_refuses_what_the_wires_do_not_allow():
    HallBoard().start()
    Pin, ADC = fakes.machine.Pin, fakes.machine.ADC
    select = Pin(12)
    select(0)
    select(1)
    sample = ADC(Pin(26)).read_u16
    assert fakes.fault(sample) == "the ADC on GP26 is read before the multiplexer has settled"
    Pin(13, Pin.IN)
    assert fakes.fault(sample) == "the wire on GP13 floats"
    assert "driven against the sensors" in str(fakes.fault(lambda: Pin(27, Pin.OUT, value=0)))
    assert "read as high or low" in str(fakes.fault(Pin(27, Pin.IN)))
    assert "nothing is wired" in str(fakes.fault(ADC(Pin(28)).read_u16))
    chips = HallBoard(MUX_SELECT=(12, 13, 14), MUX_ENABLE=(2, 3, 4, 5)).start()
    assert chips.seen() == ("", "")
    for enable in (2, 3):
        Pin(enable)(0)
    fakes.ticks.sleep_us(20)
    assert fakes.fault(sample) == "2 multiplexers are enabled on GP26"
    for gpio in (25, 30):
        try:
            ADC(Pin(gpio))
        except ValueError:
            continue
        raise AssertionError(gpio)


def test_too_short_a_wait_is_caught():
    settle = fakes.driver("sensors.hall")
    true = settle._SETTLE_US
    settle._SETTLE_US = 9
    try:
        said = fakes.fault(lambda: HallBoard().start())
    finally:
        settle._SETTLE_US = true
    assert "before the multiplexer has settled" in str(said)
