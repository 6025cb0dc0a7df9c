# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a driver must not do to a wire, said loudly.

WiringFault: GP7 is read without a pull-up and floats
"""

_IN = 0
_PULL_UP = 1
_PULL_DOWN = 2


class WiringFault(Exception):
    """A driver did what would spoil the reading, or the Pico."""


def pulled_up(gpio, mode, pull):
    """Raise WiringFault unless the pin is an input that its own pull-up holds high."""
    if pull == _PULL_DOWN:
        # RP2350 erratum E9: an input may stay at 2.2 V against its pull-down
        raise WiringFault("GP%d has a pull-down, which does not work on a Pico 2" % gpio)
    if mode != _IN or pull != _PULL_UP:
        raise WiringFault("GP%d is read without a pull-up and floats" % gpio)
