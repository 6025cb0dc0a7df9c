# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hundreds of boards in one process of their own: their ends of the wire, for measurements.

Each listens on a port of this computer and keeps the rules of the wire (numbered records, 16
ahead, silence before hello). Time is not wasted: what fits is sent at once.

    with ManyBoards(200, records) as boards:
        boards.urls
"""

import multiprocessing
import selectors
import socket

from merels.wire import framing

WINDOW = 16


class ManyBoards:
    """urls: one for each board; all have the same `records` (texts without sigil and number)."""

    def __init__(self, count, records):
        self.count = count
        self.records = records

    def __enter__(self):
        here, there = multiprocessing.Pipe()
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        self._process = multiprocessing.get_context(method).Process(
            target=serve, args=(there, self.count, self.records), daemon=True
        )
        self._process.start()
        self.urls = [f"socket://127.0.0.1:{port}" for port in here.recv()]
        return self

    def __exit__(self, *exc_info):
        self._process.terminate()
        self._process.join()


class Board:
    """One board's end of the wire; at most one client."""

    def __init__(self, number, lines):
        self.name = f"load{number:03d}"
        self.lines = lines  # of the records, framed
        self.rest = b""
        self.have = self.sent = 0
        self.live = False

    def take(self, data):
        """What the board writes after hearing `data`."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        out = [self.answer(framing.parse(line.decode())) for line in lines]
        if self.live:
            upto = min(self.have + WINDOW, len(self.lines))
            out += self.lines[self.sent : upto]
            self.sent = max(self.sent, upto)
        return b"".join(out)

    def answer(self, line):
        if line is None or line.kind != "request":
            return b""
        words = "ok"
        if line.word == "hello":
            self.live = True
            self.have = self.sent = int(line.values.get("have", 0))
            words = (
                f"ok proto=1 firmware=0.0.load id={self.name} journal=10ad{self.name[4:]} "
                f"first=1 last={len(self.lines)} sensors=presence points=25"
            )
        elif line.word == "ack":
            self.have = max(self.have, int(line.args[0]))
        elif line.word == "state":
            words = f"ok game=1 ply=0 sync=yes last={len(self.lines)} ms=1"
        return (framing.frame(":", f"{line.number} {words}") + "\n").encode()


def serve(pipe, count, records):
    """The process: boards for ever."""
    framed = [
        (framing.frame("@", f"{n} {text}") + "\n").encode() for n, text in enumerate(records, 1)
    ]
    events = selectors.DefaultSelector()
    ports = []
    for number in range(count):
        server = socket.create_server(("127.0.0.1", 0))
        ports.append(server.getsockname()[1])
        events.register(server, selectors.EVENT_READ, (Board(number, framed), True))
    pipe.send(ports)
    while True:
        for key, _ in events.select():
            board, listens = key.data
            end = key.fileobj
            if listens:
                client, _ = end.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                events.register(client, selectors.EVENT_READ, (board, False))
            elif not _talk(end, board):
                events.unregister(end)
                end.close()


def _talk(client, board):
    """Hear and answer; False when the client has gone."""
    try:
        data = client.recv(65536)
        if data:
            client.sendall(board.take(data))
    except OSError:
        return False
    return bool(data)
