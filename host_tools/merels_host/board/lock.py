# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One recorder a board: a lock on a file that carries the board's name.

Taken when a board has said who it is, given back when the connection is lost or the program ends,
however it ends. Locks lie in the user's data folder, or where that cannot be written to in the
system's folder for such things, so it does not matter on which port the board is, or where the
other recorder writes.

    with BoardLock("e66141", "7f3a21c9"):
        ...
"""

import contextlib
import os
import sys
from types import TracebackType

from merels_host.errors import BoardTaken, DiskProblem
from merels_host.files import lock_folders, safe_name


class BoardLock:
    """Held from when it is made until `release`."""

    def __init__(self, board: str, journal: str):
        """Take the lock. Raises BoardTaken (another has it) or DiskProblem."""
        self.board = board
        self.journal = journal
        self._fd = _open(f"{safe_name(board)}-{safe_name(journal)}.lock")
        try:
            _lock(self._fd)
        except OSError as error:
            holder = os.read(self._fd, 20).decode("ascii", "replace").strip()
            os.close(self._fd)
            self._fd = -1
            who = f" (process {holder})" if holder else ""
            raise BoardTaken(
                f"board {board} is being recorded by another merels{who}; "
                "end that one first, or let it go on. If it is another board with a copy of its "
                "flash, end it too: then this one is recorded under a name of its own."
            ) from error
        with contextlib.suppress(OSError):  # only for the sentence above
            os.ftruncate(self._fd, 0)
            os.write(self._fd, str(os.getpid()).encode())

    def __enter__(self) -> "BoardLock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def release(self) -> None:
        """Give the lock back; no harm if that was done."""
        if self._fd >= 0:
            os.close(self._fd)  # which ends the lock
            self._fd = -1


def _open(name: str) -> int:
    """The file `name` in the first of the folders that takes it. Raises DiskProblem."""
    failed = []
    for folder in lock_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            failed.append(f"{folder / name} ({error.strerror or error})")
    raise DiskProblem(
        f"cannot make the lock of the board, neither {' nor '.join(failed)}; set MERELS_DATA to a "
        "folder that you may write to."
    )


def _lock(fd: int) -> None:
    """Raises OSError when another has it."""
    if sys.platform == "win32":
        import msvcrt

        # Far behind the text: Windows would not let others read what is locked.
        os.lseek(fd, 1 << 20, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        os.lseek(fd, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
