# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Carries the device files to a board with MicroPython on it, over mpremote's own library.

The second room of `merels flash`: `firmware_files` makes the files, this one talks to the prompt
of MicroPython, and afterwards to the firmware that it started. Each file is written beside its
place, compared by hash and only then renamed, and main.py comes last: whatever interrupts an
upload, the board stays one that can be flashed, and the next upload goes on where it stopped.

    with Flasher("/dev/ttyACM0") as flasher:
        flasher.check(files)
        for step in flasher.upload(files, progress):
            print(step)
        print(flasher.start().firmware)
"""

import contextlib
import errno
import hashlib
import io
import struct
import time
from collections.abc import Callable, Iterator
from typing import cast

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from merels_host.errors import BoardSilent, FlashProblem, NoBoard, PortGone
from merels_host.firmware_files import PACKAGES, DeviceFile
from merels_host.link import Hello, Link
from merels_host.port import open_port

try:
    from termios import error as _termios_error  # what pyserial lets through when a port dies
except ImportError:  # Windows
    _termios_error = OSError

_PATIENCE = 10.0  # seconds for one answer; formatting or erasing flash can take a few
_PROMPT_PATIENCE = 5.0  # seconds until the prompt must have come
_QUIET = 0.2  # seconds without a byte after which nothing more will come
_START_PATIENCE = 6.0  # seconds until the firmware must have answered; it needs about 1.5
_CHUNK = 1024  # bytes of a file for each command; more gains nothing and costs the board memory
_READ_AT_ONCE = 4096
_GONE = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EBADF, errno.EPIPE)
_ARMV6M, _ARMV7EMDP = 4, 8  # architectures of .mpy files (MicroPython's py/persistentcode.h)

Progress = Callable[[str, int, int], None]  # (file, bytes written, bytes in all)


class Flasher:
    """A board that stands at the MicroPython prompt, from `__enter__` to `start` or `__exit__`."""

    def __init__(self, url: str):
        self.url = url
        self._transport: SerialTransport | None = None

    def __enter__(self) -> "Flasher":
        """Open the port, stop what runs there and take the prompt.

        Raises what `open_port` raises, or BoardSilent when no MicroPython answers.
        """
        open_port(self.url).close()  # says why not; mpremote would only say that it failed
        with self._explained():
            self._transport = SerialTransport(self.url, timeout=_PATIENCE)
            self._port.write_timeout = _PATIENCE
        try:
            with self._explained():
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
    def _board(self) -> SerialTransport:
        assert self._transport is not None, "the flasher is closed"
        return self._transport

    @property
    def _port(self) -> serial.SerialBase:
        return cast(serial.SerialBase, self._board.serial)

    def check(self, files: list[DeviceFile]) -> None:
        """Raise NoBoard or FlashProblem when this board cannot run `files`."""
        with self._explained():
            self._board.exec("import sys, os")
            platform, version, accepts = self._board.eval(
                "(sys.platform, '.'.join(str(n) for n in sys.implementation[1][:3]), "
                "getattr(sys.implementation, '_mpy', 0))"
            )
        if platform != "rp2":
            raise NoBoard(
                f"{self.url} is MicroPython on {platform}, not on a Raspberry Pi Pico; "
                "check that it is the right port."
            )
        for file in files:
            if file.name.endswith(".mpy") and not _loads(accepts, file.data):
                raise FlashProblem(
                    f"MicroPython {version} on the board cannot load {file.name}; put a current "
                    "MicroPython on the board, or add --source to copy .py files."
                )

    def upload(self, files: list[DeviceFile], progress: Progress) -> Iterator[str]:
        """Bring the board's flash in line with `files`; yields a line for each thing done.

        Raises PortGone, BoardSilent or FlashProblem.
        """
        with self._explained():
            present = self._present()
            for folder in PACKAGES:
                if folder not in present:
                    self._board.fs_mkdir(folder)
            for file in files:
                if file.of_builder and file.name in present:
                    yield f"{file.name} is yours and stays as it is"
                elif file.name in present and self._hash(file.name) == _sha256(file.data):
                    progress(file.name, len(file.data), len(file.data))
                    yield f"{file.name} is on the board already"
                else:
                    self._write(file, progress)
                    yield f"{file.name} written, {len(file.data)} bytes"
                if file.twin in present:
                    self._board.fs_rmfile(file.twin)
                    yield f"{file.twin} removed: {file.name} takes its place"

    def start(self) -> Hello:
        """Restart the board, as after power-on, and return what its firmware says of itself.

        Raises FlashProblem, with the board's own words, when the firmware does not start.
        """
        with self._explained():
            self._board.exit_raw_repl()
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

    def _present(self) -> set[str]:
        """The names of all that is on the flash, at its root and in our folders."""
        names = {entry.name for entry in self._board.fs_listdir()}
        for folder in PACKAGES:
            if folder in names:
                names |= {f"{folder}/{entry.name}" for entry in self._board.fs_listdir(folder)}
        return names

    def _hash(self, name: str) -> bytes:
        return self._board.fs_hashfile(name, "sha256")

    def _write(self, file: DeviceFile, progress: Progress) -> None:
        beside = file.name + ".new"
        self._board.fs_writefile(
            beside,
            file.data,
            chunk_size=_CHUNK,
            progress_callback=lambda written, total: progress(file.name, written, total),
        )
        if self._hash(beside) != _sha256(file.data):
            raise FlashProblem(f"{file.name} arrived damaged; run the same command again.")
        self._board.exec(f"os.rename({beside!r}, {file.name!r})")

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what mpremote, pyserial and the board raise into a named error."""
        try:
            yield
        except TransportExecError as error:
            words = error.error_output.strip().splitlines() or ["no message"]
            raise FlashProblem(
                f"the board refused a step ({words[-1]}); restart it and try again."
            ) from error
        except (TransportError, struct.error, serial.SerialTimeoutException) as error:
            raise BoardSilent(
                f"no MicroPython answers at {self.url}; check that it is the right port, unplug "
                "the board, plug it in and try again."
            ) from error
        except (OSError, _termios_error) as error:
            raise self._explain(error) from error

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
        transport, self._transport = self._transport, None
        if transport is None:
            return
        with contextlib.suppress(OSError, _termios_error):
            if transport.in_raw_repl:
                transport.exit_raw_repl()
        with contextlib.suppress(OSError, _termios_error):
            transport.close()


def _loads(accepts: int, data: bytes) -> bool:
    """Can a MicroPython whose sys.implementation._mpy is `accepts` load this .mpy file?

    The file's second byte is the version; the third says for which machine it has native code, if
    it has any (MicroPython's docs/reference/mpyfiles.rst).
    """
    version, feature = data[1], data[2]
    if version != accepts & 0xFF:
        return False
    architecture = feature >> 2
    if architecture == 0:
        return True
    if feature & 3 != accepts >> 8 & 3:
        return False
    board = accepts >> 10
    return architecture == board or (architecture == _ARMV6M and _ARMV6M < board <= _ARMV7EMDP)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _why(heard: list[str]) -> str:
    """The error that the board printed, out of the lines heard from it."""
    errors = [text for text in heard if "Error" in text]
    if errors:
        return f"{errors[-1].rstrip('.')}."
    return "it says nothing; unplug the board, plug it in and try `merels record`."
