# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Builds the ports from `config.py` and plays for ever: all that follows main.py's choice.

It belongs to a version, and main.py to the board: what may change is here.

    from pico.start import start
    start()
"""

import config
from merels.app import App

from pico.loop import run, tell
from pico.ports import Ports


def start():
    """Play until Ctrl-C; raises ConfigError when config.py has a mistake."""
    ports = Ports(config)
    tell(ports.sensors.problem(), ports.console)
    tell(ports.lights.problem(), ports.console)
    run(App(ports), ports.console)
