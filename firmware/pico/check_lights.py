# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the constants of the kind of lights that `config.py` has chosen, and only these.

check_lights(config, pins)         # the points that have an LED; raises ConfigError
"""

from pico.check_i2c import check_address, check_bus
from pico.check_pins import constant
from pico.check_points import check_points
from pico.config_error import ConfigError

_PULSE_NS = (150, 2000)  # all LEDs of this kind, slow WS2811 included, are within
_APART_NS = 100  # a 0 and a 1 must differ by this to be told apart
_LATCHES = 32  # outputs of a chain of 74HC595
_MATRIX = 64  # LEDs at an HT16K33: 8 common lines, and the 8 rows that each of its packages has


def check_lights(config, pins):
    """The points of LEDS, "-" among them; None for a board without lights.

    Raises ConfigError for the first mistake.
    """
    kind = getattr(config, "LIGHTS", "ws2812")
    if type(kind) is not str or kind not in _KINDS:
        problem = "%r is no kind of lights; choose one of %s."
        raise ConfigError("LIGHTS", problem % (kind, ", ".join(sorted(_KINDS))))
    return _KINDS[kind](config, pins)


def _check_none(config, pins):
    return None


def _check_ws2812(config, pins):
    pins.take(config, "LED_DATA")
    _check_colours(constant(config, "LED_COLOURS"), ("RGB", "RGBW"), "GRB")
    driver = getattr(config, "LED_DRIVER", "pio")
    if driver not in ("pio", "neopixel"):
        raise ConfigError("LED_DRIVER", '%r is none; take "pio" or "neopixel".' % (driver,))
    if hasattr(config, "LED_TIMING"):
        _check_timing(config.LED_TIMING)
    return check_points(config, "LEDS")


def _check_apa102(config, pins):
    pins.take(config, "LED_DATA")
    pins.take(config, "LED_CLOCK")
    if hasattr(config, "LED_COLOURS"):
        _check_colours(config.LED_COLOURS, ("RGB",), "BGR")
    return check_points(config, "LEDS")


def _check_hc595(config, pins):
    for name in ("LED_DATA", "LED_CLOCK", "LED_LATCH"):
        pins.take(config, name)
    return _check_places(config, _LATCHES, "a chain of four 74HC595")


def _check_ht16k33(config, pins):
    check_bus(config, pins)
    check_address("LED_ADDRESS", constant(config, "LED_ADDRESS"), 0x70, 0x77)
    return _check_places(config, _MATRIX, "an HT16K33")


def _check_places(config, most, what):
    """The points of LEDS, "-" among them."""
    leds = check_points(config, "LEDS", unused=True)
    if len(leds) > most:
        problem = "it lists %d outputs; %s has %d."
        raise ConfigError("LEDS", problem % (len(leds), what, most))
    return leds


def _check_colours(colours, kinds, usual):
    """Raise ConfigError unless `colours` are those of a kind of LED, in any order."""
    if type(colours) is str:
        for kind in kinds:
            if sorted(colours) == sorted(kind):
                return
    wanted = " or ".join([", ".join(kind) for kind in kinds])
    problem = '%r is no order of %s; most LEDs take "%s".'
    raise ConfigError("LED_COLOURS", problem % (colours, wanted, usual))


def _check_timing(timing):
    """Raise ConfigError unless these are the four times of a bit."""
    good = type(timing) in (tuple, list) and len(timing) == 4
    for time in timing if good else ():
        good = good and type(time) is int and _PULSE_NS[0] <= time <= _PULSE_NS[1]
    if not good or timing[2] < timing[0] + _APART_NS or timing[1] < timing[3] + _APART_NS:
        problem = (
            "it is %r; give ns high and low of a 0, and of a 1, which is high for longer, as in "
            "(350, 900, 800, 450)."
        )
        raise ConfigError("LED_TIMING", problem % (timing,))


_KINDS = {
    "apa102": _check_apa102,
    "hc595": _check_hc595,
    "ht16k33": _check_ht16k33,
    "none": _check_none,
    "ws2812": _check_ws2812,
}
