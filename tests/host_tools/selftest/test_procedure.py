# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The self test from its first to its last step, on modelled wires with hands that obey."""

import re

import pytest
from fakes import ticks
from fakes.configs import Changed, Example
from fakes.hall import HallBoard
from fakes.solder import Soldered, Turned, bare
from fakes.tested_board import Built, BuiltHall, Hands
from merels.sensing import point_order
from merels_host.board.link import Hello
from merels_host.errors import MerelsError, RequestRefused
from merels_host.selftest import picture, recognise, report
from merels_host.selftest.board import BoardUnderTest
from merels_host.selftest.keys import ENTER
from merels_host.selftest.procedure import Procedure
from merels_host.selftest.report import nothing, untested
from merels_host.simulator.wires.shift import ShiftWires

HELLO = Hello("e66", "7f3a21c9", "0.1.0", 1, 2, {})


def faults(found):
    return [finding.fault for finding in found]


def test_a_sound_board_from_first_to_last():
    built = Built()
    assert built.test() == []
    assert built.seen.walk == {point: {point} for point in built.config.POINTS.split()}
    assert built.seen.lights.tested and built.seen.lights.dark == ()
    assert len(built.seen.fills) == 2 and untested(built.seen) == []
    assert built.link.app.mode is None and built.link.app.game.turns() == []
    assert "Put the piece on d4 (25 of 25)." in built.hands.told
    wiring = built.seen.wiring
    assert (wiring.kind, wiring.lights) == ("matrix", "ws2812")
    assert wiring.leds == tuple(built.config.LEDS.split())
    told = report.text(HELLO, built.seen, [], "2026-11-30T12:00:00Z", "0.1.0")
    assert "sensors   matrix rows=2,3,4,5,6 columns=7,8,9,10,11 settle_us=30" in told
    assert "\nnone\n" in told and re.search(r"\nd6     d6 +(0 ms|-) ", told)


def test_faults_of_wires_are_found_by_the_steps():
    found = Built(cut={8}).test()
    assert faults(found) == ["column"] and "COL1 on GP8 (pin 11)" in found[0].sentence
    found = Built(fixed={8: 0}).test()
    assert faults(found) == ["column-low"]
    found = Built(touch=[(3, 4)]).test(points=Changed().POINTS.split()[5:15])
    assert faults(found) == ["rows-touch"]


def test_a_missing_and_a_reversed_diode_are_pinned_down():
    names = Changed().POINTS.split()
    point = names[7]
    for wires, fault in (
        (bare(7), ["diode"]),
        (Turned(7), ["dead", "diode-reversed"]),
    ):
        corners = [names[at] for at in (0, 1, 2, 5, 6, 7, 10, 11, 12)]
        found = Built(wires).test(points=corners)
        assert faults(found) == fault and found[-1].points == (point,)


@pytest.mark.parametrize("shining", [0, 1, 7, 13, 24])
def test_the_led_after_which_the_chain_is_dark(shining):
    built = Built()
    found = built.test(points=["a7"], shining=shining)
    assert faults(found) == ["chain" if shining else "lights"]
    assert built.seen.lights.dark == tuple(range(shining + 1, 26))
    questions = [one for one in built.hands.told if one.startswith("Does light")]
    assert len(questions) <= 6


def test_a_single_dark_led_and_other_colours():
    built = Built()
    answers = {"All 25": "n", "Does light 25": "y", "Does light 3,": "n", "Does light": "y"}
    assert faults(built.test(points=["a7"], answers=answers)) == ["led"]
    assert built.seen.lights.dark == (3,)
    built = Built()
    found = built.test(points=["a7"], order="BGR")
    assert faults(found) == ["colours"] and 'LED_COLOURS = "BGR"' in found[0].sentence
    assert built.seen.lights.colours == ("green", "red")


def test_leaving_out_and_ending():
    built = Built()
    assert built.test(answers={"Put the piece on d7": "s", "Put the piece on b6": "q"}) == []
    assert sorted(built.seen.walk) == ["a7", "g7"]
    assert built.hands.told[-1] == "The rest is left out."
    assert built.link.app.mode is None
    assert untested(built.seen) == ["23 of 25 points", "the diodes"]
    built = Built()
    assert built.test(answers={"Take": "q"}) == []
    assert nothing(built.seen) and untested(built.seen)[0] == "the empty board"
    built = Built()
    assert built.test(answers={"Diodes, 2": "s"}) == []
    (left,) = untested(built.seen)
    assert left.startswith("the diodes of ")


def test_where_nobody_answers_only_the_empty_board_is_looked_at():
    class Nobody(Hands):
        gone = True

        def key(self, timeout):
            self.link.run(int(timeout * 1000))
            return ""

    built = Built()
    built.place("d6")
    seen = Procedure(BoardUnderTest(built.link), Nobody(built.link, built), ["a7", "c3"]).run()
    assert seen.empty and not seen.walk and not seen.lights.tested
    built = Built()
    built.place("d6")  # a game may stand there: nobody has said that the board is empty
    hands = Nobody(built.link, built)
    hands.tell = hands.told.append
    seen = Procedure(BoardUnderTest(built.link), hands).run()
    assert seen.empty and seen.stuck == frozenset() and recognise.findings(seen) == []
    assert "Nobody says whether it is so: one is seen on d6." in hands.told
    assert hands.told[-1].startswith("Nobody answers any more")
    assert untested(seen) == ["the lights", "25 of 25 points", "the diodes"]


def test_somebody_who_goes_away_leaves_what_was_seen():
    built = Built()

    class Leaving(Hands):
        @property
        def gone(self):
            return self.told[-1:] == ["Put the piece on g7 (3 of 25)."]

    hands = Leaving(built.link, built)
    seen = Procedure(BoardUnderTest(built.link), hands).run()
    assert sorted(seen.walk) == ["a7", "d7"] and seen.lights.tested
    assert hands.told[-1].startswith("Nobody answers any more")


def test_the_buttons_of_the_board_answer_too():
    built = Built()
    pressed = built.ports.buttons

    class Buttons(Hands):
        def key(self, timeout):
            key = Hands.key(self, timeout)
            button = {"n": 2, ENTER: 1}.get(key, 0)
            true = pressed.read
            pressed.read = lambda: button
            self.link.run(120)
            pressed.read = true
            self.link.run(60)
            return ""

    hands = Buttons(built.link, built, answers={"All 25": "n", "Does light": "n"})
    seen = Procedure(BoardUnderTest(built.link), hands, ["a7"]).run()
    assert seen.lights.dark == tuple(range(1, 26)) and seen.walk["a7"] == {"a7"}


def test_a_switch_that_sticks_is_seen_at_the_end():
    built = Built()
    place = built.place
    built.place = lambda *points: place(*{*points, "f4"} if built.seen_f4(points) else points)
    touched = set()

    def seen_f4(points):
        touched.update(points)
        return "f4" in touched

    built.seen_f4 = seen_f4
    found = built.test(points=["d6", "f4", "b4"])
    assert "sticks" in faults(found) and built.seen.left == {"f4"}


def test_a_chain_of_shift_registers():
    config = Example("shift")
    assert Built(ShiftWires(2, 3, 4, 32), config).test() == []
    found = Built(Soldered(ShiftWires(2, 3, 4, 32), fixed={3: 0}), config).test(
        points=["a7", "d7", "g7"]
    )
    assert faults(found) == ["clock"]


def test_hall_sensors_and_their_magnets():
    built = BuiltHall(odd={"d6": 12, "f4": -49})
    found = {one.fault: one.points for one in built.test()}
    assert found == {"weak": ("d6",), "reversed": ("f4",)}
    one = built.seen.strengths["a7"]
    assert one.deviation > 2 * one.threshold > 0
    assert all(spread < 48 for spread in built.seen.spread.values())
    told = report.text(HELLO, built.seen, [], "", "")
    assert "\nanalog    calibrated=no" in told
    assert re.search(r"\nf4 +f4 +\S+( ms)? +-1\d\d\d +\d\d\d +\d", told)
    bars = [line for lines in built.hands.pictures for line in lines if "a7+###" in line]
    assert bars


def test_a_select_wire_that_stays():
    found = BuiltHall(fixed={13: 0}).test(points=HallBoard.POINTS.split()[:8])
    assert found[0].fault == "select" and "S1 on GP13" in found[0].sentence


def test_a_board_that_cannot_be_tested_now():
    built = Built()
    built.link.app.request("learn", ticks.ticks_ms())
    with pytest.raises(MerelsError, match="the board is busy"):
        BoardUnderTest(built.link)
    board = BoardUnderTest(Built().link)
    board.end()
    with pytest.raises(MerelsError, match="ended at the board"):
        board.look()


def test_too_old_a_firmware_is_told():
    class Old:
        def __init__(self, code):
            self.code = code

        def read(self, timeout):
            return []

        def request(self, words):
            raise RequestRefused("no", self.code)

    for code in ("unknown-request", "not-yet"):
        with pytest.raises(MerelsError, match="merels flash"):
            BoardUnderTest(Old(code))
    with pytest.raises(RequestRefused):
        BoardUnderTest(Old("strange"))


def test_where_learn_found_another_order_points_are_the_true_ones():
    built = Built()

    turned = bytes([24 - bit for bit in range(25)])
    built.link.app.sight.order, built.link.app.lights.order = point_order.orders(turned, turned)
    board = BoardUnderTest(built.link)
    assert board.wiring.places[0] == "d4" and board.wiring.leds[0] == "d4"
    built.place("a7")
    built.link.run(100)
    assert board.look().lit == {"d4"}
    assert recognise.build_of(board.wiring).where("d4").startswith("between ROW0")


def test_the_picture():
    built = Built()
    board = BoardUnderTest(built.link)
    lines = picture.draw(board.wiring, {"d6"}, {"a7"}, {}, board.threshold, {"d6": 3})
    assert len(lines) == 7 and lines[0].startswith("[a7.    ]") and "d6o 3 " in lines[1]
    assert [picture.bar(level, 300) for level in (0, 100, 300, 700, -700)] == [
        " ", " .", "+##", "+####", "-####",
    ]  # fmt: skip
