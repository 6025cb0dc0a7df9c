# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks how linear Hall sensors and their multiplexers are wired.

check_hall(config, pins)           # the points at the channels; raises ConfigError
"""

from pico.check_points import check_points
from pico.config_error import ConfigError

_ADC = (26, 27, 28)


def check_hall(config, pins):
    """The points of POINTS, "-" among them. Raises ConfigError for the first mistake."""
    select = len(pins.take_all(config, "MUX_SELECT"))
    if select not in (3, 4):
        problem = "it lists %d pins; a 74HC4067 has four address wires, a 74HC4051 three."
        raise ConfigError("MUX_SELECT", problem % select)
    adc = pins.take_all(config, "MUX_ADC")
    for pin in adc:
        if pin not in _ADC:
            raise ConfigError("MUX_ADC", "GP%d has no ADC; take GP26, GP27 or GP28." % pin)
    chips = _chips(config, pins, len(adc))
    if getattr(config, "HALL_POWER", None) is not None:
        pins.take(config, "HALL_POWER")
    points = check_points(config, "POINTS", unused=True)
    channels = chips << select
    if len(points) > channels:
        problem = "it lists %d channels, but the multiplexers have only %d."
        raise ConfigError("POINTS", problem % (len(points), channels))
    return points


def _chips(config, pins, adc):
    """How many multiplexers there are at so many ADC pins."""
    enable = getattr(config, "MUX_ENABLE", ())
    if enable == () or enable == []:
        return adc
    chips = len(pins.take_all(config, "MUX_ENABLE"))
    if chips % adc:
        problem = "%d multiplexers cannot share the %d pins of MUX_ADC evenly; give each its pin."
        raise ConfigError("MUX_ENABLE", problem % (chips, adc))
    return chips
