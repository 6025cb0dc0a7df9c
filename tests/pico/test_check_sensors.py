# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""config.py for each kind of sensors: what is right, and a sentence for every slip."""

import config
from fakes import driver, machine, power_on
from fakes.configs import GONE, Changed

check = driver("config_check").check
ConfigError = driver("config_error").ConfigError

LEDS_24 = " ".join([name for name in config.LEDS.split() if name != "d4"])
WITHOUT = {"ROWS": GONE, "COLUMNS": GONE, "SETTLE_US": GONE}  # what only a matrix needs
SWITCHES = dict(
    WITHOUT,
    SENSORS="switches",
    SWITCHES=tuple(range(16)) + (18, 19, 20, 21, 26, 27, 28, 17),
    POINTS=LEDS_24,
    LEDS=LEDS_24,
    BACK_BUTTON=None,
)
SHIFT = dict(WITHOUT, SENSORS="shift", SHIFT_LOAD=2, SHIFT_CLOCK=3, SHIFT_DATA=4)
EXPANDER = dict(WITHOUT, SENSORS="expander", I2C_SDA=18, I2C_SCL=19, EXPANDERS=(0x20, 0x21))
HALL = dict(WITHOUT, SENSORS="hall", MUX_SELECT=(12, 13, 14, 15), MUX_ADC=(26, 27))
CHIPS_4051 = dict(HALL, MUX_SELECT=(12, 13, 14), MUX_ENABLE=(2, 3, 4, 5))


def _sentence(kind, **changes):
    """What is said of a kind with some constants changed, None if nothing. No pin is touched."""
    power_on()
    try:
        check(Changed(**dict(kind, **changes)))
    except ConfigError as error:
        return str(error)
    finally:
        assert machine.touched == set()
    return None


def test_each_kind_needs_its_own_constants_and_no_other():
    for kind, names in (
        (SWITCHES, ("SWITCHES", "POINTS")),
        (SHIFT, ("SHIFT_LOAD", "SHIFT_CLOCK", "SHIFT_DATA", "POINTS")),
        (EXPANDER, ("I2C_SDA", "I2C_SCL", "EXPANDERS", "POINTS")),
        (HALL, ("MUX_SELECT", "MUX_ADC", "POINTS")),
    ):
        assert _sentence(kind) is None
        for name in names:
            assert _sentence(kind, **{name: GONE}) == (
                "%s in config.py: it is missing; copy its line from hardware/configs/%s.py of the "
                "project." % (name, kind["SENSORS"])
            )


def test_pins_of_each_kind_are_true_and_given_once():
    for kind, name in (
        (SHIFT, "SHIFT_LOAD"),
        (SHIFT, "SHIFT_CLOCK"),
        (SHIFT, "SHIFT_DATA"),
        (EXPANDER, "I2C_SDA"),
        (EXPANDER, "I2C_SCL"),
        (HALL, "HALL_POWER"),
    ):
        assert "is no pin; give the number" in _sentence(kind, **{name: "GP2"}), name
        assert _sentence(kind, **{name: 25}) == (
            name + " in config.py: GP25 is used inside the Pico; choose another pin."
        )
    assert "SHIFT_DATA in config.py: GP3 is already used by SHIFT_CLOCK" in _sentence(
        SHIFT, SHIFT_DATA=3
    )
    assert "LED_DATA in config.py: GP19 is already used by I2C_SCL" in _sentence(
        EXPANDER, LED_DATA=19
    )
    assert _sentence(SWITCHES, SWITCHES=17) == (
        "SWITCHES in config.py: it is 17; list GPIO numbers, as in (2, 3, 4)."
    )
    assert "NEW_BUTTON in config.py: GP17 is already used by SWITCHES" in _sentence(
        SWITCHES, NEW_BUTTON=17
    )


def test_each_switch_has_its_point():
    pins = SWITCHES["SWITCHES"]
    for wrong in (pins[:-1], pins + (22,)):
        assert _sentence(SWITCHES, SWITCHES=wrong, LED_DATA=16, NEW_BUTTON=None) == (
            "POINTS in config.py: it lists 24 points, but SWITCHES has %d pins;"
            " give each pin its point, in order." % len(wrong)
        )
    assert _sentence(SWITCHES, POINTS=LEDS_24.replace("a7", "-")) == (
        "POINTS in config.py: - is no point of the board; the last is g1."
    )


def test_a_chain_is_no_longer_than_four_chips():
    assert _sentence(SHIFT, POINTS=config.POINTS + 7 * " -") is None
    assert _sentence(SHIFT, POINTS=config.POINTS + 8 * " -") == (
        "POINTS in config.py: it lists 33 inputs; a chain of four 74HC165 has 32."
    )


def test_the_two_wires_of_one_bus():
    for sda, scl in ((18, 19), (0, 1), (4, 13), (26, 27), (2, 11), (20, 21), (28, 5)):
        assert _sentence(EXPANDER, I2C_SDA=sda, I2C_SCL=scl) is None, (sda, scl)
    assert _sentence(EXPANDER, I2C_SDA=19, I2C_SCL=18) == (
        "I2C_SDA in config.py: GP19 cannot be SDA; take an even GPIO, such as 18."
    )
    for scl in (20, 21):
        assert _sentence(EXPANDER, I2C_SCL=scl) == (
            "I2C_SCL in config.py: GP%d cannot be SCL when GP18 is SDA;"
            " take one of GP3, GP7, GP11, GP15, GP19, GP27." % scl
        )
    assert "take one of GP1, GP5, GP9, GP13, GP17, GP21." in _sentence(EXPANDER, I2C_SDA=20)


def test_the_addresses_of_the_chips():
    for value in (0x20, (), "0x20"):
        assert _sentence(EXPANDER, EXPANDERS=value) == (
            "EXPANDERS in config.py: it is %r; list the addresses of the chips,"
            " as in (0x20, 0x21)." % (value,)
        )
    for value in (0x1F, 0x28, "0x20", True):
        assert _sentence(EXPANDER, EXPANDERS=(0x20, value)) == (
            "EXPANDERS in config.py: %r is no address of this chip;"
            " it has one from 0x20 to 0x27." % (value,)
        )
    assert _sentence(EXPANDER, EXPANDERS=(0x21, 0x21)) == (
        "EXPANDERS in config.py: 0x21 is listed twice."
    )
    assert _sentence(EXPANDER, EXPANDERS=[0x27, 0x20]) is None


def test_too_few_inputs():
    assert _sentence(EXPANDER, EXPANDERS=(0x20,)) == (
        "POINTS in config.py: it lists 25 inputs, but the chips in EXPANDERS have only 16."
    )
    assert _sentence(EXPANDER, POINTS=config.POINTS + 7 * " -") is None
    assert "it lists 33 inputs" in _sentence(EXPANDER, POINTS=config.POINTS + 8 * " -")


def test_the_wires_of_multiplexers():
    assert _sentence(HALL, MUX_SELECT=(12, 13)) == (
        "MUX_SELECT in config.py: it lists 2 pins;"
        " a 74HC4067 has four address wires, a 74HC4051 three."
    )
    assert "GP23 is used inside the Pico" in _sentence(HALL, MUX_SELECT=(12, 13, 14, 23))
    for pin in (22, 4, 1):
        assert _sentence(HALL, MUX_ADC=(26, pin), LED_DATA=11) == (
            "MUX_ADC in config.py: GP%d has no ADC; take GP26, GP27 or GP28." % pin
        )
    assert "it is 26; list GPIO numbers" in _sentence(HALL, MUX_ADC=26)
    assert _sentence(HALL, HALL_POWER=12) == (
        "HALL_POWER in config.py: GP12 is already used by MUX_SELECT; give each wire its own pin."
    )
    assert _sentence(HALL, HALL_POWER=None, MUX_ENABLE=()) is None
    assert _sentence(HALL, HALL_POWER=21, MUX_ENABLE=[]) is None


def test_multiplexers_that_share_adc_pins():
    assert _sentence(CHIPS_4051) is None
    assert _sentence(CHIPS_4051, MUX_ADC=(28,)) is None
    assert _sentence(CHIPS_4051, MUX_ENABLE=(2, 3, 4)) == (
        "MUX_ENABLE in config.py: 3 multiplexers cannot share the 2 pins of MUX_ADC evenly;"
        " give each its pin."
    )
    assert "it is 2; list GPIO numbers" in _sentence(CHIPS_4051, MUX_ENABLE=2)
    assert "GP12 is already used by MUX_SELECT" in _sentence(CHIPS_4051, MUX_ENABLE=(2, 3, 4, 12))


def test_too_few_channels():
    assert _sentence(HALL, POINTS=config.POINTS + 7 * " -") is None
    assert "it lists 33 channels, but the multiplexers have only 32." in _sentence(
        HALL, POINTS=config.POINTS + 8 * " -"
    )
    assert "the multiplexers have only 16." in _sentence(HALL, MUX_ADC=(26,))
    assert "the multiplexers have only 16." in _sentence(HALL, MUX_SELECT=(12, 13, 14))
    three = dict(HALL, MUX_SELECT=(12, 13, 14), MUX_ADC=(26, 27, 28))
    assert _sentence(three, POINTS=LEDS_24, LEDS=LEDS_24) is None
