# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The command line that a shell wants to have completed, and the answer as the shell takes it.

Around Typer, which speaks with the shells: here is which verb the line is about, and what bash
needs besides, since it cuts words at = and : and takes the answer as it is.

    if completing.is_asked():
        completing.answer(command)
"""

import contextlib
import io
import os
from collections.abc import Callable, MutableMapping

_ASKED = "_MERELS_COMPLETE"  # what Typer makes of the name of the program
_BASH = "complete_bash"
_BREAKS = "=:"  # characters that are words of their own for bash


def is_asked(environ: MutableMapping[str, str] = os.environ) -> bool:
    """Does a shell ask, and not a person?"""
    return _ASKED in environ


def words(environ: MutableMapping[str, str] = os.environ) -> list[str]:
    """The words of the line so far, without the program's name and the one at the cursor."""
    if environ.get(_ASKED) == _BASH:
        there, at = _joined(environ)
        return there[1:at]
    line = environ.get("_TYPER_COMPLETE_ARGS", "")
    found = line.split()[1:]
    return found if line.endswith(" ") else found[:-1]


def answer(complete: Callable[[], object], environ: MutableMapping[str, str] = os.environ) -> None:
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
