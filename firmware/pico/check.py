# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks `config.py` before any pin is set up, so that a slip in it costs a sentence, not a Pico.

`ports.py` calls `check(config)` first.

    >>> check(config)
    ConfigError: COLUMNS in config.py: GP6 is already used by ROWS; give each wire its own pin.
"""

from merels.board import WOOD

_CENTRE = "d4"
_RESERVED = (23, 24, 25, 29)  # SMPS mode, VBUS sense, LED (wireless on a Pico W) and VSYS sense
_LAST_PIN = 28
_SETTLE_MIN_US = 25  # 50 kohm pull-up and 60 pF of wire need 2.4 us, 80 kohm and 300 pF 19 us
_SETTLE_MAX_US = 100  # keeps a scan of five rows under 1 ms


class ConfigError(Exception):
    """config.py cannot be used; the message names the constant and says what to do."""

    def __init__(self, constant, problem):
        super().__init__("%s in config.py: %s" % (constant, problem))
        self.constant = constant


def check(config):
    """Raise ConfigError for the first mistake in `config` (a module or any object)."""
    used = {}
    for name in ("ROWS", "COLUMNS"):
        _check_pins(name, _constant(config, name), used)
    for name in ("NEW_BUTTON", "BACK_BUTTON", "LED_DATA"):
        _check_pin(name, _constant(config, name), used)
    settle_us = _constant(config, "SETTLE_US")
    if type(settle_us) is not int or not _SETTLE_MIN_US <= settle_us <= _SETTLE_MAX_US:
        problem = "it is %r; give whole microseconds from %d to %d."
        raise ConfigError("SETTLE_US", problem % (settle_us, _SETTLE_MIN_US, _SETTLE_MAX_US))
    points = _check_points("POINTS", _constant(config, "POINTS"))
    leds = _check_points("LEDS", _constant(config, "LEDS"))
    crossings = len(config.ROWS) * len(config.COLUMNS)
    if crossings < len(points):
        problem = "it lists %d points, but ROWS and COLUMNS have only %d crossings; add a pin."
        raise ConfigError("POINTS", problem % (len(points), crossings))
    for name in WOOD:
        if (name in points) != (name in leds):
            problem = "%s is in only one of POINTS and LEDS; list it in both or in neither."
            raise ConfigError("LEDS", problem % name)
    colours = _constant(config, "LED_COLOURS")
    if type(colours) is not str or sorted(colours) != ["B", "G", "R"]:
        problem = '%r is no order of R, G and B; most LEDs take "GRB".'
        raise ConfigError("LED_COLOURS", problem % (colours,))


def _constant(config, name):
    value = getattr(config, name, None)
    if value is None:
        raise ConfigError(name, "it is missing; copy its line from the config.py of the project.")
    return value


def _check_pins(name, pins, used):
    if type(pins) not in (tuple, list) or not pins:
        raise ConfigError(name, "it is %r; list GPIO numbers, as in (2, 3, 4)." % (pins,))
    for pin in pins:
        _check_pin(name, pin, used)


def _check_pin(name, pin, used):
    if type(pin) is not int or not 0 <= pin <= _LAST_PIN:
        problem = "%r is no pin; give the number of a GPIO from 0 to %d, as 22 for GP22."
        raise ConfigError(name, problem % (pin, _LAST_PIN))
    if pin in _RESERVED:
        raise ConfigError(name, "GP%d is used inside the Pico; choose another pin." % pin)
    if pin in used:
        problem = "GP%d is already used by %s; give each wire its own pin."
        raise ConfigError(name, problem % (pin, used[pin]))
    used[pin] = name


def _check_points(name, text):
    """Return the points that the text lists: each once, and all of them but perhaps d4."""
    if type(text) is not str:
        raise ConfigError(name, 'it is %r; list points in quotes, as in "a7 d7 g7".' % (text,))
    points = text.split()
    for point in points:
        if point not in WOOD:
            raise ConfigError(name, "%s is no point of the board; the last is g1." % point)
        if points.count(point) > 1:
            raise ConfigError(name, "%s is listed twice." % point)
    for point in WOOD:
        if point not in points and point != _CENTRE:
            raise ConfigError(name, "%s is missing; list every point, only d4 may go." % point)
    return points
