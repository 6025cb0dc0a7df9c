# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The lights: makes those that `config.py` has chosen, and loads no other kind.

Last room on the device: `merels.lights` decides what shines and how bright, and calls `write`
only when that changed. Each kind is the file of its name, with a `make(config)`:

    lights = make_lights(config)       # LIGHTS = "ws2812": pico.ws2812.make(config)
    lights.write(frame)                # bytearray(75): red, green, blue of wood point 0, 1, ...
    lights.single                      # whether only rhythms tell: LEDs of one colour
    lights.problem()                   # "", or a sentence that says why all is dark
"""

from pico.lights.leds import Leds


def make_lights(config):
    """The lights of a config.py that has passed its check."""
    kind = getattr(config, "LIGHTS", "ws2812")
    if kind == "none":
        return Leds()
    return __import__("pico.lights." + kind, None, None, ("make",)).make(config)
