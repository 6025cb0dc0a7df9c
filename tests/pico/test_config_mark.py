# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which config.py is checked again: any but the very values that this firmware has found good."""

import sys

import config
from fakes import driver, flash, machine, power_on, ticks
from fakes.configs import Changed
from fakes.usb import Usb

config_mark = driver("config_mark")
ports_module = driver("ports")
ports_module.sys = Usb()
FlashFolder = driver("storage").FlashFolder
ConfigError = driver("config_error").ConfigError


def storage():
    return FlashFolder(flash.fresh_folder())


def test_a_mark_is_of_the_values_and_of_the_firmware():
    kept = storage()
    assert not config_mark.is_there(config, "1", kept)
    config_mark.put(config, "1", kept)
    assert config_mark.is_there(config, "1", kept)
    assert not config_mark.is_there(config, "2", kept)
    assert not config_mark.is_there(Changed(LED_DATA=21), "1", kept)
    assert not config_mark.is_there(Changed(EXTRA=1), "1", kept)
    config_mark.put(Changed(LED_DATA=21), "1", kept)
    assert not config_mark.is_there(config, "1", kept)


def test_firmware_that_may_change_at_any_time_leaves_none():
    kept = storage()
    config_mark.put(config, "", kept)
    assert kept.names() == [] and not config_mark.is_there(config, "", kept)


def test_a_flash_that_takes_nothing_costs_only_time():
    broken = FlashFolder(flash.fresh_folder() + "/missing/too")
    config_mark.put(config, "1", broken)
    assert not config_mark.is_there(config, "1", broken)


def test_half_a_mark_is_none():
    kept = storage()
    kept.replace(config_mark.FILE, config_mark.mark_of(config, "1")[:7])
    assert not config_mark.is_there(config, "1", kept)


def test_a_marked_config_is_not_checked_again_and_a_wrong_one_touches_no_pin():
    power_on()
    folder = flash.fresh_folder()
    ports_module.Ports(config, folder, "1")
    sys.modules["pico.config_check"] = None  # whoever asks for it now fails
    try:
        ports_module.Ports(config, folder, "1")
    finally:
        sys.modules.pop("pico.config_check", None)
    power_on()
    try:
        ports_module.Ports(Changed(ROWS=(2, 3, 4, 5, 23)), folder, "1")
    except ConfigError:
        pass
    else:
        assert False, "a row on GP23 was accepted"
    assert machine.touched == set()


def test_the_first_light_comes_before_anything_else():
    wiring = power_on()
    seen = []

    def lit(lights):
        lights.write(bytearray(b"\x01" * 75))
        seen.append(set(machine.touched))

    ports_module.Ports(config, flash.fresh_folder(), "1", lit)
    assert seen == [{config.LED_DATA}]
    ticks.sleep_ms(2)
    assert len(wiring.lights.frames) == 1
