# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The flight recorder: each line heard from a board and sent to it, in a file that only grows.

Between the link and everything that is made of what it heard. A record may be acknowledged to the
board after `Session.sync` has returned, never before. docs/data-formats.md has the schema; this is
one whole file:

    {"type":"session","schema":1,"utc":"...","board":"e66141","journal":"7f3a21c9",...}
    {"utc":"2025-11-30T12:34:56.789Z","dir":"in","line":"@1 boot firmware=0.1.0 ... *05a768af"}
    {"utc":"2025-11-30T12:34:56.791Z","dir":"out","line":":2 ack 1 *9227f9ac"}
    {"utc":"2025-11-30T12:35:06.102Z","event":"lost","why":"/dev/ttyACM0 has gone away."}
"""

import contextlib
import errno
import itertools
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from merels import __version__

from merels_host.errors import DiskProblem
from merels_host.files import mending, safe_name, sync_folder
from merels_host.sessions.header import LONGEST, SCHEMA, entry_of, header_of, known_utc

SUFFIX = ".ndjson"
_ROOM = 16384  # bytes that a disk must have before a recording that failed goes on


class Greeting(Protocol):
    """What a board has said of itself; `board.link.Hello` is one."""

    @property
    def board(self) -> str: ...
    @property
    def journal(self) -> str: ...
    @property
    def firmware(self) -> str: ...
    @property
    def values(self) -> dict[str, str]: ...


class Session:
    """A session file that is being written.

    Nothing is buffered in this process. What was written after the last `sync` counts as lost
    when the disk fails: `mend` cuts it off, and the board, which keeps it, sends it again.
    """

    def __init__(
        self,
        folder: Path,
        hello: Greeting,
        url: str,
        utc: str,
        names: Mapping[str, str] | None = None,
    ):
        """Create the file in `folder` (which is made if need be). Raises DiskProblem.

        names: who plays, see `sessions.players`.
        """
        self.header: dict[str, Any] = {
            "type": "session",
            "schema": SCHEMA,
            "utc": utc,
            "board": hello.board,
            "journal": hello.journal,
            "firmware": hello.firmware,
            "port": url,
            "merels": __version__,
            "hello": hello.values,
            **(names or {}),
        }
        stem = f"{safe_name(hello.board)}-{utc[:19].replace('-', '').replace(':', '')}Z"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path, self._fd = _create(folder, stem)
        except OSError as error:
            raise _problem(folder, error) from error
        self._size = self._safe = 0  # bytes written, and bytes known to be on the disk
        try:
            self._put(self.header)
            self.sync()
            sync_folder(folder)
        except (DiskProblem, OSError) as error:
            # An empty file or half a header helps nobody.
            self.close()
            with contextlib.suppress(OSError):
                self.path.unlink()
            if isinstance(error, OSError):
                raise _problem(folder, error) from error
            raise

    def line(self, utc: str, direction: str, text: str) -> None:
        """Write a line heard ("in") or sent ("out"). Raises DiskProblem."""
        self._put({"utc": utc, "dir": direction, "line": text})

    def event(self, utc: str, name: str, **values: Any) -> None:
        """Write what happened to the connection itself. Raises DiskProblem."""
        self._put({"utc": utc, "event": name, **values})

    def sync(self) -> None:
        """Return when all that was written is on the disk. Raises DiskProblem."""
        if self._size == self._safe:
            return
        try:
            os.fsync(self._fd)
        except OSError as error:
            raise _problem(self.path, error) from error
        self._safe = self._size

    def mend(self, utc: str) -> None:
        """Go on after a DiskProblem: cut off what may be half written. Raises DiskProblem."""
        try:
            self._cut()
            # Room for one short line is not worth going on for: ask for that of many.
            if os.write(self._fd, b" " * _ROOM) < _ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._fd)
            self._cut()
        except OSError as error:
            raise _problem(self.path, error) from error
        self._size = self._safe
        self.event(utc, "mended")
        self.sync()

    @property
    def safe(self) -> int:
        """Bytes that are known to be on the disk."""
        return self._safe

    def close(self) -> None:
        """Close the file; no harm if it is closed already."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                os.close(self._fd)
            self._fd = -1

    def _cut(self) -> None:
        os.ftruncate(self._fd, self._safe)
        os.lseek(self._fd, self._safe, os.SEEK_SET)

    def _put(self, entry: dict[str, Any]) -> None:
        data = (json.dumps(entry, separators=(",", ":")) + "\n").encode()
        try:
            while data:
                written = os.write(self._fd, data)
                self._size += written
                data = data[written:]
        except OSError as error:
            raise _problem(self.path, error) from error


class SessionFile:
    """A session file that is being read: its header, and its entries.

    A last line that was cut short by a power cut is left out and makes `torn` true; other lines
    that cannot be read are left out and counted in `damaged`, when all entries have been read.
    `undated` counts entries whose time is none: their `utc` is "" then.
    """

    def __init__(self, path: Path):
        """Read the header. Raises DiskProblem or SessionDamaged (not a session file)."""
        self.path = path
        self.torn = False
        self.damaged = 0
        self.undated = 0
        self.read = 0
        try:
            with path.open("rb") as file:
                first = file.readline(LONGEST + 1)
        except OSError as error:
            raise _problem(path, error, "read") from error
        self.header: dict[str, Any] = header_of(path, first)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The entries after the header, in order. Raises DiskProblem."""
        return self.entries()

    def entries(self, start: int = 0, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """The entries after the first `start` bytes, if these end with a line; else all.

        Stops before a line that ends after `limit` bytes. `read` is then the number of bytes to
        go on from. Raises DiskProblem.
        """
        self.torn = False
        self.damaged = self.undated = 0
        try:
            with self.path.open("rb") as file:
                self.read = _after(file, start)
                for raw, size in _lines(file):
                    if limit is not None and self.read + size > limit:
                        return
                    if not raw.endswith(b"\n"):
                        self.torn = True
                        return
                    self.read += size
                    entry = entry_of(raw) if size == len(raw) else None
                    if entry is None:
                        self.damaged += 1
                        continue
                    if not known_utc(entry.get("utc")):
                        self.undated += 1
                        entry["utc"] = ""
                    yield entry
        except OSError as error:
            raise _problem(self.path, error, "read") from error

    def sync(self) -> None:
        """Return when all of the file is on the disk. Raises DiskProblem."""
        try:
            fd = _open_to_sync(self.path)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)
        except OSError as error:
            raise _problem(self.path, error) from error


def _create(folder: Path, stem: str) -> tuple[Path, int]:
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    for attempt in itertools.count(1):
        path = folder / f"{stem}{'' if attempt == 1 else f'-{attempt}'}{SUFFIX}"
        with contextlib.suppress(FileExistsError):
            return path, os.open(path, flags, 0o644)
    raise AssertionError  # count() has no end


def _open_to_sync(path: Path) -> int:
    binary = getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, os.O_RDWR | binary)
    except OSError as error:
        # Somebody else's file, or a folder that may only be read: what is in it counts, too.
        if os.name != "posix" or error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return os.open(path, os.O_RDONLY)


def _after(file: BinaryIO, start: int) -> int:
    """Go to where a line begins after `start` bytes, or after the header; returns that place."""
    if start > 0:
        file.seek(start - 1)
        if file.read(1) == b"\n":
            return start
        file.seek(0)  # the file was cut since it was read
    return next(_lines(file), (b"", 0))[1]


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """The lines from here on, and how many bytes each has; of one that is too long to be in memory
    only its end."""
    while raw := file.readline(LONGEST + 1):
        size = len(raw)
        while size > LONGEST and not raw.endswith(b"\n"):
            more = file.readline(LONGEST)
            if not more:
                break
            raw = more
            size += len(more)
        yield raw, size


def _problem(path: Path, error: OSError, verb: str = "write") -> DiskProblem:
    why = error.strerror or str(error)
    return DiskProblem(
        f"cannot {verb} {path} ({why}); {mending(error)} or choose another folder with --out."
        if verb == "write"
        else f"cannot {verb} {path} ({why})."
    )
