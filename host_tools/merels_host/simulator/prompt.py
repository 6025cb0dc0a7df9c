# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The prompt of a simulated board: what Ctrl-C leads to, and Ctrl-D out of.

Beside `run`: a byte 3 on the serial line stops the firmware, as MicroPython does it on the Pico,
and this answers in its place. It says what MicroPython says, but runs no Python.

    prompt = Prompt(console)
    prompt.step()       # True once Ctrl-D has been typed: start the firmware
"""

CTRL_B, CTRL_C, CTRL_D = 2, 3, 4
_RETURN = 13
_READY = b"\r\n>>> "
_BANNER = b'\r\nMicroPython on a simulated board\r\nType "help()" for more information.'
_STOPPED = b"\r\nTraceback (most recent call last):\r\nKeyboardInterrupt: " + _BANNER + _READY
_NO_PYTHON = b"\r\nA simulated board runs no Python here; Ctrl-D starts its firmware."


class Prompt:
    """Reads and writes as the firmware would: without ever waiting."""

    def __init__(self, console):
        self._console = console
        self._said = _STOPPED
        self._typed = False  # is there something on the line?

    def step(self):
        """Answer what was typed; True if the firmware is to be started."""
        start = False
        byte = self._console.read()
        while byte >= 0 and not start:
            start = self._take(byte)
            if not start:
                byte = self._console.read()
        self._said = self._said[self._console.write(self._said, 0, len(self._said)) :]
        return start

    def pending(self):
        """Is there more to say than the line had room for?"""
        return len(self._said) > 0

    def _take(self, byte):
        if byte == CTRL_D and not self._typed:
            self._said += b"\r\nMPY: soft reboot\r\n"
            return True
        if byte in (CTRL_B, CTRL_C, _RETURN):
            if byte == CTRL_B:
                self._said += _BANNER
            elif byte == _RETURN and self._typed:
                self._said += _NO_PYTHON
            self._said += _READY
            self._typed = False
        elif 32 <= byte <= 126:
            self._said += bytes([byte])
            self._typed = True
        return False
