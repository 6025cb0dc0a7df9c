# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What watches over the loop: watchdog, crash log, and the way to safe mode.

Made by start.py before anything that may fail, so it needs the storage alone.

    guard = Guard(storage)
    guard.look(now, app.watched)         # each turn of the loop
    guard.crashed(text, "loop", now)     # raises Unsafe when the board had better not go on
    guard.let_go()                       # the loop has ended
"""

from time import ticks_diff

from pico.starts import Starts
from pico.watchdog import Watchdog

_SOON_MS = 10000  # a crash in this time counts as one at the start
_WELL_MS = 60000  # without a crash for so long the start went well


class Unsafe(Exception):
    """The board has crashed three times in a row at its start."""


class Guard:
    """crashes: the CrashLog, None until it is needed."""

    def __init__(self, storage):
        self._storage = storage
        self._watchdog = Watchdog(storage)
        self._starts = Starts(storage)
        self._since = 0  # of good running, in ms
        self._starting = True
        self._settled = False
        self.crashes = None

    def begin(self, now):
        """The loop begins. Raises Unsafe if it only ever hangs."""
        self._since = now
        if self._watchdog.bitten:
            self._watchdog.bitten = False
            self.crashed("The board hung until the watchdog reset it.", "hang", now)

    def look(self, now, watched):
        """Feed the watchdog; watched: is there to be one?"""
        self._watchdog.feed(watched)
        if self._settled:
            return
        good = ticks_diff(now, self._since)
        if good >= _SOON_MS:
            self._starting = False
        if good >= _WELL_MS:
            self._settled = True
            self._starts.went_well()

    def crashed(self, text, where, now):
        """Keep a crash. Raises Unsafe for the third in a row that came with the start."""
        self._note(text, "where=%s ms=%d" % (where, now))
        self._since = now
        if self._starting and self._starts.failed():
            raise Unsafe
        if self._starts.failures:
            self._settled = False

    def _note(self, text, words):
        try:
            from merels import __version__
            from merels.journal.crash_log import CrashLog

            if self.crashes is None:
                self.crashes = CrashLog(self._storage)
            self.crashes.note(text, "firmware=%s %s" % (__version__, words))
        except (ImportError, MemoryError):
            pass  # half a firmware, or no room: the traceback is still shown

    def let_go(self):
        """From here on nobody is reset."""
        self._watchdog.let_go()
