# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""On the way to a board: where it is, whose it is, and what to do if it stands at the prompt.

Beside the recorder, which goes this way each time the connection was lost.

    approach = Approach("/dev/ttyACM0", may_start=lambda why: False)
    link.url = approach.next("e66141")
    approach.hold("e66141", "7f3a21c9")      # nobody else records it
"""

from collections.abc import Callable

from merels_host.board import find
from merels_host.board.lock import BoardLock

_STARTS = 3  # how often a board is started that will not run


class Approach:
    """may_start: asked with a sentence whether a board at the prompt may be started."""

    def __init__(self, url: str, may_start: Callable[[str], bool]):
        self._whereabouts = find.Whereabouts(url)
        self._may_start = may_start
        self._starts = 0
        self._lock: BoardLock | None = None

    def next(self, board: str) -> str:
        """The port to try next; `board`: the id of the one that was there, "" before any."""
        return self._whereabouts.next(board)

    def hold(self, board: str, journal: str) -> None:
        """The board has answered: nobody else may record it. Raises BoardTaken or DiskProblem."""
        self._starts = 0
        lock = self._lock
        if lock is None or (lock.board, lock.journal) != (board, journal):
            self.let_go()
            self._lock = BoardLock(board, journal)

    def let_go(self) -> None:
        """The board is gone; whoever finds it may record it."""
        if self._lock:
            self._lock.release()
            self._lock = None

    def shall_start(self, why: str) -> bool:
        """Shall a board that stands at the prompt be started, and is it worth another try?"""
        self._starts += 1
        return self._starts <= _STARTS and self._may_start(why)
