# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files on a board's flash, seen from the prompt: their hashes, and how they change.

The hashes are made on the board, by its own Python, and fetched in one go.

    files = BoardFiles(held_board)
    files.hashes("merels")                 # {"app.py": "5f1c...", ...}
    files.replace("boot_from", b"versions/b.pack\n")
"""

import binascii
import hashlib
from collections.abc import Callable

from merels_host.errors import FlashProblem
from merels_host.setup.held_board import HeldBoard

Progress = Callable[[int], None]  # bytes that have arrived

_CHUNK = 1024  # bytes of a file for each command; more gains nothing and costs the board memory

# Runs on the board. Names are relative to the root of the flash, where mpremote leaves it.
_TOOLS = """\
import os, hashlib, binascii
_a = binascii.a2b_base64
def _list(folder):
    try:
        return list(os.ilistdir(folder))
    except OSError:
        return []
def _walk(folder, inside=""):
    for entry in _list(folder + "/" + inside):
        name = inside + entry[0]
        if entry[1] & 0x4000:
            _walk(folder, name + "/")
        else:
            print(_hash(folder + "/" + name), name)
def _open(path):
    try:
        return open(path, "rb")
    except OSError:
        return None
def _hash(path, start=0):
    h = hashlib.sha256()
    f = _open(path)
    if f:
        f.seek(start)
        b = bytearray(512)
        m = memoryview(b)
        n = f.readinto(b)
        while n:
            h.update(m[:n])
            n = f.readinto(b)
        f.close()
    return binascii.hexlify(h.digest()).decode()
def _line(path):
    f = _open(path)
    if f:
        print(binascii.hexlify(f.readline(200)).decode())
        f.close()
def _size(path):
    try:
        print(os.stat(path)[6])
    except OSError:
        print(0)
def _remove(path):
    for entry in _list(path):
        _remove(path + "/" + entry[0])
    try:
        os.remove(path)
    except OSError:
        os.rmdir(path)
"""


def _untold(arrived: int) -> None:
    """Who asks for no progress is told none."""


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

    def names(self, folder: str) -> list[str]:
        """What is in the folder; nothing when there is none."""
        lines = self._do(f"for e in _list({folder!r}): print(e[0])").split("\n")
        return [line.strip() for line in lines if line.strip()]

    def hash(self, name: str, start: int = 0) -> str:
        """The SHA-256 of the file from `start` on; that of nothing when there is none."""
        return self._do(f"print(_hash({name!r}, {start}))").strip()

    def first_line(self, name: str) -> bytes:
        """The first line of the file, 200 bytes of it at most; b"" when there is no file."""
        return bytes.fromhex(self._do(f"_line({name!r})").strip())

    def size(self, name: str) -> int:
        """Bytes in the file; 0 when there is none."""
        return int(self._do(f"_size({name!r})"))

    def make_folder(self, name: str) -> None:
        """Make the folder and those that it is in, as far as they are missing."""
        parts = name.split("/")
        with self._board.explained():
            for count in range(1, len(parts) + 1):
                inside = "/".join(parts[:count])
                if not self._board.transport.fs_exists(inside):
                    self._board.transport.fs_mkdir(inside)

    def write(self, name: str, data: bytes, progress: Progress = _untold) -> None:
        """Write the file where it stands, whole or not; the caller looks at its hash later."""
        self._put(name, "wb", data, progress)

    def append(self, name: str, data: bytes, progress: Progress = _untold) -> None:
        """Add data to the file, making it when missing; if it fails, nothing was added."""
        self._put(name, "ab", data, progress)

    def _put(self, name: str, mode: str, data: bytes, progress: Progress) -> None:
        self._do(f"_f = open({name!r}, {mode!r})")
        for at in range(0, len(data), _CHUNK):
            text = binascii.b2a_base64(data[at : at + _CHUNK], newline=False).decode()
            self._do(f"_f.write(_a({text!r}))")
            progress(min(at + _CHUNK, len(data)))
        self._do("_f.close()")

    def remove(self, name: str) -> None:
        """Remove a file, or a folder with all that is in it."""
        self._do(f"_remove({name!r})")

    def replace(self, name: str, data: bytes) -> None:
        """Put data in place of the file in one step, after it has arrived undamaged."""
        beside = name + ".new"
        self.write(beside, data)
        if self.hash(beside) != sha256(data):
            raise FlashProblem(f"{name} arrived damaged; run the same command again.")
        self.rename(beside, name)

    def rename(self, name: str, new: str) -> None:
        """Rename a file, in place of what has the new name: one step on littlefs."""
        self._do(f"os.rename({name!r}, {new!r})")


def sha256(data: bytes) -> str:
    """The SHA-256 in hex, as `hashes` gives it."""
    return hashlib.sha256(data).hexdigest()
