# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks the constants of the kind of sensors that `config.py` has chosen, and only these.

check_sensors(config, pins)        # the points that have a sensor; raises ConfigError
"""

from pico.check_pins import constant
from pico.check_points import check_points
from pico.config_error import ConfigError

_SETTLE_MIN_US = 25  # 50 kohm pull-up and 60 pF of wire need 2.4 us, 80 kohm and 300 pF 19 us
_SETTLE_MAX_US = 100  # keeps a scan of five rows under 1 ms


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


_KINDS = {"matrix": _check_matrix}
