# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `machine` on the Pico: pins with direction, pull and level.

Modes, pulls and the order of things as in MicroPython's ports/rp2/machine_pin.c. What a pin does
to the wire it is soldered to, and what it reads there, is for `wiring.py` to say.

    machine.reset(wiring)                  # all pins inputs, nothing touched
    Pin(22, Pin.OUT, value=0).drives()     # 0
"""

from merels_host.simulator.wires import adc, dog, i2c, neopixel, pwm, rp2
from merels_host.simulator.wires.adc import ADC
from merels_host.simulator.wires.dog import PWRON_RESET, WDT, WDT_RESET, Timer, mem32, reset_cause
from merels_host.simulator.wires.i2c import I2C
from merels_host.simulator.wires.pwm import PWM

__all__ = (
    "ADC",
    "I2C",
    "PWM",
    "PWRON_RESET",
    "WDT",
    "WDT_RESET",
    "Pin",
    "Timer",
    "mem32",
    "reset",
    "reset_cause",
    "touched",
    "unique_id",
)

_PINS = 30

_wiring = None
_mode = [0] * _PINS
_pull = [0] * _PINS
_level = [0] * _PINS
touched = set()  # GPIO numbers that somebody set up


def reset(wiring):
    global _wiring
    _wiring = wiring
    adc.reset(wiring)
    i2c.reset(wiring)
    neopixel.reset(wiring)
    rp2.reset(wiring)
    dog.reset()  # after the one that forgets what is told of time
    pwm.tones.clear()
    touched.clear()
    for gpio in range(_PINS):
        _mode[gpio] = _pull[gpio] = _level[gpio] = 0


def unique_id():
    return b"\xe6\x61\x64\x08\x43\x2f\x9a\x27"


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, gpio, mode=None, pull=None, value=None):
        if not 0 <= gpio < _PINS:
            raise ValueError("invalid pin")
        self.gpio = gpio
        if mode is not None:
            self.init(mode, pull, value)

    def init(self, mode, pull=None, value=None):
        gpio = self.gpio
        touched.add(gpio)
        if value is not None:
            _level[gpio] = value
        elif mode == Pin.OPEN_DRAIN:
            _level[gpio] = 1
        _mode[gpio] = mode
        _pull[gpio] = pull or 0
        self._drive()

    def mode(self):
        return _mode[self.gpio]

    def pull(self):
        return _pull[self.gpio]

    def drives(self):
        """What the pin does to its wire: 0 pulls it low, 1 pulls it high, -1 lets go."""
        gpio = self.gpio
        if _mode[gpio] == Pin.OUT:
            return _level[gpio]
        if _mode[gpio] == Pin.OPEN_DRAIN and not _level[gpio]:
            return 0
        return -1

    def __call__(self, value=None):
        if value is None:
            return _wiring.level(self.gpio, _mode[self.gpio], _pull[self.gpio])
        _level[self.gpio] = value
        self._drive()
        return None

    def on(self):
        self(1)

    def off(self):
        self(0)

    def _drive(self):
        _wiring.driven(self.gpio, self.drives())
