# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Puts modelled modules in place of those of the Pico while a driver is loaded.

    sensors = driver("sensors", {"machine": machine, "time": ticks})     # firmware/pico/sensors.py

The true modules are back when a driver runs. So what one loads only when it is needed, each kind
of sensors and lights and the buzzer, is loaded here, too.
"""

import sys

_LAZY = (
    "buzzer", "expander", "hall", "matrix", "shift", "switches",
    "apa102", "hc595", "ht16k33", "ws2812", "ws2812_neopixel", "ws2812_pio",
)  # fmt: skip


def driver(name, modules):
    """Import firmware/pico/<name>.py with `modules` (name -> module) plugged in; return it."""
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
