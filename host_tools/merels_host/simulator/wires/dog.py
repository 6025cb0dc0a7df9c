# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The watchdog and the timers of the Pico: a program that does not feed is reset, which raises.

After ports/rp2/machine_wdt.c and machine_timer.c in MicroPython: the watchdog takes 1 to 8388 ms,
and goes on over a soft restart, which ends all timers.

    WDT(timeout=8388)
    ticks.sleep_ms(9000)         # raises Reset
"""

from merels_host.simulator.wires import ticks

PWRON_RESET = 1
WDT_RESET = 3
_LONGEST_MS = 8388
_ENABLE = 1 << 30
_CLEAR_CONTROL = (0x4005B000, 0x400DB000)  # of the RP2040 and the RP2350


class Reset(BaseException):
    """The watchdog was not fed: everything that ran is gone."""


class _State:
    def __init__(self):
        self.cause = PWRON_RESET
        self.enabled = False
        self.bitten = False
        self.timeout_us = 0
        self.fed_us = 0
        self.timers = []


_state = _State()


def reset():
    """Power-on: no watchdog, no timers."""
    _state.__init__()
    if _pass not in ticks.passing:
        ticks.passing.append(_pass)


def soft_restart():
    """The program is started anew; the watchdog goes on."""
    _state.timers = []


def boot():
    """The board begins anew after its watchdog has reset it."""
    _state.bitten = False


def reset_cause():
    return _state.cause


def running():
    """Would a board that does nothing be reset?"""
    return _state.enabled


def _pass():
    state = _state
    for timer in state.timers:
        while state.enabled and ticks.now_us - timer.last_us >= timer.period_us:
            timer.last_us += timer.period_us
            # what was due before the watchdog would have bitten came in time
            if timer.last_us - state.fed_us < state.timeout_us:
                timer.callback(timer)
                state.fed_us = min(state.fed_us, timer.last_us)
    if state.enabled and ticks.now_us - state.fed_us >= state.timeout_us:
        state.enabled = False
        state.bitten = True
        state.cause = WDT_RESET
        state.timers = []
        raise Reset


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= _LONGEST_MS:
            raise ValueError("timeout exceeds %d" % _LONGEST_MS)
        _state.timeout_us = 1000 * timeout
        _state.enabled = True
        self.feed()

    def feed(self):
        if _state.bitten:
            raise Reset  # too late: not even what a program does at its end is done
        _state.fed_us = ticks.now_us


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id, period, mode, callback):
        assert id == -1 and mode == Timer.PERIODIC
        self.period_us = 1000 * period
        self.callback = callback
        self.last_us = ticks.now_us
        _state.timers.append(self)

    def deinit(self):
        if self in _state.timers:
            _state.timers.remove(self)


class _Memory:
    """Of the chip's registers only those that stop the watchdog."""

    def __setitem__(self, address, value):
        assert address in _CLEAR_CONTROL and value == _ENABLE, hex(address)
        _state.enabled = False


mem32 = _Memory()
