# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Many boards recorded at once: a recorder and a thread for each, none in the way of another.

Between the command and `recorder`. A board's trouble is told and stays its own; the others go on.

    fleet = Fleet(["COM3", "COM4"], make)       # make(url) returns a Recorder
    fleet.run(stop)
    fleet.trouble                               # what went wrong with whom
"""

import threading
import time
from collections.abc import Callable

from merels_host.board.bell import Bell
from merels_host.errors import MerelsError
from merels_host.recorder.recorder import Recorder

_LOOK = 2.0  # seconds between two looks for boards that were plugged in
_POLL = 0.1


class Fleet:
    """recorders: by port. trouble: (port, error) in the order in which they came."""

    def __init__(
        self,
        urls: list[str],
        make: Callable[[str], Recorder],
        more: Callable[[], list[str]] | None = None,
    ):
        """more: ports that may be boards by now; those that are new get a recorder, too."""
        self.recorders: dict[str, Recorder] = {}
        self.trouble: list[tuple[str, MerelsError]] = []
        self._urls = urls
        self._make = make
        self._more = more
        self._threads: dict[str, threading.Thread] = {}
        self._bell = Bell()
        self._ending = False

    def run(self, stop: Callable[[], bool]) -> None:
        """Record until `stop()`, or until every recorder has ended by itself; once."""
        try:
            self._run(lambda: self._ending or stop())
        finally:
            self._ending = True
            self._bell.ring()
            for thread in self._threads.values():
                thread.join()
            self._bell.close()

    def _run(self, stop: Callable[[], bool]) -> None:
        for url in self._urls:
            self._begin(url, stop)
        look = 0.0
        while not stop() and (self._more or self._running()):
            if self._more and time.monotonic() >= look:
                look = time.monotonic() + _LOOK
                for url in self._more():
                    if not self._is_served(url):
                        self._begin(url, stop)
            time.sleep(_POLL)

    def _begin(self, url: str, stop: Callable[[], bool]) -> None:
        recorder = self._make(url)
        recorder.sleep_until(self._bell)
        self.recorders[url] = recorder
        thread = threading.Thread(target=self._record, args=(url, recorder, stop), name=url)
        self._threads[url] = thread
        thread.start()

    def _record(self, url: str, recorder: Recorder, stop: Callable[[], bool]) -> None:
        try:
            recorder.run(stop)
        except MerelsError as error:
            self._fails(url, recorder, error)
        except Exception as error:  # a bug that one board brings out must not stop the others
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            self._fails(url, recorder, MerelsError(f"an error in merels itself ({what})."))

    def _fails(self, url: str, recorder: Recorder, error: MerelsError) -> None:
        self.trouble.append((url, error))
        recorder.watcher.note(error.message)

    def _running(self) -> bool:
        return any(thread.is_alive() for thread in self._threads.values())

    def _is_served(self, url: str) -> bool:
        """Is a recorder at this port, under this name or after a move?"""
        return any(
            thread.is_alive() and url in (name, self.recorders[name].port)
            for name, thread in self._threads.items()
        )
