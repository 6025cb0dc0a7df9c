# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Keys that somebody presses while the test goes on; lines where there is no terminal.

with Keys(sys.stdin) as keys:
    keys.next(0.1)          # "n", "enter", or "" when nothing came in time
"""

import contextlib
import os
import queue
import select
import threading
import time
from collections.abc import Iterator
from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # Windows: a key and then Enter
    termios = tty = None

ENTER = "enter"


class Keys:
    """ended: nobody will press any more."""

    def __init__(self, stream: TextIO):
        self._stream = stream
        self._lines: queue.Queue[str] = queue.Queue()
        self._single = False
        self._undo = contextlib.ExitStack()
        self.ended = False

    def __enter__(self) -> "Keys":
        if termios and self._stream.isatty():
            self._undo.enter_context(_single_keys(self._stream.fileno()))
            self._single = True
        else:
            threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._undo.close()

    def next(self, timeout: float) -> str:
        """The next key in small letters, "" when none came."""
        if self._single and not self.ended:
            if not select.select([self._stream], [], [], timeout)[0]:
                return ""
            return self._pressed()
        if self.ended:
            time.sleep(timeout)
            return ""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            return ""
        self.ended = not line
        return _key(line) if line else ""

    def _pressed(self) -> str:
        descriptor = self._stream.fileno()
        pressed = os.read(descriptor, 1)  # a stream would keep the keys after it to itself
        if pressed == b"\x1b":  # an arrow or the like: its other bytes are no keys
            while select.select([descriptor], [], [], 0)[0] and os.read(descriptor, 16):
                pass
            return ""
        self.ended = not pressed
        return _key(pressed.decode("ascii", "replace")) if pressed else ""

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in self._stream:
                self._lines.put(line)
        self._lines.put("")


def _key(text: str) -> str:
    return text.strip()[:1].lower() or ENTER


@contextlib.contextmanager
def _single_keys(descriptor: int) -> Iterator[None]:
    """Each key comes at once and is not shown; Ctrl-C still ends."""
    before = termios.tcgetattr(descriptor)  # type: ignore[union-attr]
    tty.setcbreak(descriptor)  # type: ignore[union-attr]
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)  # type: ignore[union-attr]
