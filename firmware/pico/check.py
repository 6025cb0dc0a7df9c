# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Checks `config.py` before any pin is set up, so that a slip in it costs a sentence, not a Pico.

`ports.py` calls `check(config)` first, and forgets this and the other checks afterwards: a board
that plays has a better use for their memory. They import no driver, so a computer can check, too.

    >>> check(config)
    ConfigError: COLUMNS in config.py: GP6 is already used by ROWS; give each wire its own pin.
"""

from merels.board import WOOD

from pico.check_lights import check_lights
from pico.check_names import check_names
from pico.check_pins import Pins
from pico.check_sensors import check_sensors
from pico.config_error import ConfigError


def check(config):
    """Raise ConfigError for the first mistake in `config` (a module or any object)."""
    check_names(config)
    pins = Pins()
    points = check_sensors(config, pins)
    for name in ("NEW_BUTTON", "BACK_BUTTON"):
        if getattr(config, name, 0) is not None:  # None: this board has no such button
            pins.take(config, name)
    if getattr(config, "BUZZER", None) is not None:
        pins.take(config, "BUZZER")
    leds = check_lights(config, pins)
    if leds is None:
        return
    for name in WOOD:
        if (name in points) != (name in leds):
            problem = "%s is in only one of POINTS and LEDS; list it in both or in neither."
            raise ConfigError("LEDS", problem % name)
