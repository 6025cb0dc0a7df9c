# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files on a board's flash, seen from the prompt: their hashes, and how they change.

The hashes are made on the board, by its own Python, and fetched in one go.

    files = BoardFiles(held_board)
    files.hashes("versions/a")             # {"merels/app.mpy": "5f1c...", ...}
    files.replace("boot_from", b"versions/b")
"""

import hashlib
from collections.abc import Callable

from merels_host.errors import FlashProblem
from merels_host.setup.held_board import HeldBoard

Progress = Callable[[str, int, int], None]  # (file, bytes written, bytes in all)

_CHUNK = 1024  # bytes of a file for each command; more gains nothing and costs the board memory

# Runs on the board. Names are relative to the root of the flash, where mpremote leaves it.
_TOOLS = """\
import os, hashlib, binascii
def _walk(folder, inside=""):
    try:
        entries = list(os.ilistdir(folder + "/" + inside))
    except OSError:
        return
    for entry in entries:
        name = inside + entry[0]
        if entry[1] & 0x4000:
            _walk(folder, name + "/")
        else:
            print(_hash(folder + "/" + name), name)
def _hash(path):
    h = hashlib.sha256()
    f = open(path, "rb")
    b = bytearray(512)
    m = memoryview(b)
    n = f.readinto(b)
    while n:
        h.update(m[:n])
        n = f.readinto(b)
    f.close()
    return binascii.hexlify(h.digest()).decode()
def _copy(source, target):
    f = open(source, "rb")
    g = open(target, "wb")
    b = f.read(1024)
    while b:
        g.write(b)
        b = f.read(1024)
    g.close()
    f.close()
"""


class BoardFiles:
    """The flash of a board at the prompt.

    Every call raises PortGone, BoardSilent or FlashProblem.
    """

    def __init__(self, board: HeldBoard):
        self._board = board
        self._do(_TOOLS)

    def _do(self, code: str) -> str:
        with self._board.explained():
            return self._board.transport.exec(code).decode()

    def hashes(self, folder: str) -> dict[str, str]:
        """The SHA-256 of each file in the folder and below, by its name in there."""
        lines = self._do(f"_walk({folder!r})").split("\n")
        pairs = (line.strip().partition(" ") for line in lines if line.strip())
        return {name: digest for digest, _, name in pairs}

    def read(self, name: str) -> bytes | None:
        """What is in the file; None when there is none."""
        with self._board.explained():
            if not self._board.transport.fs_exists(name):
                return None
            return bytes(self._board.transport.fs_readfile(name))

    def make_folder(self, name: str) -> None:
        """Make the folder and those that it is in, as far as they are missing."""
        parts = name.split("/")
        with self._board.explained():
            for count in range(1, len(parts) + 1):
                inside = "/".join(parts[:count])
                if not self._board.transport.fs_exists(inside):
                    self._board.transport.fs_mkdir(inside)

    def write(self, name: str, data: bytes, progress: Progress | None = None, shown="") -> None:
        """Write the file where it stands, whole or not; the caller looks at its hash later."""
        told = None
        if progress:
            told = lambda written, total: progress(shown or name, written, total)  # noqa: E731
        with self._board.explained():
            self._board.transport.fs_writefile(
                name, data, chunk_size=_CHUNK, progress_callback=told
            )

    def copy(self, source: str, target: str) -> None:
        """Copy a file on the board itself."""
        self._do(f"_copy({source!r}, {target!r})")

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._do(f"os.remove({name!r})")

    def replace(self, name: str, data: bytes, progress: Progress | None = None) -> None:
        """Put data in place of the file in one step, after it has arrived undamaged."""
        beside = name + ".new"
        self.write(beside, data, progress, name)
        if self._do(f"print(_hash({beside!r}))").strip() != sha256(data):
            raise FlashProblem(f"{name} arrived damaged; run the same command again.")
        self.rename(beside, name)

    def rename(self, name: str, new: str) -> None:
        """Rename a file, in place of what has the new name: one step on littlefs."""
        self._do(f"os.rename({name!r}, {new!r})")


def sha256(data: bytes) -> str:
    """The SHA-256 in hex, as `hashes` gives it."""
    return hashlib.sha256(data).hexdigest()
