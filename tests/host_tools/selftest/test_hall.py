# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What all Hall sensors share is one finding, and a dead one says how it is dead."""

import pytest
from fakes.hall import HallBoard
from fakes.tested_board import BuiltHall
from merels_host.selftest import recognise
from merels_host.selftest.observed import Observed, Strength
from merels_host.selftest.wiring import ToldWiring
from merels_host.simulator.wires import adc, ticks

SOME = HallBoard.POINTS.split()[16:]  # the inner ring, and d4
WIRING = ToldWiring(
    "hall", {"mux_select": "12,13,14,15", "mux_adc": "26,27"}, tuple(HallBoard.POINTS.split())
)


@pytest.fixture
def noisy():
    yield adc.set_noise
    adc.set_noise(adc.NOISE)


def only(found):
    assert len(found) == 1, [finding.sentence for finding in found]
    return found[0]


def test_readings_that_have_all_moved_are_one_finding():
    built = BuiltHall()
    built.model.drift = 600
    built.link.run(100)
    finding = only(built.test())
    assert finding.fault == "moved" and len(finding.points) == 25
    for words in ("nearly all sensors have moved by +", "AGND", "merels calibrate"):
        assert words in finding.sentence
    assert "switch" not in finding.sentence


def test_readings_that_all_go_on_moving_blame_no_sensor():
    built = BuiltHall()
    begun = ticks.now_us

    class Drifting(type(built.model)):
        @property
        def drift(self):
            return (ticks.now_us - begun) // 50_000  # 20 codes a second

        @drift.setter
        def drift(self, codes):
            pass

    built.model.__class__ = Drifting
    finding = only(built.test(points=SOME))
    assert finding.fault == "moved" and ", and go on: " in finding.sentence


def test_noise_that_all_share_is_one_finding(noisy):
    built = BuiltHall()
    noisy(60)
    finding = only(built.test(points=SOME))
    assert finding.fault == "noise" and "nearly all sensors are unsteady" in finding.sentence
    assert "filter capacitor" in finding.sentence and "joint" not in finding.sentence


def test_noise_of_one_multiplexer_and_of_one_sensor():
    seen = Observed(WIRING, empty=True, noisy=dict.fromkeys(WIRING.points[:14], ""))
    finding = only(recognise.findings(seen))
    assert (
        "nearly all sensors of the multiplexer on GP26 (pin 31) are unsteady" in finding.sentence
    )
    seen = Observed(WIRING, empty=True, noisy={"d6": "readings 90 codes apart"})
    assert "loose joint at channel" in only(recognise.findings(seen)).sentence


def test_magnets_that_reach_other_points():
    built = BuiltHall()
    built.model.aside = 8
    finding = only(built.test())
    assert finding.fault == "crosstalk" and "too strong" in finding.sentence
    assert {"c4", "d5", "d3", "e4"} <= {*finding.points}


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("rail", "its reading lies at the 3.3 V, at channel"),
        ("frozen", "its reading never moves, not even by noise"),
        ("missing", "nothing drives its wire"),
    ],
)
def test_how_a_sensor_is_dead(fault, words):
    built = BuiltHall(faults={"d5": fault})
    built.link.run(16_000)  # until a reading without noise is one
    finding = only(built.test(points=["c5", "d5", "e5"]))
    assert (finding.fault, finding.points) == ("dead", ("d5",))
    assert words in finding.sentence and "reed" not in finding.sentence


def test_the_words_of_hall_boards_name_no_switch():
    seen = Observed(WIRING, empty=True, walk={"b4": frozenset()})
    seen.stuck = frozenset({"d6"})
    seen.left = frozenset({"f6"})
    seen.bounce = {"b6": 200}
    seen.strengths = {"b4": Strength(-2000, 372)}
    seen.told = {"b4": "stuck"}
    found = recognise.findings(seen)
    assert [one.fault for one in found] == ["dead", "stuck", "sticks", "bounce"]
    for one in found:
        assert "switch" not in one.sentence and "reed" not in one.sentence
    assert "lies at ground" in found[0].sentence
