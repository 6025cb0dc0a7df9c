# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every slip in the constants of the lights gets its sentence."""

from fakes import driver
from fakes.configs import Changed

check = driver("check").check
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
