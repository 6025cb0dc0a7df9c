# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Each fault of a simulated build is felt by its driver, and is not there without it."""

from fakes.bench import Bench, mask, names
from merels_host.simulator.builds import KINDS
from merels_host.simulator.faults import WORDS
from merels_host.simulator.wires import pwm
from merels_host.simulator.wires.hall import CODES_PER_MT

SWITCHES = ("matrix", "switches", "shift", "expander")


def _changes(images):
    return sum([images[k] != images[k + 1] for k in range(len(images) - 1)])


def _levels(bench):
    from array import array

    into = array("h", [0] * 25)
    bench.run(20)
    bench.ports.sensors.levels(into)
    return into


def _codes(bench):
    """Raw readings of the ADC by point."""
    bench.run(8)
    return list(bench.ports.sensors.judge.read)


def test_a_sound_build_sees_what_stands_there():
    for kind in KINDS:
        bench = Bench(kind)
        assert bench.seen() == "", kind
        bench.stand("a7 d6", "g1 c4")
        assert bench.seen() == "a7 d6 c4 g1", kind
        assert bench.ports.sensors.problem() == ""
        assert _changes(bench.run(200)) == 0
        assert bench.lit("a7 d6 g1") == "a7 d6 g1"


def test_bounce():
    for kind in SWITCHES:
        for faults, changes in (((), 0), (("bounce:d6",), 2), (("bounce",), 2)):
            bench = Bench(kind, *faults)
            bench.stand("d6")
            images = bench.run(20)
            assert _changes(images) == changes, (kind, faults)
            assert images[0] == images[-1] == mask("d6")
        bench = Bench(kind, "bounce:d6")
        bench.stand("f6")
        assert _changes(bench.run(20)) == 0


def test_noise_of_the_hands_reaches_every_driver():
    for kind in KINDS:
        bench = Bench(kind)
        bench.stand("d6")
        bench.run(20)
        bench.wood.noise(4, bench.now + 2, 12)
        images = bench.run(40)
        assert 0 in images and images[-1] == mask("d6"), kind


def test_stuck_and_dead_switches():
    for kind in SWITCHES:
        bench = Bench(kind, "stuck:a7", "dead:f4")
        assert bench.seen() == "a7"
        bench.stand("f4 g4")
        assert bench.seen() == "a7 g4"
        bench.heal("stuck:a7")
        assert bench.seen() == "g4"
        bench.heal("dead:f4")
        assert bench.seen() == "f4 g4"


def test_rows_and_columns_that_have_come_off():
    everything = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4"
    bench = Bench("matrix")
    bench.stand(everything)
    assert bench.seen() == everything
    bench.fault("dead-row:GP3")
    assert bench.seen() == "a7 d7 g7 b6 d6"
    bench.heal("dead-row:GP3")
    bench.fault("dead-column:GP7")
    assert bench.seen() == "d7 g7 b6 d6 c5 d5 e5 a4"


def test_rows_and_columns_that_lie_at_ground():
    bench = Bench("matrix")
    bench.stand("d7 c5")  # row 0 and row 1, both in the second column
    bench.fault("stuck-column:GP7")
    assert bench.seen() == "a7 d7 f6 c5 b4 c3 f2"  # the first column, and what stands there
    bench.heal("stuck-column:GP7")
    assert bench.seen() == "d7 c5"
    bench.fault("stuck-row:GP2")
    assert bench.seen() == "d7 c5 c4 d3 a1"  # d7 shows in each row


def test_a_missing_diode_makes_a_ghost():
    three = "a7 d7 f6"  # row 0: a7 d7 ...; row 1: f6 below a7, c5 below d7
    for faults, seen in (
        ((), three),
        (("no-diode:d7",), three),
        (("no-diode:f6",), three),
        (("no-diode:a7",), "a7 d7 f6 c5"),  # from row 1 by f6 and back through a7 into row 0
        (("no-diode",), "a7 d7 f6 c5"),
    ):
        bench = Bench("matrix", *faults)
        bench.stand(three)
        assert bench.seen() == seen, faults


def test_a_data_wire_that_has_come_off():
    bench = Bench("shift")
    bench.stand("a7 d6")
    assert bench.seen() == "a7 d6"
    bench.fault("dead-data")
    assert bench.seen() == ""
    bench.heal("dead-data")
    bench.fault("stuck-data")
    assert bench.seen() == names((1 << 25) - 1)


def test_a_chip_that_is_silent_is_named_and_comes_back():
    bench = Bench("expander")
    bench.stand("a7 d1")
    assert bench.seen() == "a7 d1"
    bench.fault("silent:0x21")
    bench.stand("")
    assert bench.seen() == "d1"  # what it said last
    assert "0x21" in bench.ports.sensors.problem()
    bench.heal("silent:0x21")
    bench.run(200)
    assert (bench.seen(), bench.ports.sensors.problem()) == ("", "")


def test_silent_lights():
    bench = Bench("matrix", LIGHTS="ht16k33", I2C_SDA=18, I2C_SCL=19, LED_ADDRESS=0x70)
    assert bench.lit("d6") == "d6" and bench.ports.lights.problem() == ""
    bench.fault("silent:0x70")
    assert bench.lit("d6 f6") == "d6" and "0x70" in bench.ports.lights.problem()


def test_weak_and_reversed_magnets():
    bench = Bench("hall")
    bench.stand("d6", "f6")
    assert bench.seen() == "d6 f6"
    assert (bench.ports.sensors.white, bench.ports.sensors.black) == (mask("d6"), mask("f6"))
    bench.fault("weak:d6")
    assert bench.seen() == "d6 f6"  # by hysteresis
    bench.stand("", "f6")
    assert bench.seen() == "f6"
    bench.stand("d6", "f6")
    bench.run(1000)
    assert bench.seen() == "f6" and "weak@d6" in bench.ports.sensors.faults()
    bench.heal("weak:d6")
    bench.fault("reversed:d6")
    assert bench.seen() == "d6 f6"
    assert (bench.ports.sensors.white, bench.ports.sensors.black) == (0, mask("d6 f6"))


def test_hall_sensors_that_are_missing_stuck_or_at_a_rail():
    for fault, word in (("dead:d6", "missing@d6"), ("stuck:d6", "stuck@d6"), ("rail:d6", "@d6")):
        bench = Bench("hall", fault)
        bench.stand("d6 f6")
        assert bench.seen() == "f6", fault
        bench.run(14000)
        assert word in bench.ports.sensors.faults(), fault
    bench = Bench("hall")
    bench.stand("d6 f6")
    bench.run(14000)
    assert bench.seen() == "d6 f6" and bench.ports.sensors.faults() == ""


def test_crosstalk():
    deviations = []
    for faults in ((), ("crosstalk",)):
        bench = Bench("hall", *faults)
        bench.stand("d6")
        deviations.append(_levels(bench))
    own, beside = 4, 7  # d6 and d5 below it
    assert deviations[0][own] > 40 * CODES_PER_MT < deviations[1][own]
    assert -20 < deviations[0][beside] < 0
    assert -150 < deviations[1][beside] < -50


def test_an_address_wire_that_is_always_low():
    bench = Bench("hall")
    bench.stand("d7")  # channel 1
    assert bench.seen() == "d7"
    bench.fault("stuck-select:GP12")
    assert bench.seen() == ""
    bench.stand("a7")  # channel 0 is read as channel 1, too
    assert bench.seen() == "a7 d7"


def test_drift_grows_and_stays():
    bench = Bench("hall")
    start = _codes(bench)
    bench.run(2000)
    assert max([abs(a - b) for a, b in zip(_codes(bench), start)]) <= 6
    bench.fault("drift:50")
    bench.run(2000)
    drifted = [a - b for a, b in zip(_codes(bench), start)]
    assert min(drifted) >= 90 and max(drifted) <= 110, drifted
    bench.heal("drift:50")
    bench.run(2000)
    drifted = [a - b for a, b in zip(_codes(bench), start)]
    assert min(drifted) >= 90 and max(drifted) <= 110, drifted


def test_noise():
    spreads = []
    for faults in ((), ("noise:60",)):
        bench = Bench("hall", *faults)
        codes = [_codes(bench) for _ in range(60)]
        spreads.append(max([max(of) - min(of) for of in zip(*codes)]))
    assert spreads[0] <= 8 and spreads[1] > 30, spreads


def test_leds_after_one_are_dark():
    chain = "a7 d7 g7 f6 d6 b6 c5"
    every = "a7 d7 g7 b6 d6 f6 c5"  # in the order of the wood
    bench = Bench("matrix")
    assert bench.lit(chain) == every
    bench.fault("dark-after:g7")
    assert bench.lit(chain + " d5") == "a7 d7 g7"
    bench.heal("dark-after:g7")
    bench.fault("dark-after:4")
    assert bench.lit(chain) == "a7 d7 g7 f6"
    bench.heal("dark-after:4")
    bench.fault("dark-after:0")
    assert bench.lit(chain + " d5") == ""
    bench = Bench("matrix", "dark-after:2", LIGHTS="apa102", LED_CLOCK=14, LED_COLOURS="BGR")
    assert bench.lit(chain) == "a7 d7"


def test_every_word_is_tested_here():
    text = __file__.replace("\\", "/")
    with open(text) as file:
        page = file.read()
    for word in WORDS:
        if word.word != "brown-out":  # in test_wired_games.py
            assert '"%s' % word.word in page or '"%s:' % word.word in page, word.word


def test_the_buzzer_is_heard_on_its_pin():
    bench = Bench("matrix", BUZZER=20)
    bench.ports.buzzer.tone(2000)
    assert pwm.tones[-1][1:] == (20, 2000)
    assert Bench("matrix").ports.buzzer is None


def test_buttons():
    bench = Bench("switches")
    assert bench.ports.buttons.read() == 0
    bench.wood.press(0, bench.now, 100)
    bench.wood.press(1, bench.now, 100)
    bench.run(4)
    assert bench.ports.buttons.read() == 1  # this build has no back button
    bench = Bench("matrix")
    bench.wood.press(1, bench.now, 100)
    bench.run(4)
    assert bench.ports.buttons.read() == 2
