# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every slip in the constants of the lights gets its sentence."""

from fakes import driver
from fakes.configs import GONE, Changed, Example

check = driver("config_check").check
ConfigError = driver("config_error").ConfigError


def _sentence(**changes):
    try:
        check(Changed(**changes))
    except ConfigError as error:
        return str(error)
    return None


def test_an_order_of_colours_that_is_none():
    for value in ("GR", "GRBX", "GRBWW", "grb", 3, None, ""):
        sentence = _sentence(LED_COLOURS=value)
        if value is None:
            assert sentence.startswith("LED_COLOURS in config.py: it is missing"), sentence
        else:
            assert sentence == (
                "LED_COLOURS in config.py: %r is no order of R, G, B or R, G, B, W;"
                ' most LEDs take "GRB".' % (value,)
            )
    for value in ("RGB", "GRBW", "WRGB"):
        assert _sentence(LED_COLOURS=value) is None


def test_a_driver_that_there_is_not():
    for value in ("PIO", "dma", 0, None):
        assert _sentence(LED_DRIVER=value) == (
            'LED_DRIVER in config.py: %r is none; take "pio" or "neopixel".' % (value,)
        )
    assert _sentence(LED_DRIVER="neopixel") is None


def test_a_timing_that_is_none():
    for value in (
        (350, 900, 800),
        (350, 900, 800, 450.0),
        (350, 900, 400, 450),
        (350, 500, 800, 450),
        (100, 900, 800, 450),
        (350, 2100, 800, 450),
        800,
        None,
        "350, 900, 800, 450",
    ):
        assert _sentence(LED_TIMING=value) == (
            "LED_TIMING in config.py: it is %r; give ns high and low of a 0, and of a 1, which is"
            " high for longer, as in (350, 900, 800, 450)." % (value,)
        )
    for value in ((800, 1700, 1600, 900), [300, 900, 600, 600]):
        assert _sentence(LED_TIMING=value) is None


KINDS = {
    "apa102": ("LED_DATA", "LED_CLOCK", "LEDS"),
    "hc595": ("LED_DATA", "LED_CLOCK", "LED_LATCH", "LEDS"),
    "ht16k33": ("I2C_SDA", "I2C_SCL", "LED_ADDRESS", "LEDS"),
}


def _of(kind, **changes):
    """The sentence for the example of this kind with some changes."""
    example = Example("lights/" + kind)
    for name in changes:
        if changes[name] is GONE:
            delattr(example, name)
        else:
            setattr(example, name, changes[name])
    try:
        check(example)
    except ConfigError as error:
        return str(error)
    return None


def test_each_kind_needs_its_constants_and_no_others():
    for kind in KINDS:
        assert _of(kind) is None
        for name in KINDS[kind]:
            assert _of(kind, **{name: GONE}) == (
                "%s in config.py: it is missing; copy its line from hardware/configs/lights/%s.py "
                "of the project." % (name, kind)
            )
    assert _of("apa102", LED_COLOURS=GONE) is None


def test_pins_of_each_kind_are_their_own():
    for kind in ("apa102", "hc595"):
        for name in KINDS[kind][:-1]:
            assert _of(kind, **{name: 7}) == (
                name + " in config.py: GP7 is already used by COLUMNS; give each wire its own pin."
            )
    assert _of("ht16k33", I2C_SDA=4).startswith("I2C_SDA in config.py: GP4 is already used by")
    assert _of("ht16k33", I2C_SCL=27) is None
    assert _of("ht16k33", I2C_SCL=20).startswith("I2C_SCL in config.py: GP20 cannot be SCL")


def test_colours_of_an_apa102():
    assert _of("apa102", LED_COLOURS="RGB") is None
    assert _of("apa102", LED_COLOURS="GRBW") == (
        "LED_COLOURS in config.py: 'GRBW' is no order of R, G, B; most LEDs take \"BGR\"."
    )


def test_an_address_that_no_ht16k33_has():
    for value in (0x20, 0x78, "0x70", True):
        assert _of("ht16k33", LED_ADDRESS=value) == (
            "LED_ADDRESS in config.py: %r is no address of this chip;"
            " it has one from 0x70 to 0x77." % (value,)
        )


def test_places_that_are_not_used_as_many_as_there_are():
    leds = Example("lights/hc595").LEDS
    for kind, most, what in (
        ("hc595", 32, "a chain of four 74HC595"),
        ("ht16k33", 64, "an HT16K33"),
    ):
        assert _of(kind, LEDS="- " * (most - 25) + leds) is None
        assert _of(kind, LEDS="- " * (most - 24) + leds) == (
            "LEDS in config.py: it lists %d outputs; %s has %d." % (most + 1, what, most)
        )
        assert _of(kind, LEDS=leds.replace("d4", "-")).startswith(
            "LEDS in config.py: d4 is in only one of POINTS and LEDS;"
        )
    for kind in ("apa102", "sk6812"):
        assert _of(kind, LEDS="- " + leds).startswith("LEDS in config.py: - is no point")


def test_one_bus_for_sensors_and_lights():
    expander, lights = Example("expander"), Example("lights/ht16k33")
    for name in ("LIGHTS", "LED_ADDRESS", "LEDS"):
        setattr(expander, name, getattr(lights, name))
    check(expander)
