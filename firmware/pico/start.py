# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Builds the ports from `config.py` and plays for ever: all that follows main.py's choice.

It belongs to a version, and main.py to the board: what may change is here. What crashes is kept in
the crash log; the third time in a row it leads to safe mode.

    from pico.start import start
    start(loader.choose())
"""

import sys

from pico import memory
from pico.guard import Guard, Unsafe
from pico.loop import run, tell, traceback
from pico.storage import FOLDER, FlashFolder

# Lit while the rest is loaded, faintly: the middles of the second ring.
_FIRST_LIGHTS = (4, 10, 13, 19)  # d6 b4 f4 d2
_FAINT = 12  # of 255


def start(pack):
    """Play until Ctrl-C; raises ConfigError when config.py has a mistake, and what crashed.

    pack: of this version, None if it consists of Python files.
    """
    ballast = memory.begin()
    guard = Guard(FlashFolder(FOLDER))
    ports = None
    try:
        try:
            ports = _ports(guard, pack.digest if pack else "")
            app = _app(ports)
            if pack:
                pack.settle()
            memory.end(ballast)
        except Exception as error:
            if type(error).__name__ != "ConfigError":  # its sentence is for the builder
                guard.crashed(traceback(error), "start", 0)
            raise
        run(app, ports.console, guard)
    except Unsafe:
        app = None
        memory.end(ballast)
    _safe_mode(ports, guard)


def _ports(guard, version):
    # here and not above, so that a part that is missing or broken is kept as a crash, too
    import config
    from merels.unload import unload

    from pico.ports import Ports

    ports = Ports(config, FOLDER, version, _light_up)
    ports.guard = guard
    unload("pico.lights.ws2812_pio", "rp2")  # the program is in the chip
    return ports


def _light_up(lights):
    """Show that the board has power and is starting."""
    frame = bytearray(75)
    for point in _FIRST_LIGHTS:
        for colour in range(3):
            frame[3 * point + colour] = _FAINT
    lights.write(frame)


def _app(ports):
    from merels.app import App

    tell(ports.sensors.problem(), ports.console)
    tell(ports.lights.problem(), ports.console)
    return App(ports)


def _safe_mode(ports, guard):
    from pico.console import UsbConsole
    from pico.safe import SENTENCE, SafeMode

    console = ports.console if ports else UsbConsole(sys.stdin, sys.stdout)
    tell(SENTENCE, console)
    lights = ports.lights if ports else _lights()
    SafeMode(console, lights, guard.crashes, ports.board_id if ports else _board_id()).run()


def _lights():
    """The lights without anything else, None when they are what does not work."""
    try:
        import config

        from pico.lights import make_lights

        return make_lights(config)
    except Exception:
        return None


def _board_id():
    from binascii import hexlify

    from machine import unique_id

    return hexlify(unique_id()).decode()
