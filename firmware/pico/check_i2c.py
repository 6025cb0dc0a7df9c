# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the pins and the addresses of what is on the I2C bus.

check_bus(config, pins)            # raises ConfigError when GP19 is given as SDA
"""

from pico.config_error import ConfigError

_CLOCKS = ((1, 5, 9, 13, 17, 21), (3, 7, 11, 15, 19, 27))  # of bus 0 and 1: RP2040 data sheet


def check_bus(config, pins):
    """I2C_SDA and I2C_SCL are pins of one and the same bus. Raises ConfigError."""
    sda = pins.share(config, "I2C_SDA")
    if sda % 2:
        raise ConfigError("I2C_SDA", "GP%d cannot be SDA; take an even GPIO, such as 18." % sda)
    scl = pins.share(config, "I2C_SCL")
    if scl not in _CLOCKS[sda % 4 // 2]:
        problem = "GP%d cannot be SCL when GP%d is SDA; take one of %s."
        others = ", ".join(["GP%d" % pin for pin in _CLOCKS[sda % 4 // 2]])
        raise ConfigError("I2C_SCL", problem % (scl, sda, others))


def check_address(name, address, first, last):
    """Raise ConfigError unless the address is one that the chip can have."""
    if type(address) is not int or not first <= address <= last:
        problem = "%r is no address of this chip; it has one from 0x%02x to 0x%02x."
        raise ConfigError(name, problem % (address, first, last))
