# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which of this computer's serial ports are boards, and on which port a board is now.

Asked by verbs that take a port and got none, and by the recorder when a board comes back:

    port = only_board()             # "/dev/ttyACM0"
    port_of("e6605481db318934")     # the same board, whatever the port is called today
"""

import glob
from dataclasses import dataclass

from serial.tools import list_ports

from merels_host.errors import NoBoard

_RASPBERRY_PI = 0x2E8A  # USB vendor id
_DEBUG_PROBE = 0x000C  # product id of a debug adapter of the same maker


@dataclass(frozen=True)
class SerialPort:
    """A serial port of this computer. vid, pid: USB ids, None for other ports."""

    device: str
    description: str
    serial_number: str
    vid: int | None
    pid: int | None

    @property
    def is_board(self) -> bool:
        """Can a Merels board be behind it? Its maker is that of the Pico, and it is no probe."""
        return self.vid == _RASPBERRY_PI and self.pid != _DEBUG_PROBE


def serial_ports() -> list[SerialPort]:
    """All serial ports of this computer, by name. None of them is opened."""
    found = [
        SerialPort(
            port.device,
            "" if port.description in (None, "n/a") else str(port.description),
            port.serial_number or "",
            port.vid,
            port.pid,
        )
        for port in list_ports.comports()
    ]
    return sorted(found, key=lambda port: port.device)


def board_ports() -> list[SerialPort]:
    """The ports that may be boards."""
    return [port for port in serial_ports() if port.is_board]


def only_board() -> str:
    """The port of the one board that is plugged in. Raises NoBoard: there is none, or several."""
    found = board_ports()
    if not found:
        raise NoBoard(
            "no board is plugged in; connect it with a USB cable that carries data. If it shows "
            "as a drive called RPI-RP2, put MicroPython on it first (see docs/flashing.md)."
        )
    if len(found) > 1:
        listed = ", ".join(
            f"{port.device} ({port.serial_number or 'no serial number'})" for port in found
        )
        raise NoBoard(f"several boards are plugged in; name the port of one: {listed}.")
    return found[0].device


def port_of(board: str) -> str | None:
    """The port whose USB serial number is the board's id, or None."""
    return next(
        (port.device for port in board_ports() if port.serial_number.lower() == board.lower()),
        None,
    )


class Whereabouts:
    """Where to look for a board next: where its serial number is, else at the port as named.

    A name with wildcards (/dev/ttyACM*) stands for all ports that it matches, in turn.
    """

    def __init__(self, url: str):
        self.url = url
        self._turn = 0

    def next(self, board: str = "") -> str:
        """The port to try; `board`: the id of the one that was here, "" before any."""
        found = port_of(board) if board and "://" not in self.url else None
        if found:
            return found
        if "://" in self.url or not glob.has_magic(self.url):
            return self.url
        matching = sorted(glob.glob(self.url))
        if not matching:
            return self.url
        self._turn += 1
        return matching[(self._turn - 1) % len(matching)]
