# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One board's serial line: lines in, numbered requests out, replies found again.

Sits between `port` (bytes) and `recorder` (what the lines mean). It knows the wire format only
through the firmware's own `merels.wire.framing`. Nothing is thrown away: each line heard or
sent is passed to `tap`, which is how the session file gets it.

    with Link("/dev/ttyACM0") as link:
        hello = link.hello()
        for heard in link.read(timeout=0.25):
            print(heard.text)
"""

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TypeGuard

import serial
from merels.wire import framing

from merels_host.board import prompt
from merels_host.board.bell import Bell
from merels_host.board.port import PTY_STEP, is_pty, open_port
from merels_host.errors import (
    LINE_IN_USE,
    BoardSilent,
    BoardStopped,
    BoardUnsafe,
    PortBusy,
    PortGone,
    ProtocolMismatch,
    RequestRefused,
)

try:
    from termios import error as _termios_error  # what pyserial lets through when a port dies
except ImportError:  # Windows
    _termios_error = OSError

LONGEST = 4096  # bytes of one line; what is longer is cut into pieces
PING_AFTER = 3.0  # seconds without a request; the board falls silent after 10
PING_RARELY = 7.0  # the same for one of many boards: time enough for two more, should it be lost
_PING_AGAIN = 1.0  # seconds until a request without any answer is followed by another
SILENT_AFTER = 10.0  # seconds without an understood line
_READ_AT_ONCE = 65536
_DEAF = 1.0  # seconds that are waited at a port, such as COM3, where no bell can be heard
_MOST_WAITING = 2000  # lines that are kept while a reply is awaited; a board sends far fewer
_TRY_AGAIN = 2.0  # seconds until a request counts as unanswered
_REFUSALS = 3  # of a hello, one after the other, until they are believed
_HELLO_AGAIN = 0.5  # seconds until a hello is sent a second time; twice that until the third ...

_PROMPT_ECHO = re.compile(r">>> .*hello proto=")

Tap = Callable[[str, str, str], None]  # (UTC time, "in" or "out", line)


def utc_now() -> str:
    """This moment as 2025-11-30T12:34:56.789Z."""
    now = datetime.now(timezone.utc)
    return now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"


@dataclass(frozen=True)
class Heard:
    """A line from the board: when (UTC), as text, and understood (None: log text)."""

    utc: str
    text: str
    line: framing.Line | None


@dataclass(frozen=True)
class Hello:
    """What a board says of itself. first, last: the numbers of the records it still has."""

    board: str
    journal: str
    firmware: str
    first: int
    last: int
    values: dict[str, str]

    @property
    def words(self) -> str:
        """A board has answered, in one line."""
        return f"board {self.board}, firmware {self.firmware}, {self.last} records"


class Link:
    """An open or closed line to the board on the port `url`."""

    def __init__(
        self,
        url: str,
        tap: Tap | None = None,
        opener: Callable[[str], serial.SerialBase] = open_port,
        clock: Callable[[], float] = time.monotonic,
        stop: Callable[[], bool] = lambda: False,
    ):
        self.url = url
        self.tap = tap
        self._opener = opener
        self._clock = clock
        self.stop = stop  # true: nothing is waited for any more
        self.bell: Bell | None = None  # rings when `stop` has become true
        self.ping_after = PING_AFTER
        self._descriptor = -1  # of a port that can be waited for together with a bell
        self._port: serial.SerialBase | None = None
        self._rest = b""  # the beginning of a line whose end has not come yet
        self._waiting: list[Heard] = []  # heard while a reply was awaited
        self._number = 0
        self._answered = False  # anything was understood since the port was opened
        self._lost = ""  # why the port has gone away
        self._heard_at = self._sent_at = clock()

    def __enter__(self) -> "Link":
        self.open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def open(self) -> None:
        """Open the port; raises what `open_port` raises."""
        self.close()
        self._port = self._opener(self.url)
        self._descriptor = _descriptor(self._port)
        self._rest = b""
        self._waiting = []
        self._answered = False
        self._lost = ""
        self._heard_at = self._sent_at = self._clock()
        self._write(b"\n")  # ends whatever an earlier program left half written

    def close(self) -> None:
        """Close the port; no harm if it is closed or gone."""
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError, _termios_error):
                port.close()

    def send(self, words: str) -> int:
        """Send a request such as `ack 17` with number and checksum; returns the number.

        Raises PortGone.
        """
        self._number += 1
        line = framing.frame(framing.REQUEST, f"{self._number} {words}")
        if self.tap:
            self.tap(utc_now(), "out", line)
        self._write(line.encode() + b"\n")
        self._sent_at = self._clock()
        return self._number

    def read(self, timeout: float) -> list[Heard]:
        """The lines that have come, waiting up to `timeout` seconds for the first of them.

        Raises PortGone when the port went away, after everything heard before was returned.
        """
        if self._waiting:
            heard, self._waiting = self._waiting, []
            return heard
        return self._split(self._receive(timeout))

    def put_back(self, lines: list[Heard]) -> None:
        """Let `read` return these lines, which it has returned before, once more."""
        self._waiting = lines + self._waiting

    def request(self, words: str, timeout: float = _TRY_AGAIN) -> dict[str, str]:
        """Send a request and return the values of its `ok`; other lines wait for `read`.

        Raises RequestRefused (the board said err), BoardSilent (no answer) or PortGone.
        """
        number = self.send(words)
        deadline = self._clock() + timeout
        others, self._waiting = self._waiting, []
        reply = None
        while reply is None:
            left = deadline - self._clock()
            if left <= 0 or self.stop():
                self._waiting = others
                raise BoardSilent(
                    f"{self.url} did not answer `{words}`; unplug the board and plug it in again."
                )
            for heard in self._split(self._receive(min(left, 0.25))):
                if reply is None and is_reply(heard.line, number):
                    reply = heard.line
                else:
                    others.append(heard)
            del others[:-_MOST_WAITING]
        self._waiting = others
        if reply.word == "err":
            code = reply.values.get("code", "unknown")
            raise RequestRefused(f"the board refused `{words}` ({reply.text}).", code)
        return reply.values

    def hello(self, journal: str = "", have: int = 0, patience: float = 6.0) -> Hello:
        """Greet the board, which then sends the records after `have` of that journal.

        Raises BoardSilent (nothing for `patience` seconds), BoardStopped (it stands at the
        MicroPython prompt), BoardUnsafe (it is in safe mode), ProtocolMismatch or PortGone.
        """
        words = f"hello proto={framing.PROTO}"
        if journal:
            words += f" journal={journal} have={have}"
        deadline = self._clock() + patience
        again = _HELLO_AGAIN / 2
        refusals = 0
        while True:
            again *= 2  # one that was lost is soon repeated, and a slow board gets its time
            try:
                left = deadline - self._clock()
                return self._understood(self.request(words, min(again, max(left, 0.1))))
            except BoardSilent:
                if self._echoed() or self._clock() >= deadline or self.stop():
                    raise self._silent() from None
            except RequestRefused as error:
                refusals += 1
                if refusals < _REFUSALS and self._clock() < deadline:
                    continue  # it may have heard something else: a line can lose its checksum
                raise ProtocolMismatch(
                    f"the board at {self.url} does not speak protocol {framing.PROTO} "
                    f"({error.code}); update the firmware (merels flash) or this program."
                ) from error

    def keep_alive(self) -> int:
        """Ask for the state if nothing was sent for a while: the number of that request, or 0.

        Raises BoardSilent when the board has said nothing for longer than it may, or PortGone.
        """
        if self._clock() - self._heard_at > SILENT_AFTER:
            raise BoardSilent(f"the board at {self.url} has stopped answering.")
        return self.send("state") if self.until_ping() <= 0 else 0

    def until_ping(self) -> float:
        """Seconds until `keep_alive` has something to do, if the board says nothing."""
        unanswered = self._sent_at > self._heard_at
        after = min(_PING_AGAIN, self.ping_after) if unanswered else self.ping_after
        return self._sent_at + after - self._clock()

    def _understood(self, values: dict[str, str]) -> Hello:
        if values.get("proto", str(framing.PROTO)) != str(framing.PROTO):
            raise ProtocolMismatch(
                f"the board at {self.url} speaks protocol {values['proto']}, this program "
                f"{framing.PROTO}; update the older of the two."
            )
        if values.get("safe") == "yes":
            raise BoardUnsafe(
                f"the board at {self.url} is in safe mode: its firmware crashed three times in a "
                "row at its start. merels doctor shows why, merels flash mends it; to try again, "
                "unplug it and plug it in. Its games are safe."
            )
        return Hello(
            board=values.get("id", "unknown"),
            journal=values.get("journal", "none"),
            firmware=values.get("firmware", "unknown"),
            first=max(framing.decimal(values.get("first", "")), 0),
            last=max(framing.decimal(values.get("last", "")), 0),
            values=values,
        )

    def start_firmware(self) -> None:
        """Start the firmware of a board that stands at the MicroPython prompt. Raises PortGone."""
        if self._port is None:
            raise self._closed()
        try:
            prompt.start(self._port)
        except (OSError, _termios_error) as error:
            raise self._gone(error) from error

    def _echoed(self) -> bool:
        """Did a prompt take our greeting for Python?"""
        return any(_PROMPT_ECHO.match(heard.text) for heard in self._waiting)

    def _silent(self) -> BoardSilent:
        """Why nobody answers: a last look whether there is a silent prompt."""
        if not any(heard.text.startswith(">>>") for heard in self._waiting):
            try:
                stopped = (
                    not self.stop()
                    and self._port is not None
                    and prompt.at_prompt(self._port, self._rest)
                )
            except (OSError, _termios_error) as error:
                raise self._gone(error) from error
            if not stopped:
                step = "check that it is the right port and that the firmware is on the board"
                step = PTY_STEP if is_pty(self.url) else f"{step} (merels flash)."
                return BoardSilent(f"nothing at {self.url} answers as a Merels board; {step}")
        return BoardStopped(
            f"the board at {self.url} stands at the MicroPython prompt; start its firmware with "
            "merels record --start, its reset button, or Ctrl-B and Ctrl-D in a terminal."
        )

    def _receive(self, timeout: float) -> bytes:
        """Bytes that have come; b"" when there were none within `timeout` seconds."""
        port = self._port
        if port is None:
            raise self._closed()
        try:
            if self.bell and self._descriptor >= 0:
                if not self.bell.wait_for(self._descriptor, timeout):
                    return b""
                if port.timeout:
                    port.timeout = 0
                return port.read(_READ_AT_ONCE)
            if self.bell:
                timeout = min(timeout, _DEAF)
            # One byte with patience, then all there is: works alike for ttys, sockets and Windows.
            port.timeout = timeout
            first = port.read(1)
            if not first:
                return b""
            port.timeout = 0
            return first + port.read(_READ_AT_ONCE)
        except (OSError, _termios_error) as error:
            raise self._gone(error) from error

    def _write(self, data: bytes) -> None:
        if self._port is None:
            raise self._closed()
        try:
            self._port.write(data)
        except (OSError, _termios_error) as error:
            raise self._gone(error) from error

    def _closed(self) -> PortGone:
        return PortGone(self._lost or f"{self.url} is closed; open it first.")

    def _gone(self, error: Exception) -> PortGone:
        self.close()
        if not self._answered and "://" in self.url:
            gone = PortGone(
                f"{self.url} hung up at once; check that a Merels board is there, and that no "
                "other program is connected to it."
            )
        elif isinstance(error, serial.SerialTimeoutException):
            gone = PortGone(
                f"the board at {self.url} takes no more bytes; unplug it and plug it in again."
            )
        else:
            gone = PortGone(
                f"{self.url} has gone away ({error}); look at its cable and its power, and plug "
                "the board in again."
            )
        self._lost = gone.message
        return gone

    def _split(self, data: bytes) -> list[Heard]:
        """Whole lines out of `data` and what was left before."""
        if not data:
            return []
        *lines, self._rest = (self._rest + data).split(b"\n")
        while len(self._rest) > LONGEST:
            lines.append(self._rest[:LONGEST])
            self._rest = self._rest[LONGEST:]
        heard = [self._understand(piece) for line in lines for piece in _pieces(line)]
        return [one for one in heard if one.text]

    def _understand(self, raw: bytes) -> Heard:
        # Bytes that are not text stay readable and cannot be mistaken for something else.
        text = raw.rstrip(b"\r").decode("utf-8", "backslashreplace")
        line = framing.parse(text)
        if line is not None and line.kind != "bad":
            self._answered = True
            self._heard_at = self._clock()
        elif text == LINE_IN_USE and not self._answered:
            self.close()
            raise PortBusy(
                f"{self.url} is in use by another program; close that program (another merels) "
                "and try again."
            )
        one = Heard(utc_now(), text, line)
        if self.tap and text:
            self.tap(one.utc, "in", text)
        return one


def is_reply(line: framing.Line | None, number: int) -> TypeGuard[framing.Line]:
    """Is this the board's reply to request `number` (and not our own request echoed back)?"""
    return (
        line is not None
        and line.kind == "request"
        and line.checked
        and line.number == number
        and line.word in ("ok", "err")
    )


def _descriptor(port: serial.SerialBase) -> int:
    """What the system calls the open port, -1 if it does not say."""
    try:
        return port.fileno()
    except (AttributeError, OSError):
        return -1


def _pieces(line: bytes) -> list[bytes]:
    return [line[i : i + LONGEST] for i in range(0, len(line), LONGEST)] or [line]
