# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The child's end of the line to its parent, and the board's console that runs over it.

Lines of text in both directions, on a socket of this machine. From the parent: `serial HEX`
(bytes for the board), `taken N` (the parent has passed N of the board's bytes on), `do ID WORDS`
and `play ID JSON` (control). To the parent: `hello TOKEN INTERPRETER`, `serial HEX`, `taken N`,
`port 0|1` (the board has gone, is back), `answer ID JSON`. The counts of `taken` make both
directions as small as the buffers of USB: before a host that does not read stands a board that
cannot write.

    line = ParentLine("127.0.0.1", 40123)
    line.wait(5)            # ms; True if something came
    for text in line.lines():
        ...
"""

import binascii
import select
import socket
import time

OUT_ROOM = 256  # bytes of the board's that may be on their way: the transmit FIFO of USB
IN_ROOM = 512  # bytes of the host's that may wait for the board: its receive ring

_NO_DELAY = (6, 1, 1)  # IPPROTO_TCP, TCP_NODELAY, on: the same numbers on every system


_ticks_ms = getattr(time, "ticks_ms", None)  # MicroPython on a PC: 62 bits


def ticks_ms():
    """A clock in ms that never wraps."""
    return _ticks_ms() if _ticks_ms else time.monotonic_ns() // 1000000


class ParentGone(Exception):
    """The parent has ended: for the board that is a power cut."""


class ParentLine:
    """Lines of text to and from the parent."""

    def __init__(self, host, port):
        self._socket = socket.socket()
        self._socket.connect(socket.getaddrinfo(host, port)[0][-1])
        self._socket.setsockopt(*_NO_DELAY)
        self._half = b""
        self._poll = None
        if hasattr(select, "poll"):
            self._poll = select.poll()
            self._poll.register(self._socket, select.POLLIN)

    def wait(self, ms):
        """Wait until something has come, at most `ms`; says whether it has."""
        if self._poll:
            return bool(self._poll.poll(ms))
        return bool(select.select([self._socket], [], [], ms / 1000)[0])

    def lines(self):
        """The whole lines that have come. Raises ParentGone."""
        try:
            came = self._socket.recv(4096)
        except OSError:
            came = b""
        if not came:
            raise ParentGone()
        lines = (self._half + came).split(b"\n")
        self._half = lines.pop()
        return [line.decode() for line in lines]

    def first(self):
        """The first line that comes, of those that come alone. Raises ParentGone."""
        lines = []
        while not lines:
            lines = self.lines()
        return lines[0]

    def say(self, text):
        """Send one line. Raises ParentGone."""
        data = text.encode() + b"\n"
        try:
            while data:
                data = data[self._socket.send(data) :]
        except OSError:
            raise ParentGone() from None


class LineConsole:
    """The board's console port: what the host sends and gets passes through the parent."""

    def __init__(self, line):
        self._line = line
        self._room = OUT_ROOM
        self._typed = b""
        self._at = 0

    def read(self):
        """The next byte, or -1."""
        if self._at == len(self._typed):
            return -1
        byte = self._typed[self._at]
        self._at += 1
        if self._at == len(self._typed):
            self._line.say(f"taken {self._at}")
            self._typed = b""
            self._at = 0
        return byte

    def write(self, buffer, start, end):
        """Take as many bytes as there is room for; returns how many."""
        count = min(self._room, end - start)
        if count > 0:
            self._room -= count
            self._line.say("serial " + binascii.hexlify(buffer[start : start + count]).decode())
        return count

    def drop(self, count):
        """Nobody reads what was typed so far, nor `count` bytes after it."""
        self._line.say(f"taken {len(self._typed) + count}")
        self._typed = b""
        self._at = 0

    def came(self, data):
        """Bytes of the host."""
        self._typed = self._typed[self._at :] + data
        if self._at:
            self._line.say(f"taken {self._at}")
        self._at = 0

    def taken(self, count):
        """The parent has passed `count` bytes on."""
        self._room = min(OUT_ROOM, self._room + count)

    def reset(self):
        """The power went: nothing typed is left, nothing said is on its way."""
        if self._typed:
            self._line.say(f"taken {len(self._typed)}")
        self._typed = b""
        self._at = 0
        self._room = OUT_ROOM
