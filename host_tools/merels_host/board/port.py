# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Opening a serial port by URL, with the operating system's refusals turned into sentences.

The first step of the host's stream (port -> link -> session and recorder). Everything that
pyserial opens works: `/dev/ttyACM0`, `COM3`, `socket://host:port`, `spy:///dev/ttyACM0`.

    port = open_port("socket://127.0.0.1:4420")
"""

import errno
import os
import re

import serial
from serial.tools import list_ports

from merels_host.errors import (
    MerelsError,
    NoBoard,
    PortBusy,
    PortDenied,
    PortNotFound,
    PortRefused,
    UsageProblem,
)

WRITE_TIMEOUT = 2.0  # seconds; a board that reads nothing for so long is gone
_WINDOWS = os.name == "nt"
_BAUD = 115200  # USB does not care; never 1200, at which some boards reset into their loader

_MISSING = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
_BUSY = (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK)
_DENIED = (errno.EACCES, errno.EPERM)


def open_port(url: str) -> serial.SerialBase:
    """Open the port `url` for this process alone and return it.

    Raises UsageProblem (not a port's name), PortNotFound, PortBusy, PortDenied, PortRefused or,
    for anything else, NoBoard.
    """
    try:
        return serial.serial_for_url(
            url, baudrate=_BAUD, timeout=0, write_timeout=WRITE_TIMEOUT, exclusive=True
        )
    except (OSError, ValueError, TypeError) as error:
        raise _explain(error, url) from error


def ports_here() -> str:
    """The serial ports of this computer in words, to end a sentence with."""
    names = sorted(port.device for port in list_ports.comports())
    if not names:
        return "this computer has no serial ports at the moment; is the board plugged in?"
    return "the ports of this computer are " + ", ".join(names) + "."


def is_pty(url: str) -> bool:
    """Is this the name of a pseudo terminal: no plug, but another program's, as a simulator's?"""
    names = (url, os.path.realpath(url))
    return any(re.fullmatch(r"/dev/(pts/\d+|ttys\d+)", name) is not None for name in names)


PTY_STEP = (
    "it is the name of a pty, as merels simulate makes one for as long as it runs: start merels "
    "simulate, and use the serial or the pty of the line that it prints."
)


def _explain(error: Exception, url: str) -> MerelsError:
    """The named error for what opening `url` raised."""
    number = _error_number(error)
    if "://" in url:
        return _explain_url(error, number, url)
    if number in (*_MISSING, *_DENIED) and is_pty(url):
        verb = "there is no port" if number in _MISSING else "you may not open"
        kind = PortNotFound if number in _MISSING else PortDenied
        return kind(f"{verb} {url} at the moment; {PTY_STEP}")
    if number in _MISSING:
        return PortNotFound(f"there is no port {url}; {ports_here()}")
    if number in _DENIED and _WINDOWS:  # how Windows says that a port is open elsewhere
        number = errno.EBUSY
    if number in _BUSY:
        return PortBusy(
            f"{url} is in use by another program; close that program "
            "(a terminal, an editor, another merels) and try again."
        )
    if number in _DENIED:
        return PortDenied(
            f"you may not open {url}; add yourself to its group "
            f"(sudo usermod -a -G {_group_of(url)} $USER), then log out and in again; or install "
            "the udev rules that merels ports --udev prints (60-merels.rules)."
        )
    if "configure port" in str(error) or number in (errno.EISDIR, errno.ENOTTY, errno.EINVAL):
        return PortNotFound(f"{url} is not a serial port; {ports_here()}")
    return NoBoard(f"{url} cannot be opened ({error}); unplug the board, plug it in, try again.")


def _explain_url(error: Exception, number: int | None, url: str) -> MerelsError:
    if number == errno.ECONNREFUSED:
        return PortRefused(f"nobody listens at {url}; is `merels simulate` running there?")
    cause = error.__context__
    if isinstance(cause, OSError):
        why = cause.strerror or cause
        return PortRefused(f"{url} cannot be reached ({why}); check host and port.")
    return UsageProblem(
        f"{url} is not a port; write a device (/dev/ttyACM0, COM3) or a URL (socket://host:port)."
    )


def _error_number(error: BaseException) -> int | None:
    """The operating system's error number; pyserial's socket keeps it only in the context."""
    for layer in (error, error.__context__):
        number = getattr(layer, "errno", None)
        if isinstance(number, int) and number > 0:
            return number
    return None


def _group_of(device: str) -> str:
    """The group that may use the device: dialout on Debian, uucp on Arch."""
    try:
        import grp

        return grp.getgrgid(os.stat(device).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "dialout"
