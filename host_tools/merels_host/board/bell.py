# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A bell that wakes every thread that waits for its board, so that none has to look at the time.

Beside link and recorder. Two hundred threads that each look four times a second whether they
shall end are a busy computer on which nothing happens; with a bell they sleep until their board
speaks, until they have to, or until it rings.

    bell = Bell()
    bell.wait_for(port.fileno(), 7.0)   # True: there is something to read
    bell.ring()                         # from then on all waiting is over at once
"""

import select
import socket


class Bell:
    """Rings once, for all threads, and for those that come to wait later."""

    def __init__(self):
        self._rope, self._clapper = socket.socketpair()

    def ring(self) -> None:
        """Wake everybody; no harm if it has rung, or is closed."""
        if self._rope.fileno() >= 0:
            self._rope.send(b"!")  # stays in there: nobody reads it

    def wait(self, seconds: float) -> bool:
        """Sleep for so long, or until it rings; True if it has."""
        return bool(select.select([self._clapper], [], [], seconds)[0])

    def wait_for(self, descriptor: int, seconds: float) -> bool:
        """Wait for something to read, or for the bell; True if there is something to read.

        Raises OSError or ValueError for a descriptor that is closed or no such thing.
        """
        return descriptor in select.select([descriptor, self._clapper], [], [], seconds)[0]

    def close(self) -> None:
        """Nobody waits any more."""
        self._rope.close()
        self._clapper.close()
