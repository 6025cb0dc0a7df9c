# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The buzzer: a passive piezo disc from its pin to ground, if the board has one.

buzzer = Buzzer(20)
buzzer.tone(2000)     # Hz, until
buzzer.tone(0)
"""

from machine import PWM, Pin

_HALF = 32768  # of 65536: high half of the time


class Buzzer:
    """One tone at a time."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin), freq=1000, duty_u16=0)

    def tone(self, hz):
        """Start a tone of so many Hz; 0 ends it."""
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF if hz else 0)
