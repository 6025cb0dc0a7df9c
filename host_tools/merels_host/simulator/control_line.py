# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The control line of a simulated board: virtual hands and eyes, as lines of text over TCP.

A line has the words of a hand script without `at T` (`lift d6`, `power off`), or `lights`, `frame`
or `state`; each is answered by exactly one line of JSON, `{"error": sentence}` among them.
docs/hand-scripts.md has the table. Several clients may be connected.

    line = ControlLine(selector, ask=lambda name, words: None)
    line.answer("1", '{"ok": true}')
"""

import json
import selectors
import socket
from collections.abc import Callable

from merels_host.simulator.connection import Connection
from merels_host.simulator.serial_line import HOST, listen

MAX_LINE = 1024  # bytes; a longer line is refused whole
MAX_UNREAD = 65536  # bytes of answers that a client may leave unread before we stop reading it


class ControlLine:
    """The server; `ask` passes a request on, and its answer comes back through `answer`."""

    def __init__(self, selector: selectors.BaseSelector, ask: Callable[[str, str], None]) -> None:
        self._selector = selector
        self._ask = ask
        self._clients: dict[str, _Client] = {}
        self._count = 0
        self._server = listen(0)
        selector.register(self._server, selectors.EVENT_READ, self._accept)

    @property
    def url(self) -> str:
        """Where the control line is."""
        return f"socket://{HOST}:{self._server.getsockname()[1]}"

    def answer(self, name: str, text: str) -> None:
        """The board's answer to the request `name`; nobody may be left to hear it."""
        client = self._clients.get(name)
        if client:
            client.say(text)

    def close(self) -> None:
        """Close everything."""
        self._selector.unregister(self._server)
        self._server.close()
        for client in list(self._clients.values()):
            client.connection.close()
        self._clients.clear()

    def _accept(self, _mask: int) -> None:
        try:
            stream, _ = self._server.accept()
        except OSError:
            return
        stream.setblocking(False)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._count += 1
        name = str(self._count)
        self._clients[name] = _Client(self, name, stream)

    def make_connection(self, client: "_Client", stream) -> Connection:
        return Connection(
            self._selector,
            stream,
            client.came,
            lambda: self._forget(client.name),
            lambda _count: client.sent(),
        )

    def ask(self, name: str, words: str) -> None:
        self._ask(name, words)

    def _forget(self, name: str) -> None:
        self._clients.pop(name, None)


class _Client:
    """One client: cuts what comes into lines, and answers in their order."""

    def __init__(self, line: ControlLine, name: str, stream) -> None:
        self._line = line
        self.name = name
        self._half = b""
        self._too_long = False
        self.connection = line.make_connection(self, stream)

    def came(self, data: bytes) -> None:
        *lines, self._half = (self._half + data).split(b"\n")
        for line in lines:
            if self._too_long or len(line) > MAX_LINE:
                self._too_long = False
                self._refuse(f"a line has {MAX_LINE} bytes at most")
                continue
            try:
                words = line.decode("ascii").split()
            except UnicodeDecodeError:
                self._refuse("a line is plain ASCII")
                continue
            if any(not word.isprintable() for word in words):
                self._refuse("a line is plain ASCII")
            else:
                self._line.ask(self.name, " ".join(words))
        if len(self._half) > MAX_LINE:
            self._half = b""
            self._too_long = True

    def say(self, text: str) -> None:
        self.connection.send(text.encode() + b"\n")
        self.sent()

    def sent(self) -> None:
        self.connection.read_at_most(0 if self.connection.unsent > MAX_UNREAD else 65536)

    def _refuse(self, sentence: str) -> None:
        # through the board like every other request, so that the answers keep their order
        self._line.ask(self.name, "!" + json.dumps({"error": sentence}))
