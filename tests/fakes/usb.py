# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `select`, `sys.stdin` and `sys.stdout` on the Pico: USB as MicroPython does it.

After shared/tinyusb/mp_usbd_cdc.c: room for 256 bytes; POLLOUT promises room for one of them; a
write that finds no room for all its bytes waits 500 ms and then drops what is left; with no host
connected, what is written pushes out the oldest bytes.

    usb = Usb()
    usb.incoming += b":1 hello"
    console = driver("console").UsbConsole(usb.stdin, usb.stdout)
"""

from merels_host.simulator.wires import ticks

POLLIN = 1
POLLOUT = 4

_ROOM = 256
_TIMEOUT_MS = 500


class Usb:
    def __init__(self, connected=True, room=_ROOM):
        self.connected = connected
        self.room = room  # bytes; more than 256: a host that reads all the while
        self.incoming = bytearray()
        self.waiting = bytearray()  # written by the board, not yet read by the host
        self.waited_ms = 0
        self.broken = False  # the next write takes nothing although there seemed to be room
        self.stdin = _Stream(self)
        self.stdout = _Stream(self)

    def host_reads(self, count=None):
        """The host takes up to `count` bytes; they are returned."""
        count = self.room if count is None else count
        taken = bytes(self.waiting[:count])
        self.waiting = self.waiting[count:]
        return taken

    def events(self, mask):
        ready = 0
        if mask & POLLIN and self.incoming:
            ready |= POLLIN
        if mask & POLLOUT and (not self.connected or len(self.waiting) < self.room):
            ready |= POLLOUT
        return ready

    def readinto(self, buffer):
        if len(self.incoming) < len(buffer):
            raise RuntimeError("this read would wait for the host for ever")
        for i in range(len(buffer)):
            buffer[i] = self.incoming[i]
        self.incoming = self.incoming[len(buffer) :]
        return len(buffer)

    def write(self, buffer):
        if self.broken:
            self.broken = False
            return 0
        if not self.connected:
            self.waiting += buffer
            self.waiting = self.waiting[-self.room :]
            return len(buffer)
        room = self.room - len(self.waiting)
        if room < len(buffer):
            self.waited_ms += _TIMEOUT_MS
            ticks.sleep_ms(_TIMEOUT_MS)
        taken = buffer[:room]
        self.waiting += taken
        return len(taken)


class _Stream:
    def __init__(self, usb):
        self.usb = usb
        self.buffer = usb


class poll:
    """As MicroPython's select.poll; `ipoll` gives what it made once and allocates nothing."""

    def register(self, stream, mask):
        self._usb = stream.usb
        self._mask = mask
        self._ready = ((stream, mask),)

    def ipoll(self, timeout_ms):
        if timeout_ms != 0:
            raise RuntimeError("this poll would wait")
        return self._ready if self._usb.events(self._mask) else ()
