# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the constants of the kind of lights that `config.py` has chosen, and only these.

check_lights(config, pins)         # the points that have an LED; raises ConfigError
"""

from pico.check_pins import constant
from pico.check_points import check_points
from pico.config_error import ConfigError


def check_lights(config, pins):
    """The points of LEDS, None for a board without. Raises ConfigError for the first mistake."""
    kind = getattr(config, "LIGHTS", "ws2812")
    if type(kind) is not str or kind not in _KINDS:
        problem = "%r is no kind of lights; choose one of %s."
        raise ConfigError("LIGHTS", problem % (kind, ", ".join(sorted(_KINDS))))
    return _KINDS[kind](config, pins)


def _check_none(config, pins):
    return None


def _check_ws2812(config, pins):
    pins.take(config, "LED_DATA")
    leds = check_points(config, "LEDS")
    colours = constant(config, "LED_COLOURS")
    if type(colours) is not str or sorted(colours) != ["B", "G", "R"]:
        problem = '%r is no order of R, G and B; most LEDs take "GRB".'
        raise ConfigError("LED_COLOURS", problem % (colours,))
    return leds


_KINDS = {"none": _check_none, "ws2812": _check_ws2812}
