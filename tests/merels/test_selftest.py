# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The mode in which a host tests what is soldered: lights, bounces, words, and how it ends."""

import sys

import fakes
from fakes.configs import Changed, Example
from fakes.table import Table
from merels.board import WOOD
from merels.lights import palette
from merels.sensing import point_order
from merels.wire import framing


def begun(**about):
    table = Table(**about)
    table.host.say("hello proto=1")
    assert table.host.answer("selftest").startswith("ok selftest=on ")
    return table


def words(table, text):
    """The values of an answer."""
    answer = table.host.answer(text)
    assert answer.startswith("ok "), answer
    return framing.parse(":" + answer).values


def lit(table):
    table.run(50)
    return {name: shown for name, shown in table.app.lights.shown().items() if shown != "idle"}


def test_lights_by_number_by_point_and_all():
    table = begun()
    assert lit(table) == {}
    for number, name in ((1, "a7"), (5, "d6"), (25, "d4")):
        assert table.host.answer("selftest led=%d" % number) == "ok"
        assert lit(table) == {name: "test"}
    assert table.host.answer("selftest point=a1,d4") == "ok"
    assert sorted(lit(table)) == ["a1", "d4"]
    table.app.lights.brightness = 100
    for colour, channel in (("red", 0), ("blue", 2)):
        assert table.host.answer("selftest led=all colour=" + colour) == "ok"
        assert len(lit(table)) == 25
        table.app.lights.step(table.now)
        for point in range(25):
            found = table.board.ports.lights.frame[3 * point : 3 * point + 3]
            assert [found[at] > 0 for at in range(3)] == [at == channel for at in range(3)]
    assert table.host.answer("selftest led=off") == "ok"
    assert lit(table) == {}
    for wrong in ("led=0", "led=26", "led=many", "dance=yes"):
        assert table.host.answer("selftest " + wrong) == "err code=no-such-led"
    assert table.host.answer("selftest point=a1,z9") == "err code=no-such-point"
    assert table.host.answer("selftest led=all colour=grey") == "err code=bad-word"
    assert table.host.answer("selftest backwards") == "err code=bad-word"


def test_the_number_of_a_light_is_that_in_the_chain_whatever_was_learnt():
    table = begun()
    mirrored = bytes([24 - point for point in range(25)])
    table.app.lights.order = point_order.Order(mirrored)
    table.app.sight.order = point_order.Order(mirrored)
    table.host.answer("selftest led=1")
    assert lit(table) == {WOOD[24]: "test"}
    assert table.board.ports.lights.frame[:3] != bytes(3)  # as config.py has it, the first
    told = words(table, "selftest order")
    assert told["lights"] == told["sensors"] == "".join(["%02x" % p for p in mirrored])
    table.app.lights.order = None
    assert words(table, "selftest order")["lights"] == "config"


def test_what_was_seen_meanwhile_and_how_it_bounced():
    table = begun()
    table.drop("d6")
    table.board.wood.noise(WOOD.index("d6"), table.now, 9)
    table.run(100)
    table.lift("d6")
    table.run(100)
    told = words(table, "selftest state")
    assert told["selftest"] == "on" and told["board"] == "0000000"
    assert told["seen"] == "%07x" % (1 << WOOD.index("d6"))
    assert words(table, "selftest state")["seen"] == "0000000"
    told = words(table, "selftest bounce")
    at = 2 * WOOD.index("d6")
    assert 5 <= int(told["bounce"][at : at + 2], 16) <= 10
    assert int(told["changes"][at : at + 2], 16) >= 8
    assert told["bounce"].replace(told["bounce"][at : at + 2], "") == "00" * 24
    told = words(table, "selftest bounce")
    assert told["bounce"] == told["changes"] == "00" * 25
    table.drop("d6")  # without a bounce
    table.run(1000)
    told = words(table, "selftest bounce")
    assert told["bounce"][at : at + 2] == "00" and told["changes"][at : at + 2] == "01"


def test_short_presses_are_counted_and_a_held_button_ends_it():
    table = begun()
    for button in (1, 1, 0):
        table.board.wood.press(button, table.now, 120)
        table.run(400)
    told = words(table, "selftest state")
    assert (told["new"], told["back"]) == ("1", "2")
    table.board.wood.press(1, table.now, 1500)
    table.run(2000)
    assert table.host.answer("selftest state") == "ok selftest=off"


def test_game_and_journal_stay_as_they_are():
    table = Table()
    table.host.say("hello proto=1")
    table.play("d6 f4 d2")
    turns, records = table.app.game.turns(), len(table.records())
    table.host.answer("selftest")
    for name in ("d6", "f4", "d2"):
        table.lift(name)
        table.run(200)
    for _ in range(10):
        table.host.say("selftest state", 1000)
    table.drop("a7")
    table.run(1000)
    table.lift("a7")
    table.run(200)
    assert table.host.answer("selftest stop") == "ok selftest=off"
    for _ in range(8):
        table.host.say("state", 1000)
    assert table.app.game.turns() == turns and len(table.records()) == records
    for side, name in enumerate(("d6", "f4", "d2")):
        table.drop(name, side % 2)
        table.run(200)
    table.run(500)
    table.play("b4")
    assert table.app.game.turns() == turns + ["b4"]


def test_it_ends_with_the_conversation():
    table = begun()
    table.run(9000)
    assert table.app.mode
    table.run(1500)
    assert table.app.mode is None
    table = begun()
    table.host.say("bye")
    table.run(300)
    assert table.app.mode is None
    table = Table()  # typed by a person who has not said hello
    assert table.ask("selftest").startswith("ok")
    table.run(9000)
    assert table.ask("selftest led=3") == "ok"
    table.run(9000)
    assert table.app.mode
    table.run(1500)
    assert table.app.mode is None


def test_when_it_cannot_begin_or_go_on():
    table = Table()
    assert table.ask("selftest state") == table.ask("selftest stop") == "ok selftest=off"
    assert table.ask("selftest bounce") == "err code=selftest-off"
    assert table.ask("selftest led=1") == "err code=selftest-off"
    table.ask("learn")
    assert table.ask("selftest") == "err code=busy"
    table.ask("learn stop")
    table.board.wood.press(0, table.now, 1200)
    table.run(1500)
    assert table.app.is_mode("menu") and table.ask("selftest") == "err code=busy"


def test_other_modes_and_games_take_its_place():
    for request in (
        "learn",
        "position from=wood",
        "new",
        "position white=a1,d1,g1 black=a7,d7,g7 hand=0,0",
    ):
        table = begun()
        table.app.lights.palette = 0
        assert table.host.answer(request).startswith("ok"), request
        assert getattr(table.app.mode, "name", "") != "selftest"
    table = begun()
    assert table.host.answer("learn state") == "ok learn=off"
    assert table.app.mode.name == "selftest"


def test_the_palette_of_before_comes_back():
    table = Table()
    table.ask("set palette=blue-yellow")
    before = table.app.lights.palette
    table.ask("selftest")
    assert table.app.lights.palette == 0 != before
    table.ask("selftest stop")
    assert table.app.lights.palette == before


def test_it_is_forgotten_at_the_end():
    table = Table()
    table.ask("selftest")
    import merels

    table.ask("selftest stop")
    table.ask("crashes")
    for name in ("selftest", "selftest_words", "services"):
        assert "merels." + name not in sys.modules and not hasattr(merels, name), name


def test_while_it_goes_on_nothing_is_loaded_to_answer():
    table = begun()
    kept = sys.modules.pop("merels.services", None)
    sys.modules["merels.services"] = None  # whoever imports it now fails
    try:
        assert table.host.answer("selftest state").startswith("ok selftest=on")
    finally:
        del sys.modules["merels.services"]
        if kept:
            sys.modules["merels.services"] = kept


def test_a_step_allocates_nothing_while_nothing_changes():
    table = begun()
    assert not fakes.allocates(lambda: table.app.mode.step(table.app, table.app_now()))


def test_the_wiring_as_config_has_it():
    table = begun()
    assert words(table, "selftest wiring") == {"sensors": "unknown"}
    assert words(table, "selftest points")["points"] == ",".join(WOOD)
    table.board.ports.config = Changed()
    assert table.host.answer("selftest wiring") == (
        "ok sensors=matrix rows=2,3,4,5,6 columns=7,8,9,10,11 settle_us=30 new_button=16 "
        "back_button=17"
    )
    assert table.host.answer("selftest lights") == (
        "ok lights=ws2812 led_data=22 led_colours=GRB led_timing=350,900,800,450 led_driver=pio"
    )
    assert words(table, "selftest leds")["leds"] == Changed().LEDS.replace(" ", ",")
    assert table.ask("selftest stop") == "ok selftest=off"
    assert table.ask("selftest") == ("ok selftest=on kind=matrix lights=ws2812 points=25 leds=25")
    table.host.answer("selftest led=4")  # f6 in the reference chain
    assert lit(table) == {"f6": "test"}
    table.board.ports.config = Changed(LIGHTS="none")
    assert table.host.answer("selftest leds") == "ok leds="
    assert table.host.answer("selftest led=1") == "err code=no-such-led"


def test_an_unused_output_has_no_light():
    table = begun()
    table.board.ports.config = Changed(LIGHTS="hc595", LEDS="a7 - d7")
    table.host.answer("selftest led=2")
    assert lit(table) == {}


def test_every_answer_fits_a_line():
    table = begun()
    spread = " ".join([name + " -" for name in WOOD]) + " -" * 14
    for config in (
        Changed(),
        Example("expander"),
        Example("switches"),
        Changed(SENSORS="hall", MUX_SELECT=(12, 13, 14), MUX_ADC=(26, 27), HALL_POWER=21,
                MUX_ENABLE=(2, 3, 4, 5), LEDS=spread, POINTS=spread),
    ):  # fmt: skip
        table.board.ports.config = config
        for word in ("", " wiring", " points", " lights", " leds", " order", " bounce", " state"):
            answer = table.host.answer("selftest" + word)
            assert answer.startswith("ok"), word
            assert (
                len(framing.frame(framing.REQUEST, "999999999 " + answer)) <= framing.MAX_LINE
            ), word


def test_it_uses_lights_that_mean_themselves():
    for meaning in (palette.TEST, palette.EXTRA, palette.HOST_FROM):
        colours = palette.look(meaning)[:3]
        assert all(colour in (0, 255) for colour in colours), palette.MEANINGS[meaning]
