# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Standard output as it may be: a terminal of few letters, a full disk, a pipe without a reader.

prepare()               # once, before anything is said
if broken(): give_up()  # what cannot be said is not said
"""

import contextlib
import errno
import io
import os
import sys


def prepare() -> None:
    """Let no missing letter end a verb, and no closed output pass for one that takes words."""
    for number, name, errors in ((1, "stdout", "replace"), (2, "stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            _occupy(number)
            setattr(sys, name, _Closed())
        elif isinstance(stream, io.TextIOWrapper) and stream.errors in (
            "strict",
            "surrogateescape",
        ):
            stream.reconfigure(errors=errors)


def broken() -> str:
    """Why standard output takes nothing; "" if it does. Asks with an empty line."""
    try:
        print(flush=True)
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def give_up() -> None:
    """From here on standard output goes nowhere, and without complaint."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, sys.stdout.fileno())
            sys.stdout.flush()
            return
        finally:
            os.close(nowhere)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the process


class _Closed(io.TextIOBase):
    """Stands for an output that was closed before we began (`>&-`)."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


def _occupy(number: int) -> None:
    """Let no file that is opened later take the place of the closed output."""
    try:
        os.fstat(number)
    except OSError:
        with contextlib.suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
