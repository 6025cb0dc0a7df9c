# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `machine.PWM` on the Pico: keeps what could be heard on each pin.

PWM(Pin(20), freq=1000, duty_u16=32768)
tones[-1]                        # (microseconds, GPIO number, Hz); 0 Hz is silence
"""

from merels_host.simulator.wires import ticks

_LOWEST_HZ = 8  # of MicroPython's ports/rp2/machine_pwm.c at 125 MHz

tones = []


class PWM:
    def __init__(self, pin, freq, duty_u16):
        pin.init(pin.ALT)
        self._gpio = pin.gpio
        self._duty = duty_u16
        self._hz = 0
        self.freq(freq)

    def freq(self, hz):
        if hz < _LOWEST_HZ:
            raise ValueError("freq too small")
        self._hz = hz
        self._heard()

    def duty_u16(self, duty):
        self._duty = duty
        self._heard()

    def _heard(self):
        hz = self._hz if 0 < self._duty < 65535 else 0
        last = tones[-1][2] if tones else 0
        if hz != last:
            tones.append((ticks.now_us, self._gpio, hz))
