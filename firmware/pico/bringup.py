# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""For the first power-up: one thing at a time at MicroPython's prompt, without any game.

For builders without the host tools (docs/building.md). Ctrl-C ends both.

    >>> from pico.bringup import walk, watch
    >>> walk()            # lights one LED after the other and says which
    >>> watch()           # says which point or button changed; a point with a magnet shines green
    a7 closed
    a7 open
"""

from time import sleep_ms

import config
from merels.board import WOOD, wood_bit

from pico.ports import Ports

_LEVEL = 16  # of 255: all LEDs together stay under 60 mA
_WALK_MS = 300
_STEADY_MS = 10
_BUTTONS = ("new", "back")


def walk(say=print, ports=None):
    """Light one LED after the other, white, along the chain, and say where it should be."""
    ports = ports or Ports(config)
    names = getattr(config, "LEDS", "").split()
    for led in range(len(names)):
        if names[led] == "-":
            continue
        say("LED %d of %d: %s" % (led + 1, len(names), names[led]))
        frame = bytearray(75)
        start = 3 * wood_bit(names[led])
        frame[start : start + 3] = bytes([_LEVEL] * 3)
        ports.lights.write(frame)
        sleep_ms(_WALK_MS)
    ports.lights.write(bytearray(75))


def watch(say=print, ports=None):
    """Say which switch closes or opens and which button goes down or up, for ever."""
    ports = ports or Ports(config)
    say("Bring a magnet to a point or press a button. Ctrl-C ends.")
    frame = bytearray(75)
    ports.lights.write(frame)
    image = down = 0
    while True:
        new_image, new_down = ports.sensors.read(), ports.buttons.read()
        sleep_ms(_STEADY_MS)
        if new_image != ports.sensors.read() or new_down != ports.buttons.read():
            continue
        for bit in range(25):
            closed = new_image >> bit & 1
            if closed != image >> bit & 1:
                say("%s %s" % (WOOD[bit], "closed" if closed else "open"))
                frame[3 * bit + 1] = _LEVEL if closed else 0
                ports.lights.write(frame)
        for bit in range(2):
            if (new_down ^ down) >> bit & 1:
                say("button %s %s" % (_BUTTONS[bit], "down" if new_down >> bit & 1 else "up"))
        image, down = new_image, new_down
