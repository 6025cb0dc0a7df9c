# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How often in a row the firmware has crashed soon after its start.

A tiny file that is there only after a crash; a minute without one removes it. So a board that
plays writes nothing here.

    starts = Starts(storage)
    starts.failed()              # True the third time: safe mode is next
    starts.went_well()
"""

_FILE = "starts"
_MOST = 3


class Starts:
    """failures: so many starts in a row have failed."""

    def __init__(self, storage):
        self._storage = storage
        self._failed = False
        self.failures = _read(storage)

    def failed(self):
        """This start has crashed; counts once. True if it is one too many."""
        if not self._failed:
            self._failed = True
            self.failures = min(self.failures, _MOST) + 1
            try:
                self._storage.replace(_FILE, b"%d" % self.failures)
            except OSError:
                pass  # a flash that takes nothing: the board tries again each time
        return self.failures >= _MOST

    def went_well(self):
        """The board has run for a while without a crash."""
        if self.failures:
            self.failures = 0
            self._failed = False
            try:
                self._storage.remove(_FILE)
            except OSError:
                pass


def _read(storage):
    try:
        data = bytearray(1)
        if storage.size(_FILE) > 0 and storage.read(_FILE, 0, data):
            return max(data[0] - 48, 0) if data[0] < 58 else 0
    except OSError:
        pass
    return 0
