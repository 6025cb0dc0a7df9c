# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A serial port with a board at the MicroPython prompt behind it, and a cable that can be cut.

For tests of what talks to a board's prompt:

    with PromptBoard(folder, cut_after=20000) as board:
        Flasher(board.port)
"""

import contextlib
import os
import select
import subprocess
import threading
from pathlib import Path

import config
from merels_host.files import write_atomically
from run_on_micropython import find_micropython

_FAKES = Path(__file__).parent


class PromptBoard:
    """`prompt.py` on MicroPython, with `folder` as its flash, on a pseudo-terminal.

    cut_after: bytes from the host after which the cable is pulled. words: see `prompt.py`; with
    `pieces`, pieces can be put on the points of the reference wiring.
    """

    def __init__(self, folder, cut_after=None, **words):
        self.folder = Path(folder)
        self.cut_after = cut_after
        self.words = words
        self.written = 0  # bytes that the host has written

    def __enter__(self):
        import tty

        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        options = [f"{name}={value}" for name, value in self.words.items()]
        self._process = subprocess.Popen(
            [find_micropython(), _FAKES / "prompt.py", *options],
            cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._stop_reader, self._stop_writer = os.pipe()
        self._pump = threading.Thread(target=self._carry, daemon=True)
        self._pump.start()
        return self

    def __exit__(self, *exc_info):
        os.write(self._stop_writer, b"x")
        self._pump.join(300)
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for end in (self._slave, self._master, self._stop_reader, self._stop_writer):
            if end is not None:
                os.close(end)

    def put(self, points):
        """Let pieces stand on exactly these points."""
        order = config.POINTS.split()
        image = sum(1 << order.index(point) for point in points)
        write_atomically(Path(self.words["pieces"]), str(image))

    def _carry(self):
        """Carry bytes both ways until told to stop, or until the cable is cut."""
        board = self._process.stdout.fileno()
        sources = [self._master, board, self._stop_reader]
        while True:
            ready, _, _ = select.select(sources, [], [])
            if self._stop_reader in ready:
                return
            if board in ready:
                data = os.read(board, 4096)
                if not data or not self._deliver(data):
                    return
            if self._master in ready:
                data = os.read(self._master, 256)
                self.written += len(data)
                if self.cut_after is not None and self.written > self.cut_after:
                    self._cut()
                    return
                os.write(self._process.stdin.fileno(), data)

    def _deliver(self, data):
        """Give the host what the board wrote, as fast as it reads; False when told to stop."""
        while data:
            stop, _, _ = select.select([self._stop_reader], [self._master], [])
            if stop:
                return False
            with contextlib.suppress(BlockingIOError):
                data = data[os.write(self._master, data) :]
        return True

    def _cut(self):
        """Pull the cable: the other end sees its port die."""
        os.close(self._slave)
        os.close(self._master)
        self._slave = self._master = None
