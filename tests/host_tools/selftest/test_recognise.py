# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the self test makes of observations that no wire causes by itself: lights, noise, order."""

import pytest
from fakes.configs import Changed
from merels_host.selftest import diodes, recognise
from merels_host.selftest.matrix import Matrix
from merels_host.selftest.observed import Observed, SeenLights
from merels_host.selftest.wiring import ToldWiring

POINTS = tuple(Changed().POINTS.split())
LEDS = tuple(Changed().LEDS.split())
REFERENCE = ToldWiring(
    "matrix",
    {"rows": "2,3,4,5,6", "columns": "7,8,9,10,11"},
    POINTS,
    "ws2812",
    {"led_data": "22", "led_colours": "GRB"},
    LEDS,
)


def sound():
    """A board at which nothing is wrong."""
    return Observed(REFERENCE, walk={point: frozenset({point}) for point in POINTS})


def only(seen):
    (finding,) = recognise.findings(seen)
    return finding


def test_nothing_is_found_on_a_sound_board_or_an_untested_one():
    assert recognise.findings(sound()) == []
    assert recognise.findings(Observed(REFERENCE)) == []


@pytest.mark.parametrize(
    ("lights", "fault", "words"),
    [
        (SeenLights(True, tuple(range(1, 26)), True), "lights", "the data wire on GP22 (pin 29)"),
        (
            SeenLights(True, tuple(range(8, 26)), True),
            "chain",
            "dark from LED 8 (d5) on: look at the wire from DOUT of LED 7 (c5) to DIN of LED 8",
        ),
        (SeenLights(True, (4,)), "led", "LED 4 (f6) is dark, and others after it shine"),
        (SeenLights(True, (), False, ("green", "blue")), "colours", 'LED_COLOURS = "RGB"'),
        (SeenLights(True, (), False, ("green", "red")), "colours", 'LED_COLOURS = "BGR"'),
    ],
)
def test_lights(lights, fault, words):
    seen = sound()
    seen.lights = lights
    finding = only(seen)
    assert finding.fault == fault and words in finding.sentence


def test_colours_that_nobody_knows_what_to_make_of_are_none():
    for colours in (("red", "blue"), ("blue", "blue"), ("white", "blue")):
        seen = sound()
        seen.lights = SeenLights(True, (), False, colours)
        assert recognise.findings(seen) == []


def test_unsteady_points_long_bounces_and_switches_that_stick():
    seen = sound()
    seen.noisy = {"d6": "3 changes in 2 s"}
    assert only(seen).fault == "noise"
    seen = sound()
    seen.bounce = {"d6": 81, "f6": 80}
    assert (only(seen).fault, only(seen).points) == ("bounce", ("d6",))
    seen = sound()
    seen.left = frozenset({"d6"})
    assert only(seen).fault == "sticks"


def test_points_in_another_order_are_for_learn():
    seen = sound()
    for at, point in enumerate(POINTS[:8]):
        seen.walk[point] = frozenset({POINTS[(3 * at + 5) % 8]})
    finding = only(seen)
    assert finding.fault == "order" and "merels learn" in finding.sentence
    assert finding.points == POINTS[:8] and ", ...)" in finding.sentence


def test_few_points_say_no_more_than_they_can():
    seen = Observed(REFERENCE, walk={"a7": frozenset()})
    assert only(seen).fault == "dead"  # one point makes no dead row
    seen.walk["d7"] = frozenset()
    assert only(seen).fault == "row"


def test_a_board_without_known_wires_is_tested_point_by_point():
    seen = Observed(ToldWiring("unknown", {}, POINTS), walk={"a7": frozenset(), "d7": frozenset()})
    assert [finding.fault for finding in recognise.findings(seen)] == ["dead", "dead"]
    assert "at a7" in recognise.findings(seen)[0].sentence


def test_a_matrix_of_24_points_in_another_shape_is_filled_for_every_diode():
    places = (*POINTS[:24], "-")
    wide = ToldWiring("matrix", {"rows": "2,3,4", "columns": "5,6,7,8,9,10,11,12"}, places[:24])
    for wiring, sets in ((REFERENCE, 2), (wide, 2)):
        matrix = Matrix(wiring)
        fills = diodes.fills(matrix, wiring.points)
        assert len(fills) <= sets + 1 and all(len(fill) <= diodes.MOST for fill in fills)
        for point in wiring.points:
            missing = frozenset({point})
            assert any(
                diodes.seen_with(matrix, frozenset(fill), missing) != frozenset(fill)
                for fill in fills
            ), point


def test_a_point_in_no_rectangle_has_none():
    line = Matrix(ToldWiring("matrix", {"rows": "2", "columns": "7,8,9"}, ("a7", "d7", "g7")))
    assert diodes.fills(line, ("a7", "d7", "g7")) == []
    assert diodes.rectangle(line, "a7", ("a7", "d7", "g7")) == ()


def test_pins_are_named_as_on_the_pico():
    assert REFERENCE.pin(22) == "GP22 (pin 29)" and REFERENCE.pin(28) == "GP28 (pin 34)"
    assert REFERENCE.pin(23) == "GP23" and REFERENCE.pin(40) == "GP40"
    assert REFERENCE.number("hall_power") == -1
    from fakes.pinout import PICO

    for gpio in (*range(23), 26, 27, 28):
        assert REFERENCE.pin(gpio) == f"GP{gpio} (pin {PICO.index(f'GP{gpio}') + 1})"
