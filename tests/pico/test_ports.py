# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The ports as one: built from config.py, nothing touched when it is wrong."""

import sys

import config
from fakes import MODULES, driver, flash, machine, power_on, ticks
from fakes.configs import Changed
from fakes.usb import Usb
from merels.board import wood_bit

driver("ports").sys = Usb()  # its stdin and stdout
Ports = driver("ports").Ports
ConfigError = driver("config_error").ConfigError


def test_the_reference_board():
    power_on()
    ports = Ports(config, flash.fresh_folder())
    assert ports.board_id == "e6616408432f9a27"
    assert ports.sensors.points == (1 << 25) - 1
    assert ports.buttons.read() == 0
    assert ports.storage.names() == []
    assert ports.lights.write and ports.console.read


def test_the_pins_it_sets_up_are_those_of_config():
    power_on()
    Ports(config, flash.fresh_folder())
    wired = [config.NEW_BUTTON, config.BACK_BUTTON, config.LED_DATA]
    wired += list(config.ROWS) + list(config.COLUMNS)
    assert machine.touched == set(wired)


def test_each_point_is_read_where_config_says():
    wiring = power_on()
    ports = Ports(config, flash.fresh_folder())
    names = config.POINTS.split()
    for crossing in range(25):
        wiring.sensors.place(1 << crossing)
        assert ports.sensors.read() == 1 << wood_bit(names[crossing])


def test_each_led_shines_where_config_says():
    wiring = power_on()
    ports = Ports(config, flash.fresh_folder())
    names = config.LEDS.split()
    for led in range(25):
        frame = bytearray(75)
        frame[3 * wood_bit(names[led])] = 9  # red
        ports.lights.write(frame)
        ticks.sleep_ms(2)
        _, sent = wiring.lights.frames[-1]
        assert sent[3 * led + 1] == 9 and sum(sent) == 9  # GRB


def test_a_wrong_config_touches_no_pin():
    power_on()
    wrong = type("wrong", (), {"ROWS": (2, 3, 4, 5, 23)})
    try:
        Ports(wrong, flash.fresh_folder())
    except ConfigError as error:
        assert error.constant == "ROWS"
    else:
        raise AssertionError("a row on GP23 was accepted")
    assert machine.touched == set()


def test_the_checks_are_unloaded():
    power_on()
    Ports(config, flash.fresh_folder())
    package = sys.modules["pico"]
    assert "pico.config_check" not in sys.modules and not hasattr(package, "config_check")
    assert "pico.config_error" in sys.modules


def test_only_the_chosen_kinds_are_loaded():
    wiring = power_on()
    kept = {}
    for name in ("pico.sensors.matrix", "pico.lights.ws2812"):
        kept[name] = sys.modules.pop(name)
    for name in ("machine", "time"):
        kept[name] = sys.modules.get(name)
        sys.modules[name] = MODULES[name]
    try:
        ports = Ports(Changed(LIGHTS="none"), flash.fresh_folder())
        loaded = [name for name in kept if name in sys.modules]
    finally:
        for name in kept:
            if kept[name]:
                sys.modules[name] = kept[name]
            else:
                del sys.modules[name]
    assert sorted(loaded) == ["machine", "pico.sensors.matrix", "time"]
    ports.lights.write(bytearray(b"\xff" * 75))
    ticks.sleep_ms(2)
    assert wiring.lights.frames == [] and config.LED_DATA not in machine.touched
    assert not ports.lights.single and ports.lights.problem() == ""
