# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The watchdog: resets a board that hangs, and never one at whose prompt somebody sits.

Beside the loop, which alone feeds it while the game runs. MicroPython cannot stop it again, so
whoever ends the loop hands the feeding to a timer. A restart from the prompt ends that timer, too;
therefore the chip's own ENABLE bit is cleared, as the pico-sdk does before it sets a new time.

    watchdog = Watchdog(storage)
    watchdog.bitten              # the last run ended because nothing fed it
    watchdog.feed(True)          # starts it, the first time
    watchdog.let_go()            # the prompt is next
"""

import sys

import machine

TIMEOUT_MS = 8388  # the RP2040's longest
_FEED_MS = 2000
_MARK = "watched"  # a file that is there while the loop feeds
_ENABLE = 1 << 30  # in the register CTRL of both chips
_CLEAR = 0x3000  # where the bits written to a register are cleared
# CTRL, by what the name of the machine ends with (data sheets of the chips, "Watchdog")
_CONTROL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}

_timers = []  # for as long as the prompt lasts


class Watchdog:
    """bitten: it has reset the board since it was last let go."""

    def __init__(self, storage):
        self._storage = storage
        self._dog = None
        marked = storage.size(_MARK) >= 0
        self.bitten = marked and machine.reset_cause() == machine.WDT_RESET

    def feed(self, on):
        """Called by each turn of the loop; on: the setting. Once it runs, it has to be fed."""
        if self._dog:
            self._dog.feed()
        elif on:
            self._mark()
            self._dog = machine.WDT(timeout=TIMEOUT_MS)

    def let_go(self):
        """The loop has ended: nobody is reset any more."""
        if not self._dog:
            return
        dog = self._dog
        self._dog = None
        dog.feed()
        _timers.append(
            machine.Timer(
                -1, period=_FEED_MS, mode=machine.Timer.PERIODIC, callback=lambda timer: dog.feed()
            )
        )
        control = _CONTROL.get(getattr(sys.implementation, "_machine", "")[-6:])
        if control:
            machine.mem32[control + _CLEAR] = _ENABLE
        try:
            self._storage.remove(_MARK)
        except OSError:
            pass  # then one reset too many will be taken for its bite

    def _mark(self):
        try:
            if self._storage.size(_MARK) < 0:
                self._storage.append(_MARK, b"\n")
        except OSError:
            pass  # its bites will not be told from other resets
