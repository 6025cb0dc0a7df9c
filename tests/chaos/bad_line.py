# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A bad serial line between a recorder and a board: a port that passes bytes on.

While it is `bad`, it drops, garbles, repeats, delays and splits what passes, and hangs up now and
then; all of it as the dice say. Bytes are never put in another order: no serial line does that.

    with BadLine("127.0.0.1", 40123, TcpPlug(), random.Random(7)) as line:
        ...                 # a recorder at line.url
        line.bad = False
"""

import contextlib
import select
import socket
import threading
import time

GARBLED = 1e-3  # of all bytes
DROPPED, REPEATED, HUNG_UP = 0.01, 0.01, 0.004  # of all pieces
SLOWEST = 0.05  # seconds that a piece may take


class BadLine:
    """url: for the recorder. heard: is told each piece that the recorder sends, as it was sent."""

    def __init__(self, host, port, plug, dice, heard=lambda data: None):
        self.bad = True
        self.hung_up = 0
        self._board = (host, port)
        self._dice = dice
        self._heard = heard
        self._cut = False
        self._ending = False
        self._plug = plug
        self.url = plug.url
        self.renames = plug.renames
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exc_info):
        self._ending = True
        self._thread.join(300)
        self._plug.close()

    def cut(self):
        """Pull the cable; it is plugged in again at once."""
        self._cut = True

    def rename(self):
        """Pull the cable; the port has another name when it is back."""
        self._plug.rename()
        self._cut = True

    def _serve(self):
        while not self._ending:
            if self._cut:
                self._cut = False
                self._plug.pull()
            client = self._plug.accept(0.05)
            if client is not None:
                with contextlib.closing(client), contextlib.suppress(OSError):
                    self._connect(client)

    def _connect(self, client):
        with socket.create_connection(self._board, 2) as board:
            board.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pass_on(client, board)

    def _pass_on(self, client, board):
        """Until one of the two hangs up, or the line does."""
        ways = {client: board, board: client}
        under_way = {client: [], board: []}  # to whom: (when due, bytes)
        while not self._ending and not self._cut:
            wait = 0.02
            now = time.monotonic()
            for to, pieces in under_way.items():
                while pieces and pieces[0][0] <= now:
                    to.sendall(pieces.pop(0)[1])
                if pieces:
                    wait = min(wait, pieces[0][0] - now)
            for end in select.select([client, board], [], [], max(wait, 0.001))[0]:
                data = end.recv(4096)
                if not data:
                    return
                if end is client:
                    self._heard(data)
                for piece in self._harmed(data):
                    pieces = under_way[ways[end]]
                    pause = self._dice.random() * SLOWEST if self.bad else 0
                    due = time.monotonic() + pause
                    pieces.append((max(due, pieces[-1][0] if pieces else 0), piece))

    def _harmed(self, data):
        """The pieces that leave the line."""
        if not self.bad:
            return [data]
        dice = self._dice
        harmed = bytes(dice.randrange(256) if dice.random() < GARBLED else byte for byte in data)
        harmed = harmed.replace(b"\x03", b"\x02")  # which would stop the firmware
        pieces = []
        while harmed:
            length = dice.randrange(1, 120)
            piece, harmed = harmed[:length], harmed[length:]
            fate = dice.random()
            if fate < HUNG_UP:
                self._cut = True
                self.hung_up += 1
            if fate >= HUNG_UP + DROPPED:
                pieces.append(piece)
            if HUNG_UP + DROPPED <= fate < HUNG_UP + DROPPED + REPEATED:
                pieces.append(piece)
        return pieces
