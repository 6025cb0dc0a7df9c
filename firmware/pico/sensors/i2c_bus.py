# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The I2C bus, on which expanders and LED drivers may both be.

i2c = make_bus(config)
i2c.writeto(0x20, b"\x0c\xff\xff")
"""

from machine import I2C, Pin

_HZ = 400000
_TIMEOUT_US = 1000  # a bus that is held low costs no more than this at each try


def make_bus(config):
    """The bus on I2C_SDA and I2C_SCL of a config.py that has passed its check."""
    return I2C(
        config.I2C_SDA // 2 % 2,  # GP0 and GP1 are bus 0, GP2 and GP3 bus 1, GP4 and GP5 bus 0 ...
        sda=Pin(config.I2C_SDA),
        scl=Pin(config.I2C_SCL),
        freq=_HZ,
        timeout=_TIMEOUT_US,
    )
