# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The USB port of an emulated board as a serial port of this computer, for the real `merels`.

    with PortBoard(uf2, files) as board:
        process = board.start("record", board.port, "--once", "--out", folder)
        board.until(lambda: process.poll() is not None, 60000)

The board runs while it is waited for, and no faster than real time, by which programs have their
timeouts.
"""

import contextlib
import os
import subprocess
import sys
import time
import tty
from pathlib import Path

from emulated.board import Board

_TURN_MS = 4


class PortBoard(Board):
    """port: the name of the serial port. On a system with ptys."""

    def __init__(self, uf2: Path, files: dict[str, bytes], lay: bytes | None = None):
        super().__init__(uf2, files, lay)
        self._ours, theirs = os.openpty()
        self._theirs = theirs  # kept open, or the port would hang up between two programs
        tty.setraw(theirs)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(theirs)
        self._unread = b""
        self._ahead = time.monotonic() - self.ms / 1000
        self._processes: list[subprocess.Popen] = []

    def __exit__(self, *exc_info):
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.communicate()
        os.close(self._ours)
        os.close(self._theirs)
        super().__exit__(*exc_info)

    def start(self, *words: str | Path) -> subprocess.Popen:
        """`merels` with these words; what it says comes together on its stdout."""
        process = subprocess.Popen(
            [sys.executable, "-m", "merels_host", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._processes.append(process)
        return process

    def wait(self, ms: float, tx: bytes = b"") -> None:
        """Let time pass, a few milliseconds at a time, with what goes over the port meanwhile."""
        end = self.ms + ms
        while self.ms < end:
            early = self._ahead + self.ms / 1000 - time.monotonic()
            if early > 0:
                time.sleep(early)
            else:
                self._ahead -= early  # what was slow is not made up for
            super().wait(min(_TURN_MS, end - self.ms), tx + self._from_port())
            tx = b""

    def _take(self, data: bytes) -> bytes:
        self._unread += data
        with contextlib.suppress(BlockingIOError):  # whoever reads the port is busy
            self._unread = self._unread[os.write(self._ours, self._unread) :]
        return b""

    def _from_port(self) -> bytes:
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""
