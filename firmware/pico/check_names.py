# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks that every constant of `config.py` is one: a slip in an optional name would be silent.

check_names(config)                # raises ConfigError: LIGTS in config.py: ... write LIGHTS.
"""

from pico.config_error import ConfigError

# of all kinds: what is there for another kind does no harm
NAMES = (
    "SENSORS ROWS COLUMNS SETTLE_US SWITCHES SHIFT_LOAD SHIFT_CLOCK SHIFT_DATA I2C_SDA I2C_SCL "
    "EXPANDERS MUX_SELECT MUX_ADC MUX_ENABLE HALL_POWER POINTS NEW_BUTTON BACK_BUTTON BUZZER "
    "LIGHTS LED_DATA LED_CLOCK LED_LATCH LED_ADDRESS LEDS LED_COLOURS LED_TIMING LED_DRIVER"
)


def check_names(config):
    """Raise ConfigError for the first name in capitals that nothing reads."""
    names = NAMES.split()
    for name in dir(config):
        if name[0] == "_" or name != name.upper() or name in names:
            continue
        nearest = min(names, key=lambda other: _apart(name, other))
        problem = "nothing reads it; take its line out."
        if 3 * _apart(name, nearest) <= len(name):
            problem = "there is no such constant; write %s." % nearest
        raise ConfigError(name, problem)


def _apart(one, other):
    """How many letters one of the names has more often than the other."""
    letters = set(one + other)
    return sum([abs(one.count(letter) - other.count(letter)) for letter in letters])
