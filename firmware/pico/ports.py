# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Builds the five ports from `config.py`: what `merels.app.App` knows of this machine.

main.py does it with `ports = Ports(config)` and hands them to the app.
"""

import sys
from binascii import hexlify
from time import ticks_us

from machine import unique_id
from merels.unload import unload

from pico.buttons import Buttons
from pico.console import UsbConsole
from pico.lights import make_lights
from pico.sensors import make_sensors
from pico.storage import FOLDER, FlashFolder


class Ports:
    """Sensors, lights, console, storage, buttons and buzzer of one board, and its identity.

    version: of the firmware, "" if it is not known. lit: called with the lights as soon as they
    are there. Raises pico.config_error.ConfigError, before any pin is touched, when config.py has
    a mistake.
    """

    def __init__(self, config, folder=FOLDER, version="", lit=None):
        self.storage = FlashFolder(folder)
        _check(config, version, self.storage)
        self.lights = make_lights(config)
        if lit:
            lit(self.lights)
        # The same text as the board's USB serial number (ports/rp2/usbd.c).
        self.board_id = hexlify(unique_id()).decode()
        self.sensors = make_sensors(config)
        self.console = UsbConsole(sys.stdin, sys.stdout)
        if self.sensors.analog:
            self.sensors.open(self.storage)
        self.buttons = Buttons(config.NEW_BUTTON, config.BACK_BUTTON)
        self.buzzer = _buzzer(config)
        self.config = config  # for who tests the wires
        self.ticks_us = ticks_us  # modulo 2**30; for who wants to know how long something takes
        self.guard = None  # what runs the app may put one here, for its crash log


def _check(config, version, storage):
    """Check config.py, unless this firmware has found it good before."""
    from pico import config_mark  # needed once, and then unloaded, as is the check

    if not config_mark.is_there(config, version, storage):
        from pico.config_check import check

        check(config)
        config_mark.put(config, version, storage)
    unload("pico.config_mark", "pico.config_check")


def _buzzer(config):
    """The buzzer, on a board that has one."""
    pin = getattr(config, "BUZZER", None)
    if pin is None:
        return None
    from pico.buzzer import Buzzer

    return Buzzer(pin)
