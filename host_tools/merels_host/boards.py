# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which of this computer's serial ports is the board, when the user did not say.

Asked by verbs that take a port and got none:

    port = only_board()   # "/dev/ttyACM0"
"""

from serial.tools import list_ports

from merels_host.errors import NoBoard

_RASPBERRY_PI = 0x2E8A  # USB vendor id
_DEBUG_PROBE = 0x000C  # product id of a debug adapter of the same maker


def only_board() -> str:
    """The port of the one board that is plugged in. Raises NoBoard: there is none, or several."""
    boards = sorted(
        (port.device, port.serial_number or "no serial number")
        for port in list_ports.comports()
        if port.vid == _RASPBERRY_PI and port.pid != _DEBUG_PROBE
    )
    if not boards:
        raise NoBoard(
            "no board is plugged in; connect it with a USB cable that carries data. If it shows "
            "as a drive called RPI-RP2, put MicroPython on it first (see hardware/README.md)."
        )
    if len(boards) > 1:
        listed = ", ".join(f"{device} ({serial})" for device, serial in boards)
        raise NoBoard(f"several boards are plugged in; name the port of one: {listed}.")
    return boards[0][0]
