# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Ending a long-running verb in good order on Ctrl-C or a polite kill.

    with until_stopped() as stop:
        while not stop():
            ...

The first signal makes `stop()` true, so that files are completed; a second one ends the verb at
once (KeyboardInterrupt).
"""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # those that the system has


@contextlib.contextmanager
def until_stopped() -> Iterator[Callable[[], bool]]:
    """Watch the signals that end a program while the block runs; yields `stop`."""
    stopped = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True

    before = {}
    # Only the main thread may have signals; elsewhere (in a test) there is nothing to watch.
    if threading.current_thread() is threading.main_thread():
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handle)
    try:
        yield lambda: stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
