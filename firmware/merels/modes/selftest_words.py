# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How the board is wired, as words for a host: what config.py says, and what was learnt since.

Beside selftest.py. A board without a config.py, such as a simulated one, has no wires to tell of.

    wiring(app)        # "sensors=matrix rows=2,3,4,5,6 columns=7,8,9,10,11 ..."
    points(app)        # "points=a7,d7,g7,b6,..."
"""

from merels.board import WOOD

_SENSORS = ("ROWS", "COLUMNS", "SETTLE_US", "SWITCHES", "SHIFT_LOAD", "SHIFT_CLOCK", "SHIFT_DATA",
            "I2C_SDA", "I2C_SCL", "EXPANDERS", "MUX_SELECT", "MUX_ADC", "MUX_ENABLE",
            "HALL_POWER", "NEW_BUTTON", "BACK_BUTTON", "BUZZER")  # fmt: skip
_LIGHTS = ("LED_DATA", "LED_CLOCK", "LED_LATCH", "LED_COLOURS", "LED_TIMING", "LED_DRIVER",
           "LED_ADDRESS")  # fmt: skip
_NONE = "none"


def kinds(app):
    """What was built, in short."""
    return "kind=%s lights=%s points=%d leds=%d" % (
        _kind(app, "SENSORS", "matrix"),
        _kind(app, "LIGHTS", "ws2812"),
        25 if app.ports.sensors.points >> 24 & 1 else 24,
        len(leds(app)),
    )


def leds(app):
    """The points of the LEDS of config.py, first in the chain first."""
    if _kind(app, "LIGHTS", "") == _NONE:
        return ()
    return getattr(_config(app), "LEDS", " ".join(WOOD)).split()


def _wiring(app):
    return "sensors=" + _kind(app, "SENSORS", "matrix") + _constants(_config(app), _SENSORS)


def _points(app):
    return "points=" + getattr(_config(app), "POINTS", " ".join(WOOD)).replace(" ", ",")


def _lights(app):
    return "lights=" + _kind(app, "LIGHTS", "ws2812") + _constants(_config(app), _LIGHTS)


def _leds(app):
    return "leds=" + ",".join(leds(app))


def _order(app):
    """Where the sensor and the LED are in truth that config.py has at each point of the wood."""
    return "sensors=%s lights=%s" % (_learnt(app.sight.order), _learnt(app.lights.order))


WORDS = {
    "wiring": _wiring,
    "points": _points,
    "lights": _lights,
    "leds": _leds,
    "order": _order,
}


def _config(app):
    return getattr(app.ports, "config", None)


def _kind(app, name, usual):
    config = _config(app)
    return getattr(config, name, usual) if config else "unknown"


def _constants(config, names):
    words = ""
    for name in names:
        value = getattr(config, name, None)
        if value is not None:
            if type(value) in (tuple, list):
                value = ",".join([str(one) for one in value])
            words += " %s=%s" % (name.lower(), value)
    return words


def _learnt(order):
    return "config" if order is None else "".join(["%02x" % point for point in order.points])
