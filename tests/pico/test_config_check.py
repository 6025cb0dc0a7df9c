# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""config.py: the reference wiring is right, and every slip in one gets its sentence."""

import config
from fakes import driver
from fakes.configs import GONE, Changed, Example

check = driver("config_check").check
ConfigError = driver("config_error").ConfigError
OPTIONAL = ("SENSORS", "LIGHTS", "BUZZER", "LED_DRIVER", "LED_TIMING")


def _sentence(**changes):
    try:
        check(Changed(**changes))
    except ConfigError as error:
        return str(error)
    return None


def _without(text, point):
    return " ".join([name for name in text.split() if name != point])


def test_the_reference_wiring_is_right():
    check(config)


def test_a_board_without_the_centre_is_right():
    assert (
        _sentence(POINTS=_without(config.POINTS, "d4"), LEDS=_without(config.LEDS, "d4")) is None
    )


def test_every_constant_is_needed_but_a_few():
    names = [name for name in dir(config) if name.upper() == name and name[0] != "_"]
    assert len(names) == 14
    for name in names:
        if name not in OPTIONAL:
            assert _sentence(**{name: GONE}) == (
                name
                + " in config.py: it is missing; copy its line from firmware/config.py of the "
                "project."
            )


def test_a_config_from_before_there_were_kinds_is_right():
    assert config.SENSORS == "matrix" and config.LIGHTS == "ws2812"
    assert _sentence(**dict.fromkeys(OPTIONAL, GONE)) is None


def test_a_kind_that_there_is_not():
    for kind in ("reed", 3, None, ["matrix"]):
        assert _sentence(SENSORS=kind).startswith(
            "SENSORS in config.py: %r is no kind of sensors; choose one of " % (kind,)
        )
        assert _sentence(LIGHTS=kind).startswith(
            "LIGHTS in config.py: %r is no kind of lights; choose one of " % (kind,)
        )
    assert "matrix" in _sentence(SENSORS="reed") and "ws2812" in _sentence(LIGHTS="led")


def test_a_board_without_lights_needs_none_of_their_constants():
    assert _sentence(LIGHTS="none", LED_DATA=GONE, LEDS=GONE, LED_COLOURS=GONE) is None


def test_a_board_without_buttons():
    assert _sentence(NEW_BUTTON=None, BACK_BUTTON=None) is None


def test_a_crossing_where_nothing_is():
    assert (
        _sentence(POINTS=_without(config.POINTS, "d4") + " -", LEDS=_without(config.LEDS, "d4"))
        is None
    )
    assert _sentence(POINTS=config.POINTS.replace("g1", "-")) == (
        "POINTS in config.py: g1 is missing; list every point, only d4 may go."
    )


def test_a_pin_used_twice():
    for name, value, other in (
        ("COLUMNS", (7, 8, 9, 10, 2), "ROWS"),
        ("ROWS", (2, 3, 4, 5, 2), "ROWS"),
        ("NEW_BUTTON", 7, "COLUMNS"),
        ("BACK_BUTTON", 16, "NEW_BUTTON"),
        ("LED_DATA", 17, "BACK_BUTTON"),
    ):
        sentence = _sentence(**{name: value})
        assert sentence.startswith(name + " in config.py: GP"), sentence
        assert "is already used by %s; give each wire its own pin." % other in sentence


def test_a_pin_that_the_pico_needs_itself():
    for pin in (23, 24, 25):
        sentence = _sentence(LED_DATA=pin)
        assert sentence == (
            "LED_DATA in config.py: GP%d is used inside the Pico; choose another pin." % pin
        )


def test_what_is_no_pin():
    for pin in (-1, 29, 30, 31, "GP22", 22.0, True):
        sentence = _sentence(LED_DATA=pin)
        assert sentence.startswith("LED_DATA in config.py: %r is no pin; give" % (pin,)), sentence


def test_rows_that_are_no_list():
    for value in (2, "2, 3", (), {2: 3}):
        sentence = _sentence(ROWS=value)
        assert sentence.startswith("ROWS in config.py: it is %r; list GPIO numbers" % (value,))


def test_a_settle_time_out_of_bounds():
    for value in (0, 24, 101, "30", 30.0):
        sentence = _sentence(SETTLE_US=value)
        assert sentence == (
            "SETTLE_US in config.py: it is %r; give whole microseconds from 25 to 100." % (value,)
        )
    assert _sentence(SETTLE_US=25) is None and _sentence(SETTLE_US=100) is None


def test_points_and_leds_that_are_wrong():
    for name in ("POINTS", "LEDS"):
        text = getattr(config, name)
        start = name + " in config.py: "
        assert _sentence(**{name: text.replace("g1", "h1")}) == (
            start + "h1 is no point of the board; the last is g1."
        )
        assert _sentence(**{name: text + " a7"}) == start + "a7 is listed twice."
        assert _sentence(**{name: _without(text, "b4")}) == (
            start + "b4 is missing; list every point, only d4 may go."
        )
        assert _sentence(**{name: ("a7", "d7")}).startswith(start + "it is ('a7', 'd7'); list")


def test_a_centre_with_a_sensor_but_no_led_or_the_other_way():
    for name in ("POINTS", "LEDS"):
        assert _sentence(**{name: _without(getattr(config, name), "d4")}) == (
            "LEDS in config.py: d4 is in only one of POINTS and LEDS;"
            " list it in both or in neither."
        )


def test_too_few_crossings():
    assert _sentence(ROWS=(2, 3, 4, 5)) == (
        "POINTS in config.py: it lists 25 points, but ROWS and COLUMNS have only 20 crossings;"
        " add a pin."
    )
    assert _sentence(ROWS=(2, 3, 4), COLUMNS=(5, 6, 7, 8, 9, 10, 11, 12, 13)) is None


def test_a_name_that_nothing_reads():
    for name, meant in (
        ("LIGTS", "LIGHTS"),
        ("LED_DRIEVR", "LED_DRIVER"),
        ("LED_TIMINGS", "LED_TIMING"),
        ("BUZER", "BUZZER"),
        ("HALL_POWR", "HALL_POWER"),
        ("LEDSS", "LEDS"),
    ):
        assert _sentence(**{name: 1}) == (
            "%s in config.py: there is no such constant; write %s." % (name, meant)
        )
    assert _sentence(FOO=1) == "FOO in config.py: nothing reads it; take its line out."
    assert _sentence(_FOO=1, foo=2, SHIFT_LOAD=3, LED_ADDRESS=0x70) is None


def test_every_constant_that_is_read_has_its_name():
    names = driver("config_check").NAMES.split()
    for name in ("expander", "hall", "shift", "switches"):
        for constant in dir(Example(name)):
            assert constant[0] == "_" or constant in names
    for name in ("apa102", "hc595", "ht16k33", "sk6812"):
        for constant in dir(Example("lights/" + name)):
            assert constant[0] == "_" or constant in names
