# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The buzzer's pin, and the port that a board has only if config.py names one."""

from fakes import driver, flash, machine, power_on, pwm, ticks
from fakes.configs import GONE, Changed
from fakes.usb import Usb

ports_module = driver("ports")
ports_module.sys = Usb()
ConfigError = driver("config_error").ConfigError
Buzzer = driver("buzzer").Buzzer


def test_a_tone_lasts_until_it_is_ended():
    power_on()
    buzzer = Buzzer(20)
    assert pwm.tones == []
    buzzer.tone(2000)
    ticks.sleep_ms(20)
    buzzer.tone(0)
    buzzer.tone(400)
    assert [(us, gpio, hz) for us, gpio, hz in pwm.tones if hz != 2000 or us == 0] == [
        (0, 20, 1000 * 2),
        (20000, 20, 0),
        (20000, 20, 400),
    ]


def test_a_board_has_the_buzzer_that_config_names():
    power_on()
    ports = ports_module.Ports(Changed(BUZZER=20), flash.fresh_folder())
    assert 20 in machine.touched
    ports.buzzer.tone(1000)
    assert pwm.tones[-1] == (0, 20, 1000)
    for none in (None, GONE):
        power_on()
        assert ports_module.Ports(Changed(BUZZER=none), flash.fresh_folder()).buzzer is None
        assert machine.touched.isdisjoint((20,))


def test_a_wrong_pin_is_named_before_any_is_touched():
    for pin, said in (
        (22, "LED_DATA in config.py: GP22 is already used by BUZZER"),
        (99, "BUZZER in"),
    ):
        power_on()
        try:
            ports_module.Ports(Changed(BUZZER=pin), flash.fresh_folder())
        except ConfigError as error:
            assert str(error).startswith(said)
        else:
            raise AssertionError(pin)
        assert machine.touched == set()
