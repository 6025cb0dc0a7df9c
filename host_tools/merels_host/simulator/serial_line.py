# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The simulated board's serial line, as others see it: a TCP port and, on POSIX, a pty.

Like a real port it has one client at a time; another is told so and turned away. What the board
says while nobody is connected is lost, and so is what a client had not read when it left.

    line = SerialLine(selector, port=0, to_board=print, taken=print)
    line.url        # "socket://127.0.0.1:40123"
"""

import os
import select
import selectors
import socket
import time
from collections.abc import Callable

from merels_host.errors import LINE_IN_USE, SimulatorProblem
from merels_host.simulator.connection import Connection
from merels_host.simulator.line import IN_ROOM

HOST = "127.0.0.1"
_MOST_AWAY, _AWAY_S = 16, 2.0  # clients that are turned away, and how long that takes
SEND_BUFFER = 4096  # so that a client that does not read is noticed early


def listen(port: int) -> socket.socket:
    """Listen on `port` of this machine only (0: any). Raises SimulatorProblem."""
    server = socket.socket()
    try:
        if os.name == "posix":
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((HOST, port))
        server.listen(16)
    except OSError as error:
        server.close()
        raise SimulatorProblem(
            f"port {port} cannot be used ({error.strerror}); choose another with --port, or leave "
            "--port out."
        ) from error
    server.setblocking(False)
    return server


class SerialLine:
    """One client at a time between the outside and the board's console."""

    def __init__(
        self,
        selector: selectors.BaseSelector,
        port: int,
        to_board: Callable[[bytes], None],
        taken: Callable[[int], None],
    ) -> None:
        """to_board: gets the client's bytes. taken: hears how many of the board's have gone."""
        self._selector = selector
        self._to_board = to_board
        self._taken = taken
        self._client: Connection | None = None
        self._away: list[tuple[float, Connection]] = []  # turned away: until when
        self._under_way = 0  # bytes that the board has not taken yet
        self._server: socket.socket | None = listen(port)
        self._port = self._server.getsockname()[1]
        selector.register(self._server, selectors.EVENT_READ, self._accept)
        self._pty = Pty() if hasattr(os, "openpty") else None

    @property
    def url(self) -> str:
        """Where the TCP port is, as pyserial wants it."""
        return f"socket://{HOST}:{self._port}"

    @property
    def pty(self) -> str | None:
        """The path of the pty, None where the system has none."""
        return self._pty.path if self._pty else None

    def watch(self) -> None:
        """See who has opened the pty, and who is to go; call it every now and then."""
        if self._away:
            self._hang_up(time.monotonic())
        if self._pty and self._server and not self._client and self._pty.opened():
            self._connect(self._pty)

    def from_board(self, data: bytes) -> None:
        """Pass the board's bytes on to the client, or lose them."""
        if self._client:
            self._client.send(data)
        else:
            self._taken(len(data))

    def board_took(self, count: int) -> None:
        """The board has read `count` bytes."""
        self._under_way = max(0, self._under_way - count)
        if self._client:
            self._client.read_at_most(IN_ROOM - self._under_way)

    def plug(self, there: bool) -> None:
        """The board has gone from the USB, or is back on it."""
        if there and not self._server:
            self._server = listen(self._port)
            self._selector.register(self._server, selectors.EVENT_READ, self._accept)
        elif not there and self._server:
            self._selector.unregister(self._server)
            self._server.close()
            self._server = None
            self._disconnect()

    def close(self) -> None:
        """Close everything."""
        self.plug(False)
        self._hang_up(float("inf"))
        if self._pty:
            self._pty.shut()

    def _accept(self, _mask: int) -> None:
        assert self._server
        try:
            client, _ = self._server.accept()
        except OSError:
            return
        client.setblocking(False)
        if self._client:
            self._turn_away(client)
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._connect(client)

    def _turn_away(self, client: socket.socket) -> None:
        """Answer whatever the client says with the reason, and hang up a moment later."""
        # Not before it has said something: a program that opens a port drops what was there. And
        # to hang up at once could take the words back that are still under way.
        answer = LINE_IN_USE.encode() + b"\n"
        away = Connection(self._selector, client, lambda data: away.send(answer), lambda: None)
        self._away.append((time.monotonic() + _AWAY_S, away))
        self._hang_up(time.monotonic())

    def _hang_up(self, now: float) -> None:
        for until, away in self._away:
            if now >= until:
                away.close()
        for _, away in self._away[:-_MOST_AWAY]:
            away.close()
        self._away = [one for one in self._away if not one[1].closed]

    def _connect(self, stream) -> None:
        self._client = Connection(
            self._selector, stream, self._came, self._disconnect, self._taken
        )
        self._client.read_at_most(IN_ROOM - self._under_way)

    def _came(self, data: bytes) -> None:
        self._under_way += len(data)
        if self._client:
            self._client.read_at_most(IN_ROOM - self._under_way)
        self._to_board(data)

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client:
            client.close()
            self._taken(client.unsent)


class Pty:
    """A pseudo terminal whose other end is a serial port for other programs.

    Our own file of the other end is closed, so that the system tells whether anybody has it open.
    """

    def __init__(self) -> None:
        import tty

        self._master, other = os.openpty()
        tty.setraw(other)
        self.path = os.ttyname(other)
        os.close(other)
        os.set_blocking(self._master, False)

    def opened(self) -> bool:
        """Has somebody the other end open?"""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def fileno(self) -> int:
        return self._master

    def recv(self, count: int) -> bytes:
        return os.read(self._master, count)  # EIO once nobody has the other end open

    def send(self, data) -> int:
        return os.write(self._master, data)

    def close(self) -> None:
        """The client has gone; the pty waits for the next one."""

    def shut(self) -> None:
        """Remove the pty."""
        os.close(self._master)
