# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board runs when it gets power."""

import config
from merels.app import App
from pico.loop import run, tell
from pico.ports import Ports

ports = Ports(config)
tell(ports.sensors.problem(), ports.console)
run(App(ports), ports.console)
