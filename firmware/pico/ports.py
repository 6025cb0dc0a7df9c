# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Builds the five ports from `config.py`: what `merels.app.App` knows of this machine.

main.py does it with `ports = Ports(config)` and hands them to the app.
"""

import sys
from binascii import hexlify

from machine import unique_id
from merels.board import wood_bit

from pico.buttons import Buttons
from pico.check import check
from pico.console import UsbConsole
from pico.lights import LedChain
from pico.sensors import ReedMatrix
from pico.storage import FlashFolder

_FOLDER = "/journal"


class Ports:
    """Sensors, lights, console, storage and buttons of one board, and its identity.

    Raises pico.check.ConfigError, before any pin is touched, when config.py has a mistake.
    """

    def __init__(self, config, folder=_FOLDER):
        check(config)
        # The same text as the board's USB serial number (ports/rp2/usbd.c).
        self.board_id = hexlify(unique_id()).decode()
        self.sensors = ReedMatrix(
            config.ROWS, config.COLUMNS, _bits(config.POINTS), config.SETTLE_US
        )
        self.lights = LedChain(config.LED_DATA, _bits(config.LEDS), config.LED_COLOURS)
        self.console = UsbConsole(sys.stdin, sys.stdout)
        self.storage = FlashFolder(folder)
        self.buttons = Buttons(config.NEW_BUTTON, config.BACK_BUTTON)


def _bits(names):
    return [wood_bit(name) for name in names.split()]
