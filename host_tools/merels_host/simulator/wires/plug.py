# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Puts modelled modules in place of those of the Pico while a driver is loaded.

    sensors = driver("sensors", {"machine": machine, "time": ticks})     # firmware/pico/sensors

The true modules are back when a driver runs. So what one loads only when it is needed, each kind
of sensors and lights, buttons, buzzer and console, is loaded here, too.
"""

import sys

_LAZY = (
    "buttons", "buzzer", "console",
    "lights.apa102", "lights.hc595", "lights.ht16k33",
    "lights.ws2812", "lights.ws2812_neopixel", "lights.ws2812_pio",
    "sensors.expander", "sensors.hall", "sensors.matrix", "sensors.shift", "sensors.switches",
)  # fmt: skip


def driver(name, modules):
    """Import pico.<name> with `modules` (name -> module) plugged in; return it."""
    true = {}
    for module in modules:
        true[module] = sys.modules.get(module)
        sys.modules[module] = modules[module]
    try:
        for lazy in _LAZY:
            __import__("pico." + lazy)
        return __import__("pico." + name, None, None, ("*",))
    finally:
        for module in true:
            if true[module] is None:
                del sys.modules[module]
            else:
                sys.modules[module] = true[module]
