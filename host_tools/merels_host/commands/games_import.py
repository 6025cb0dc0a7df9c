# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels games import`: games of other programs into the archive.

merels games import sanmill.pgn playok.txt
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from merels_host.commands import completions
from merels_host.commands.parameters import Archive

if TYPE_CHECKING:
    from merels_host.exchange.score import Fault, Score

_SHOWN = 1000  # characters of a message
_ENOUGH = 500_000  # bytes for which a bar is worth showing
_STOPPED = 130
_AGAIN = "Import the same files again to go on; no game is taken twice."


def import_games(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files with games; - is standard input.")
    ],
    archive: Archive = "",
    variant: Annotated[
        str,
        typer.Option(
            metavar="ID",
            help="Of games that do not say which they are.",
            autocompletion=completions.variants,
        ),
    ] = "",
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help="Of all files; by default as each looks.",
            autocompletion=completions.formats,
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Take games of other programs into the archive, each once.

    What cannot be read is named with file, game and move, and the next game is read. Ctrl-C ends
    it; the same command goes on where it was.
    """
    from merels_host.archive.importer import Importer
    from merels_host.archive.store import Store
    from merels_host.errors import MerelsError
    from merels_host.exchange.score import Fault
    from merels_host.text import printable

    faults: list[Fault] = []
    number = 0
    found = _found(files, form, variant)
    with Store.open(archive) as store:

        def complain(fault: Fault) -> None:
            nonlocal number
            number += 1
            if as_json:
                faults.append(fault)
            else:
                print(printable(str(fault), _SHOWN), file=sys.stderr)

        importer = Importer(store, complain)

        def told() -> str:
            games = _counted(importer.new, "game")
            return f"{games} imported, {importer.known} already there, {_counted(number, 'fault')}"

        try:
            for name, one in found:
                if isinstance(one, Fault):
                    complain(one)
                else:
                    importer.take(one, name)
            importer.finish()
        except KeyboardInterrupt:
            print(f"Stopped: {told()}. {_AGAIN}", file=sys.stderr)
            return _STOPPED
        except MerelsError:
            print(f"So far: {told()}. {_AGAIN}", file=sys.stderr)
            raise
    if as_json:
        counts = {"imported": importer.new, "already_there": importer.known}
        print(json.dumps(counts | {"faults": [asdict(fault) for fault in faults]}))
    else:
        print(f"{told()}.")
    return 1 if number else 0


def _found(files: list[str], form: str, variant: str) -> "Iterator[tuple[str, Score | Fault]]":
    """All games, each with the name of its file; what cannot be meant is refused before the first
    is read."""
    from merels_host.errors import UsageProblem
    from merels_host.exchange.formats import FORMATS, READ, detect
    from merels_host.exchange.text_files import opened
    from merels_host.exchange.variant_names import asked

    if form and form not in READ:
        raise UsageProblem(f"games in {form} cannot be read; write one of {', '.join(READ)}.")
    variant = variant and asked(variant)
    for name in files:
        if (name != "-" and not os.path.exists(name)) or os.path.isdir(name):
            opened(name)  # which says what is wrong with it

    def read() -> "Iterator[tuple[str, Score | Fault]]":
        with _way(files) as show:
            before = 0
            for name in files:
                with opened(name) as text:
                    reader = FORMATS[form or detect(text.beginning)].read
                    if reader is not None:
                        for one in reader(text, text.name, variant):
                            show(before + text.read)
                            yield text.name, one
                    before += text.read

    return read()


def _way(files: list[str]) -> "contextlib.AbstractContextManager[Callable[[int], None]]":
    """What is told how many bytes are read: a bar, where there are many and somebody looks on."""
    total = sum(os.path.getsize(name) for name in files if name != "-")
    if total < _ENOUGH or "-" in files or not sys.stderr.isatty():
        return contextlib.nullcontext(lambda done: None)
    from merels_host.commands.progress import bar

    return bar("Importing", total)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
