# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Files of text as people send them: any line ends, and UTF-8, UTF-16 or an older encoding.

Before the readers. Nothing but the line at hand is in memory.

    with opened("games.pgn") as text:
        form = FORMATS[detect(text.beginning)]
        for found in form.read(text, text.name): ...
"""

import codecs
import io
import os
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import cast

from merels_host.errors import DiskProblem, UsageProblem

_BEGINNING = 1 << 14  # characters that are looked at to tell the format
LONGEST = 1 << 20  # characters of a line; what is longer is cut
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _windows(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no UTF-8 as Windows has them, of which the old Latin alphabet is a part."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(_letter(bytes([byte])) for byte in bad), error.end


def _letter(byte: bytes) -> str:
    try:
        return byte.decode("cp1252")
    except UnicodeDecodeError:
        return byte.decode("latin-1")


codecs.register_error("merels-windows", _windows)


class TextFile:
    """name: for messages. beginning: its first characters. Iterated once, it gives its lines."""

    def __init__(self, name: str, binary: io.BufferedReader, close: bool = True):
        self.name = name
        self._close = close
        try:
            start = binary.peek(2)[:2]
            encoding = "utf-16" if start in _UTF_16 else "utf-8-sig"
            errors = "replace" if encoding == "utf-16" else "merels-windows"
            self._text = io.TextIOWrapper(binary, encoding, errors)
            self.beginning = self._text.read(_BEGINNING)
        except OSError as error:
            raise self._problem(error) from error

    def __enter__(self) -> "TextFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._close:
            self._text.close()
        else:
            self._text.detach()  # or the stream would be closed with it

    @property
    def read(self) -> int:
        """Bytes that were read so far; 0 of what is no file."""
        try:
            return self._text.buffer.tell()
        except OSError:
            return 0

    def __iter__(self) -> Iterator[str]:
        """The lines with their ends. Raises DiskProblem."""
        lines = list(io.StringIO(self.beginning, newline="\n"))
        last = "" if not lines or lines[-1].endswith("\n") else lines.pop()
        yield from lines
        try:
            while line := self._text.readline(LONGEST):
                yield last + line
                last = ""
        except OSError as error:
            raise self._problem(error) from error
        if last:
            yield last

    def _problem(self, error: OSError) -> DiskProblem:
        return DiskProblem(f"cannot read {self.name} ({error.strerror or error}); name another.")


def opened(name: str) -> TextFile:
    """The file `name`, "-" for standard input. Raises UsageProblem and DiskProblem."""
    if name == "-":
        # It can be looked into without being read, as the files can that open() gives.
        return TextFile("standard input", cast(io.BufferedReader, sys.stdin.buffer), close=False)
    if os.path.isdir(name):
        raise UsageProblem(f"{name} is a folder; name the files in it, as {name}/*.pgn.")
    try:
        return TextFile(name, open(name, "rb"))
    except OSError as error:
        raise DiskProblem(
            f"cannot read {name} ({error.strerror or error}); {_step(error)}."
        ) from error


def _step(error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "see how it is spelled"
    if isinstance(error, PermissionError):
        return "ask its owner to let you read it, or name a copy of your own"
    return "name another"
