# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board that stands at the MicroPython prompt: recognised, and started.

Asked only after a board has not answered: its firmware was stopped with Ctrl-C, by an editor, or
by an error. The friendly prompt says `>>>`; the raw one says nothing at all until it is left.

    if at_prompt(port, b""):
        start(port)
"""

import time

import serial

CTRL_B = b"\x02"  # the raw prompt becomes the friendly one, which shows a banner
CTRL_C = b"\x03"  # ends whatever line was begun
CTRL_D = b"\x04"  # at the friendly prompt: restart, and run main.py

_PATIENCE = 1.0  # seconds for the banner


def at_prompt(port: serial.SerialBase, heard: bytes = b"") -> bool:
    """Does this port, on which no firmware answers, show MicroPython's prompt?

    heard: what it said before. Raises OSError.
    """
    if _shows_prompt(heard):
        return True
    port.write(b"\r" + CTRL_B)
    port.timeout = 0.1
    deadline = time.monotonic() + _PATIENCE
    said = b""
    while time.monotonic() < deadline:
        said += port.read(4096)
        if _shows_prompt(said):
            return True
    return False


def start(port: serial.SerialBase) -> None:
    """Leave the prompt: restart the board, which runs its main.py. Raises OSError."""
    port.write(b"\r" + CTRL_C + CTRL_B)
    time.sleep(0.2)
    port.write(CTRL_D)


def _shows_prompt(said: bytes) -> bool:
    return b">>> " in said or b"raw REPL; CTRL-B to exit" in said
