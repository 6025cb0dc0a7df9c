# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The console: bytes to and from the host over USB, without ever waiting.

The wire (framing.py) gives them their meaning. The same USB line carries MicroPython's prompt, so
what is written is printable ASCII and newlines only, and Ctrl-C interrupts the program at any
time.

A write to USB may take 500 ms when nobody reads, and then drop the bytes. POLLOUT promises room
for one byte, and there is no way to ask for how many more (mp_usbd_cdc.c in MicroPython). So: ask,
write one byte, ask again. With no room nothing is written until there is some.

    console = UsbConsole(sys.stdin, sys.stdout)
    console.read()                 # 58, or -1 when nothing has come in
    console.write(line, 0, 40)     # 16: the first 16 bytes are on their way
"""

import select

_BURST = 12  # bytes in one call at most: under 1 ms, so that the next scan is not late


class UsbConsole:
    """One byte at a time, in and out; allocates nothing."""

    def __init__(self, stdin, stdout):
        self._readable = select.poll()
        self._readable.register(stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdout, select.POLLOUT)
        # The first ipoll makes the one tuple that all later ones reuse.
        self._readable.ipoll(0)
        self._writable.ipoll(0)
        # `.buffer`: the text streams wait for more bytes and turn newlines into two characters.
        self._source = stdin.buffer
        self._sink = stdout.buffer
        self._received = bytearray(1)
        self._sent = bytearray(1)

    def read(self):
        """The next byte (0 to 255), or -1 when none has come in."""
        for _, events in self._readable.ipoll(0):  # ipoll, unlike poll, allocates nothing
            if events & select.POLLIN and self._source.readinto(self._received):
                return self._received[0]
        return -1

    def write(self, buffer, start, end):
        """Write buffer[start:end] as far as it fits now; return the number of bytes taken."""
        sent = self._sent
        position = start
        end = min(end, start + _BURST)
        while position < end and self._has_room():
            byte = buffer[position]
            # A control character from here would be obeyed by the terminal, or by mpremote.
            sent[0] = byte if 32 <= byte <= 126 or byte == 10 else 63
            if not self._sink.write(sent):
                break
            position += 1
        return position - start

    def _has_room(self):
        for _, events in self._writable.ipoll(0):
            if events & select.POLLOUT:
                return True
        return False
