# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One non-blocking stream in the bridge's loop: a client's socket, the child's, or a pty.

Nothing here ever waits. What cannot be sent yet is kept; the owner hears how much has gone, and
can stop reading for a while.

    connection = Connection(selector, sock, on_bytes=print, on_close=lambda: None)
    connection.send(b"hello")
"""

import selectors
from collections.abc import Callable


class Connection:
    """A stream of bytes in both directions, registered with a selector until it is closed."""

    def __init__(
        self,
        selector: selectors.BaseSelector,
        stream,
        on_bytes: Callable[[bytes], None],
        on_close: Callable[[], None],
        on_sent: Callable[[int], None] = lambda count: None,
    ) -> None:
        """`stream` has fileno, recv, send and close, and is non-blocking already."""
        self._selector = selector
        self._stream = stream
        self._on_bytes = on_bytes
        self._on_close = on_close
        self._on_sent = on_sent
        self._waiting = bytearray()
        self._limit = 65536
        self._registered = 0
        self.closed = False
        self._register()

    @property
    def unsent(self) -> int:
        """Bytes that wait to be sent."""
        return len(self._waiting)

    def send(self, data: bytes) -> None:
        """Send now what can be sent, and the rest as soon as it can be."""
        if not self.closed:
            self._waiting += data
            self._flush()

    def read_at_most(self, count: int) -> None:
        """Read no more than `count` bytes at a time; with 0 stop reading."""
        self._limit = count
        self._register()

    def close(self) -> None:
        """Close the stream without a word to the owner."""
        if not self.closed:
            self.closed = True
            if self._registered:
                self._selector.unregister(self._stream)
            self._stream.close()

    def ready(self, mask: int) -> None:
        """The selector says that the stream can be read or written."""
        if mask & selectors.EVENT_WRITE:
            self._flush()
        if mask & selectors.EVENT_READ and self._limit and not self.closed:
            try:
                data = self._stream.recv(self._limit)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if data:
                self._on_bytes(data)
            else:
                self._lost()

    def _flush(self) -> None:
        sent = 0
        try:
            while self._waiting:
                count = self._stream.send(self._waiting)
                del self._waiting[:count]
                sent += count
        except BlockingIOError:
            pass
        except OSError:
            self._lost()
            return
        self._register()
        if sent:
            self._on_sent(sent)

    def _lost(self) -> None:
        if not self.closed:
            self.close()
            self._on_close()

    def _register(self) -> None:
        wanted = 0
        if not self.closed:
            wanted = selectors.EVENT_READ if self._limit else 0
            wanted |= selectors.EVENT_WRITE if self._waiting else 0
        if wanted == self._registered:
            return
        if not self._registered:
            self._selector.register(self._stream, wanted, self.ready)
        elif not wanted:
            self._selector.unregister(self._stream)
        else:
            self._selector.modify(self._stream, wanted, self.ready)
        self._registered = wanted
