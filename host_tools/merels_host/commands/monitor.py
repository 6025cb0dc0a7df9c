# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels monitor`: what a board sees and says, as it happens, until Ctrl-C.

merels monitor /dev/ttyACM0 --json
"""

import contextlib
import json
from collections.abc import Callable
from typing import Annotated

import typer

from merels_host.board.find import only_board
from merels_host.board.link import Heard, Link
from merels_host.board.lock import BoardLock
from merels_host.commands.parameters import Port
from merels_host.errors import NoBoard
from merels_host.terminal import until_stopped
from merels_host.text import printable
from merels_host.views.live_text import Stream

_TICK = 0.25  # seconds


def run(
    port: Port = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each moment.")
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="Print the board's lines as they are.")
    ] = False,
) -> None:
    """Show what a board sees and says, as it happens, until Ctrl-C.

    Nothing is recorded or acknowledged: the board keeps all of it for a recorder.
    """
    with until_stopped() as stop, Link(port or only_board(), stop=stop) as link:
        hello = link.hello()
        with BoardLock(hello.board, hello.journal):
            link.hello(hello.journal, hello.last)  # what was before is the recorder's
            stream = Stream(hello)
            if not as_json and not raw:
                print(f"{printable(hello.words)}; Ctrl-C ends.", flush=True)
            _follow(link, stop, _printer(stream, as_json, raw))
            with contextlib.suppress(NoBoard):
                link.send("bye")
    if as_json:
        print(json.dumps({"kind": "summary", "counts": dict(stream.counts)}))
    elif not raw:
        print(f"{stream.summary()}.")


def _follow(link: Link, stop: Callable[[], bool], tell: Callable[[Heard], None]) -> None:
    """Tell each line until `stop()`. Raises PortGone or BoardSilent."""
    link.send("set telemetry=on")
    while not stop():
        for heard in link.read(_TICK):
            tell(heard)
        link.keep_alive()


def _printer(stream: Stream, as_json: bool, raw: bool) -> Callable[[Heard], None]:
    def tell(heard: Heard) -> None:
        moment = stream.take(heard)
        if raw:
            print(printable(heard.text), flush=True)
        elif moment and as_json:
            told = {"utc": moment.utc, "kind": moment.kind, "words": moment.words}
            print(json.dumps(told | {"values": moment.values}), flush=True)
        elif moment:
            print(printable(f"{moment.utc[11:23]}  {moment.words}"), flush=True)

    return tell
