# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The terminal that a verb runs in: its output, its Ctrl-C, and the completion of its shell.

Standard output may be a terminal of few letters, a full disk or a pipe without a reader:

    prepare()               # once, before anything is said
    if broken(): give_up()  # what cannot be said is not said

A verb that runs for long ends in good order. The first signal makes `stop()` true, so that files
are completed; a second one ends the verb at once (KeyboardInterrupt):

    with until_stopped() as stop:
        while not stop(): ...

Typer speaks with the shells about completion. Here is which verb the line is about, and what bash
needs besides, since it cuts words at = and : and takes the answer as it is.
"""

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, MutableMapping
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # those that the system has
_ASKED = "_MERELS_COMPLETE"  # what Typer makes of the name of the program
_BASH = "complete_bash"
_BREAKS = "=:"  # characters that are words of their own for bash


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


def completion_asked(environ: MutableMapping[str, str] = os.environ) -> bool:
    """Does a shell ask, and not a person?"""
    return _ASKED in environ


def words_to_complete(environ: MutableMapping[str, str] = os.environ) -> list[str]:
    """The words of the line so far, without the program's name and the one at the cursor."""
    if environ.get(_ASKED) == _BASH:
        there, at = _joined(environ)
        return there[1:at]
    line = environ.get("_TYPER_COMPLETE_ARGS", "")
    found = line.split()[1:]
    return found if line.endswith(" ") else found[:-1]


def answer_completion(
    complete: Callable[[], object], environ: MutableMapping[str, str] = os.environ
) -> None:
    """Let Typer `complete` and print what it says, for bash with what bash needs."""
    if environ.get(_ASKED) != _BASH:
        complete()
        return
    there, at = _joined(environ)
    environ["COMP_WORDS"], environ["COMP_CWORD"] = "\n".join(there), str(at)
    typed = there[at] if at < len(there) else ""
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard), contextlib.suppress(SystemExit):
        complete()
    kept = max(typed.rfind(sign) for sign in _BREAKS) + 1
    for line in filter(None, heard.getvalue().splitlines()):
        # Bash puts it in the place of what follows the last break.
        line = line[kept:] if line.startswith(typed[:kept]) else line
        print(line if typed[:1] in ("'", '"') else line.replace(" ", "\\ "))


def _joined(environ: MutableMapping[str, str]) -> tuple[list[str], int]:
    """The words with those put together again that bash has cut, and which is at the cursor."""
    raw = environ.get("COMP_WORDS", "")
    cut = raw.split("\n") if "\n" in raw else raw.split(" ")
    at = int(environ.get("COMP_CWORD", "0") or 0)
    found: list[str] = []
    place = 0
    before = ""
    for number, word in enumerate(cut):
        breaks = bool(word) and not word.strip(_BREAKS)
        if found and (breaks or (before and not before.strip(_BREAKS))):
            found[-1] += word
        else:
            found.append(word)
        before = word
        if number == at:
            place = len(found) - 1
    return found, place if at < len(cut) else len(found)
