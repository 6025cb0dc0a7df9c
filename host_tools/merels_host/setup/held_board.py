# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board held at the MicroPython prompt, over mpremote's own library.

What `flasher`, `merels doctor` and `merels config` talk through. What mpremote, pyserial and the
board raise comes out as one named error with the next step.

    with HeldBoard("/dev/ttyACM0") as board:
        print(board.ask("os.listdir()"))
"""

import contextlib
import errno
import io
import struct
import time
from collections.abc import Iterator
from typing import Any, TypeVar, cast

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from merels_host.board.link import Hello, Link
from merels_host.board.port import is_pty, open_port
from merels_host.errors import BoardSilent, FlashProblem, NoBoard, PortGone

try:
    from termios import error as _termios_error  # what pyserial lets through when a port dies
except ImportError:  # Windows
    _termios_error = OSError

_PATIENCE = 10.0  # seconds for one answer; formatting or erasing flash can take a few
_PROMPT_PATIENCE = 5.0  # seconds until the prompt must have come
_QUIET = 0.2  # seconds without a byte after which nothing more will come
_START_PATIENCE = 6.0  # seconds until the firmware must have answered; it needs about 1.5
_SHORTLY = 0.1  # seconds
_READ_AT_ONCE = 4096
_GONE = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EBADF, errno.EPIPE)


Self = TypeVar("Self", bound="HeldBoard")


class HeldBoard:
    """A board that stands at the MicroPython prompt, until `start` or `__exit__` restarts it."""

    def __init__(self, url: str):
        self.url = url
        self._transport: SerialTransport | None = None
        self._stopped = False  # did we stop what ran there, and not start it again?

    def __enter__(self: Self) -> Self:
        """Open the port, stop what runs there and take the prompt.

        Raises what `open_port` raises, or BoardSilent when no MicroPython answers.
        """
        open_port(self.url).close()  # says why not; mpremote would only say that it failed
        with self.explained():
            self._transport = SerialTransport(self.url, timeout=_PATIENCE)
            self._port.write_timeout = _PATIENCE
        try:
            with self.explained():
                self._hush()
                with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it got
                    self._transport.enter_raw_repl(timeout_overall=int(_PROMPT_PATIENCE))
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._close()

    @property
    def transport(self) -> SerialTransport:
        assert self._transport is not None, "the board is let go"
        return self._transport

    @property
    def _port(self) -> serial.SerialBase:
        return cast(serial.SerialBase, self.transport.serial)

    def ask(self, expression: str) -> Any:
        """The value of a Python expression on the board, which may use os and sys."""
        with self.explained():
            self.transport.exec("import os, sys")
            return self.transport.eval(expression)

    def start(self) -> Hello:
        """Restart the board, as after power-on, and return what its firmware says of itself.

        Raises FlashProblem, with the board's own words, when the firmware does not start.
        """
        with self.explained():
            self.transport.exit_raw_repl()
            self._stopped = False
            self._port.write(b"\x04")  # at the friendly prompt: restart and run main.py
        heard: list[str] = []
        link = Link(
            self.url,
            tap=lambda utc, way, text: heard.append(text) if way == "in" else None,
            opener=lambda url: self._port,
        )
        try:
            link.open()
            hello = link.hello(patience=_START_PATIENCE)
            link.send("bye")
        except BoardSilent as error:
            raise FlashProblem(
                f"the files are on the board, but the firmware does not start: {_why(heard)}"
            ) from error
        finally:
            link.close()
        return hello

    def _hush(self) -> None:
        """Stop the program that runs, and wait until it is quiet.

        mpremote would wait for ever at a port that never falls silent.
        """
        port = self._port
        self._stopped = True
        port.write(b"\r\x03\x03")
        deadline = time.monotonic() + _PROMPT_PATIENCE
        port.timeout = _QUIET
        while port.read(_READ_AT_ONCE):
            if time.monotonic() > deadline:
                raise BoardSilent(
                    f"what is at {self.url} keeps talking and does not heed Ctrl-C; "
                    "check that it is the right port."
                )
        port.timeout = _PATIENCE

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what mpremote, pyserial and the board raise into a named error."""
        try:
            yield
        except TransportExecError as error:
            words = error.error_output.strip().splitlines() or ["no message"]
            if "ENOSPC" in words[-1] or words[-1].endswith("OSError: 28"):
                raise self._explain(OSError(errno.ENOSPC, words[-1])) from error
            raise FlashProblem(
                f"the board refused a step ({words[-1]}); restart it and try again."
            ) from error
        except (TransportError, struct.error, serial.SerialTimeoutException) as error:
            raise BoardSilent(self._why_silent()) from error
        except (OSError, _termios_error) as error:
            raise self._explain(error) from error

    def _why_silent(self) -> str:
        if "://" in self.url or is_pty(self.url):
            return (
                f"no MicroPython answers at {self.url}; a simulated board runs no Python at its "
                "prompt: this needs a board that is plugged in."
            )
        return (
            f"no MicroPython answers at {self.url}; check that it is the right port, unplug "
            "the board, plug it in and try again."
        )

    def _explain(self, error: Exception) -> NoBoard | FlashProblem:
        number = error.args[0] if error.args else None
        if number == errno.ENOSPC:
            return FlashProblem(
                "the board's flash is full; remove files of your own from it and try again."
            )
        if isinstance(error, serial.SerialException) or number in _GONE:
            return PortGone(
                f"{self.url} went away; plug the board in and run the same command again: "
                "it goes on where it stopped."
            )
        return FlashProblem(f"the board refused a step ({error}); restart it and try again.")

    def _close(self) -> None:
        """Let the board start what is on it, however far we came, and close the port."""
        transport, self._transport = self._transport, None
        if transport is None:
            return
        with contextlib.suppress(OSError, _termios_error):
            port: Any = transport.serial
            if self._stopped:
                self._stopped = False
                port.write(b"\r\x03\x03\x02")  # out of any command, and of raw mode
                time.sleep(_SHORTLY)
                port.write(b"\x04")  # at the friendly prompt: restart
                port.flush()
        with contextlib.suppress(OSError, _termios_error):
            transport.close()


def _why(heard: list[str]) -> str:
    """The error that the board printed, out of the lines heard from it."""
    errors = [text for text in heard if "Error" in text]
    if errors:
        return f"{errors[-1].rstrip('.')}."
    return "it says nothing; unplug the board, plug it in and try `merels record`."
