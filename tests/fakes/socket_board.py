# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board that is only its end of the wire: a TCP server with records, a window and faults.

It keeps the rules of the real one (numbered records, at most 16 ahead, sent again when they are
not acknowledged, silence before hello) and breaks the line where a test wants it broken.

    with FakeBoard(RECORDS) as board:
        Recorder(board.url, out, Watcher(), once=True).run(lambda: False)
    assert board.acked == len(RECORDS)
"""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable

from merels.rules.game import Game
from merels.wire import framing

AGAIN = 0.2  # seconds; the real board waits for two
WINDOW = 16


class FakeBoard:
    """mangle: what becomes of each outgoing line (byte strings). silent: says nothing."""

    def __init__(self, records=(), board="fake1", journal="0badcafe", proto=framing.PROTO):
        self.records = list(records)  # texts, without sigil and number
        self.board = board
        self.journal = journal
        self.proto = proto
        self.next_records: list[str] = []  # those of the board that is there after a cut
        self.first = 1
        self.renews = "11111111"  # the journal id that it takes when asked; "" for old firmware
        self.silent = False
        self.mangle: Callable[[bytes], list[bytes]] = lambda line: [line]
        self.acked = 0
        self.too_high = 0
        self.heard: list[str] = []
        self.hellos: list[dict] = []
        self.greetings = 0
        self.on_ack: Callable[[int], None] = lambda number: None
        self._server = socket.create_server(("127.0.0.1", 0))
        self._port = self._server.getsockname()[1]
        self._client: socket.socket | None = None
        self._ending = False
        self._cut = False
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._port}"

    def __enter__(self) -> "FakeBoard":
        self._thread.start()
        return self

    def __exit__(self, *exc_info) -> None:
        self._ending = True
        self._thread.join(300)
        self._server.close()

    def cut(self) -> None:
        """Pull the cable; it is plugged in again at once."""
        self._cut = True

    def unplug(self) -> None:
        """Pull the cable and keep it out: the port refuses."""
        self.__exit__()

    def plug_in(self) -> None:
        self._ending = self._cut = False
        self._server = socket.create_server(("127.0.0.1", self._port))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def say(self, line: bytes) -> None:
        """Send bytes of any kind."""
        if self._client:
            self._client.sendall(line)

    def _serve(self) -> None:
        while not self._ending:
            if not select.select([self._server], [], [], 0.02)[0]:
                continue
            self._client, _ = self._server.accept()
            self._cut = False
            self.records = self.next_records or self.records
            with self._client, contextlib.suppress(OSError):
                self._talk(self._client)
            self._client = None

    def _talk(self, client: socket.socket) -> None:
        self._live, self._have, self._next, self._progress = False, 0, 1, 0.0
        self._peak = 0
        rest = b""
        while not self._ending and not self._cut:
            if select.select([client], [], [], 0.01)[0]:
                data = client.recv(4096)
                if not data:
                    return
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._take(line.decode())
            if self._live:
                self._send_records()

    def _take(self, text: str) -> None:
        line = framing.parse(text)
        if line is None or line.kind != "request":
            return
        self.heard.append(text)
        if self.silent:
            return
        reply = self._answer(line)
        self._put(framing.frame(":", f"{line.number} {reply}"))

    def _answer(self, line) -> str:
        if line.word == "hello":
            self.hellos.append(line.values)
            if line.values.get("proto") != str(self.proto):
                return f"err code=proto proto={self.proto}"
            have = int(line.values.get("have", 0))
            if line.values.get("journal", self.journal) != self.journal:
                have = 0
            self._live, self._have = True, min(have, len(self.records))
            self._next = max(self._have + 1, self.first)
            self._progress = time.monotonic()
            return (
                f"ok proto={self.proto} firmware=0.0.test id={self.board} journal={self.journal} "
                f"first={self.first} last={len(self.records)} sensors=presence points=25"
            )
        if line.word == "ack":
            number = int(line.args[0])
            if number > self._peak:
                self.too_high += 1
                return f"err code=ack-too-high sent={self._peak}"
            self._have = max(self._have, number)
            self._next = max(self._next, self._have + 1)
            self.acked = max(self.acked, number)
            self.on_ack(number)
            return "ok"
        if line.word == "journal" and self.renews:
            self.journal, self.acked, self._live, self._peak = self.renews, 0, False, 0
            return f"ok journal={self.journal}"
        if line.word == "state":
            return f"ok game=1 ply=0 sync=yes last={len(self.records)} ms={time.monotonic_ns()}"
        if line.word == "get":
            return "ok brightness=40 settle=200"
        if line.word == "set":
            return "ok"
        if line.word == "bye":
            self._live = False
            return "ok"
        return "err code=unknown-request"

    def _send_records(self) -> None:
        now = time.monotonic()
        if self._next > self._have + 1 and now - self._progress > AGAIN:
            self._next, self._progress = max(self._have + 1, self.first), now
        while self._next <= min(len(self.records), self._have + WINDOW):
            if self._next == self._have + 1:
                self._progress = now
            self._put(framing.frame("@", f"{self._next} {self.records[self._next - 1]}"))
            self._peak = max(self._peak, self._next)
            self._next += 1

    def _put(self, line: str) -> None:
        for piece in self.mangle(line.encode() + b"\n"):
            self.say(piece)


BOOT = "boot firmware=0.0.test id=fake1 sensors=presence points=25 board=0000000 ms=12"


def game_records(moves, number=1, variant="nine-mens-morris", over=None, **changed) -> list[str]:
    """The records of a game: `game`, a `move` for each turn, `over` if the rules or you say so."""
    game = Game(variant, **changed)
    rules = " set=" + ",".join(f"{k}={v}" for k, v in changed.items()) if changed else ""
    records = [f"game game={number} variant={variant}{rules} board=0000000 ms=100"]
    for text in moves:
        game.play(text)
        records.append(
            f"move text={text} ply={game.ply} game={number} board={game.white | game.black:07x} "
            f"pos={framing.checksum(game.position())} ms={1000 * game.ply}"
        )
    outcome = game.outcome()
    if outcome is not None:
        winner = "none" if outcome.winner is None else ("white", "black")[outcome.winner]
        over = (winner, outcome.reason)
    if over is not None:
        records.append(
            f"over winner={over[0]} reason={over[1]} ply={game.ply} game={number} "
            "board=0000000 ms=900000"
        )
    return records


# A game of 20 moves that ends by blocking, after removals.
E64 = tuple(
    """
    d6 e4 d2 b2 f4 f2 c5 d5 d1 d3 c4 c3 e3 b4 b6 f6 a4 a1
    d1-g1 a1-d1 g1-g4 d1-a1 g4-g7 e4-e5 e3-e4 a1-d1 d6-d7 d3-e3 a4-a7xd1 d5-d6
    c5-d5 c3-d3 c4-c3 b4-a4 b6-b4 d6-b6 d7-d6 a4-a1 g7-g4xa1
    """.split()  # noqa: SIM905
)
