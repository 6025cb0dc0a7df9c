# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the pins that `config.py` gives to the wires: each a true one, each given once.

pins = Pins()
pins.take(config, "LED_DATA")      # raises ConfigError when another constant has that pin
"""

from pico.config_error import ConfigError

_RESERVED = (23, 24, 25, 29)  # SMPS mode, VBUS sense, LED (wireless on a Pico W) and VSYS sense
_LAST_PIN = 28


def example(config, name):
    """The file of the project that has the constant as the config chooses sensors and lights."""
    kind, usual = getattr(config, "SENSORS", "matrix"), "matrix"
    if name[:3] == "LED" or (name[:3] == "I2C" and kind != "expander"):
        kind, usual = "lights/%s" % getattr(config, "LIGHTS", "ws2812"), "lights/ws2812"
    if kind == usual or name in ("SENSORS", "LIGHTS"):
        return "firmware/config.py"
    return "hardware/configs/%s.py" % kind


def constant(config, name):
    """The value of a constant that config.py must have. Raises ConfigError."""
    value = getattr(config, name, None)
    if value is None:
        problem = "it is missing; copy its line from %s of the project."
        raise ConfigError(name, problem % example(config, name))
    return value


class Pins:
    """The pins given so far."""

    def __init__(self):
        self._taken = {}  # GPIO number -> the constant that has it

    def take(self, config, name):
        """Give the wire `name` its pin; returns the GPIO number. Raises ConfigError."""
        return self._take(name, constant(config, name))

    def take_all(self, config, name):
        """Give the wires `name` their pins; returns the GPIO numbers. Raises ConfigError."""
        pins = constant(config, name)
        if type(pins) not in (tuple, list) or not pins:
            raise ConfigError(name, "it is %r; list GPIO numbers, as in (2, 3, 4)." % (pins,))
        for pin in pins:
            self._take(name, pin)
        return pins

    def share(self, config, name):
        """The same for a wire of a bus, on which sensors and lights may both be."""
        pin = constant(config, name)
        return pin if self._taken.get(pin) == name else self._take(name, pin)

    def _take(self, name, pin):
        if type(pin) is not int or not 0 <= pin <= _LAST_PIN:
            problem = "%r is no pin; give the number of a GPIO from 0 to %d, as 22 for GP22."
            raise ConfigError(name, problem % (pin, _LAST_PIN))
        if pin in _RESERVED:
            raise ConfigError(name, "GP%d is used inside the Pico; choose another pin." % pin)
        if pin in self._taken:
            problem = "GP%d is already used by %s; give each wire its own pin."
            raise ConfigError(name, problem % (pin, self._taken[pin]))
        self._taken[pin] = name
        return pin
