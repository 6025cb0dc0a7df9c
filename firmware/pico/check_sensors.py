# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the constants of the kind of sensors that `config.py` has chosen, and only these.

check_sensors(config, pins)        # the points that have a sensor; raises ConfigError
"""

from pico.check_hall import check_hall
from pico.check_i2c import check_address, check_bus
from pico.check_pins import constant
from pico.check_points import check_points
from pico.config_error import ConfigError

_SETTLE_MIN_US = 25  # 50 kohm pull-up and 60 pF of wire need 2.4 us, 80 kohm and 300 pF 19 us
_SETTLE_MAX_US = 100  # keeps a scan of five rows under 1 ms
_SHIFT_MAX = 32  # inputs of a chain: the same


def check_sensors(config, pins):
    """The points of POINTS, "-" among them. Raises ConfigError for the first mistake."""
    kind = getattr(config, "SENSORS", "matrix")
    if type(kind) is not str or kind not in _KINDS:
        problem = "%r is no kind of sensors; choose one of %s."
        raise ConfigError("SENSORS", problem % (kind, ", ".join(sorted(_KINDS))))
    return _KINDS[kind](config, pins)


def _check_matrix(config, pins):
    crossings = len(pins.take_all(config, "ROWS")) * len(pins.take_all(config, "COLUMNS"))
    settle_us = constant(config, "SETTLE_US")
    if type(settle_us) is not int or not _SETTLE_MIN_US <= settle_us <= _SETTLE_MAX_US:
        problem = "it is %r; give whole microseconds from %d to %d."
        raise ConfigError("SETTLE_US", problem % (settle_us, _SETTLE_MIN_US, _SETTLE_MAX_US))
    points = check_points(config, "POINTS", unused=True)
    if crossings < len(points):
        problem = "it lists %d points, but ROWS and COLUMNS have only %d crossings; add a pin."
        raise ConfigError("POINTS", problem % (len(points), crossings))
    return points


def _check_switches(config, pins):
    switches = len(pins.take_all(config, "SWITCHES"))
    points = check_points(config, "POINTS")
    if len(points) != switches:
        problem = (
            "it lists %d points, but SWITCHES has %d pins; give each pin its point, in order."
        )
        raise ConfigError("POINTS", problem % (len(points), switches))
    return points


def _check_shift(config, pins):
    for name in ("SHIFT_LOAD", "SHIFT_CLOCK", "SHIFT_DATA"):
        pins.take(config, name)
    points = check_points(config, "POINTS", unused=True)
    if len(points) > _SHIFT_MAX:
        problem = "it lists %d inputs; a chain of four 74HC165 has %d."
        raise ConfigError("POINTS", problem % (len(points), _SHIFT_MAX))
    return points


def _check_expander(config, pins):
    check_bus(config, pins)
    addresses = constant(config, "EXPANDERS")
    if type(addresses) not in (tuple, list) or not addresses:
        problem = "it is %r; list the addresses of the chips, as in (0x20, 0x21)."
        raise ConfigError("EXPANDERS", problem % (addresses,))
    for address in addresses:
        check_address("EXPANDERS", address, 0x20, 0x27)
        if addresses.count(address) > 1:
            raise ConfigError("EXPANDERS", "0x%02x is listed twice." % address)
    points = check_points(config, "POINTS", unused=True)
    inputs = 16 * len(addresses)
    if len(points) > inputs:
        problem = "it lists %d inputs, but the chips in EXPANDERS have only %d."
        raise ConfigError("POINTS", problem % (len(points), inputs))
    return points


_KINDS = {
    "expander": _check_expander,
    "hall": check_hall,
    "matrix": _check_matrix,
    "shift": _check_shift,
    "switches": _check_switches,
}
