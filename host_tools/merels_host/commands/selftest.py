# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels selftest`: walks over points and lights of a board, and says what is broken where.

merels selftest /dev/ttyACM0 --report board.txt
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from merels.board import WOOD

from merels_host.board.find import only_board
from merels_host.board.link import Link, utc_now
from merels_host.board.lock import BoardLock
from merels_host.commands.parameters import Port
from merels_host.errors import MerelsError, NoBoard, UsageProblem
from merels_host.selftest import picture
from merels_host.selftest.board import BoardUnderTest
from merels_host.selftest.keys import Keys
from merels_host.selftest.person import Person, Watching
from merels_host.selftest.procedure import Procedure
from merels_host.selftest.result import Result, report_place
from merels_host.views.live_screen import can_show


def run(
    port: Port = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Where the report goes; by default merels-selftest-BOARD-TIME.txt here.",
        ),
    ] = None,
    points: Annotated[
        str, typer.Option(metavar="POINTS", help="Only these points, as in a7,d7,d6.")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object at the end; the steps to stderr.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines instead of a picture that is redrawn.")
    ] = False,
) -> None:
    """Walk over points and lights of a board, and say what is broken where.

    The game on the board is left as it is. Ends with 1 when something was found or
    nothing was tested.
    """
    only = _points(points)
    out = sys.stderr if as_json else sys.stdout
    stopped: BaseException | None = None
    procedure = None
    with Link(port or only_board()) as link:
        hello = link.hello()
        utc = utc_now()
        path = report_place(report, hello.board, utc)
        with BoardLock(hello.board, hello.journal):
            link.hello(hello.journal, hello.last)  # what was before is the recorder's
            try:
                board = BoardUnderTest(link)
                with _person(out, plain) as person:
                    signs = picture.UNICODE if can_show("".join(picture.UNICODE), out) else None
                    procedure = Procedure(board, person, only, signs or picture.ASCII)
                    try:
                        procedure.run()
                    finally:
                        board.end()
            except (MerelsError, KeyboardInterrupt) as error:
                if procedure is None:
                    raise  # nothing was seen
                stopped = error
            finally:
                with contextlib.suppress(NoBoard):
                    link.send("bye")
    result = Result(hello, procedure.seen, path, utc, stopped)
    result.tell(as_json)
    if stopped:
        raise stopped
    if not result.good:
        raise typer.Exit(1)


def _points(text: str) -> list[str]:
    names = text.replace(",", " ").split()
    for name in names:
        if name not in WOOD:
            raise UsageProblem(f"{name} is no point of the board; they are named as in a7,d7,d6.")
    return names


@contextlib.contextmanager
def _person(out, plain: bool) -> Iterator[Person]:
    with Keys(sys.stdin) as keys:
        watching = not plain and out.isatty() and sys.stdin.isatty()
        with (Watching if watching else Person)(out, keys) as person:
            yield person
