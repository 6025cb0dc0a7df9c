# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels calibrate`: measures the Hall sensors of a board and the magnets of its pieces."""

import contextlib
import json
import sys
from typing import Annotated

import typer

from merels_host.board.calibration import Calibrator, forget
from merels_host.board.find import only_board
from merels_host.board.link import PING_AFTER, Link
from merels_host.commands.parameters import Port
from merels_host.errors import NoBoard
from merels_host.selftest.keys import Keys
from merels_host.text import printable


def run(
    port: Port = None,
    reset: Annotated[bool, typer.Option("--reset", help="Forget what was measured.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object at the end; the steps to stderr.")
    ] = False,
) -> None:
    """Measure the Hall sensors of a board and the magnets of its pieces.

    First empty, then with men on it; the lights show where. The game on the board is left as it
    is. Ends with 1 when something is wrong.
    """
    out = sys.stderr if as_json else sys.stdout

    def say(sentence: str) -> None:
        print(printable(sentence), file=out, flush=True)

    with Link(port or only_board()) as link:
        hello = link.hello()
        try:
            if reset:
                forget(link)
                say("The board has forgotten its calibration; run merels calibrate again.")
                return
            with Keys(sys.stdin) as keys:
                found = Calibrator(link, say, lambda: _key(keys, link)).run()
        finally:
            with contextlib.suppress(NoBoard):
                link.send("bye")
    wrong = found.sentences()
    for sentence in wrong:
        say(sentence)
    if found.strengths:
        say(_extremes(found.strengths))
    if as_json:
        told = {"board": hello.board, "baselines": found.baselines, "pieces": found.pieces}
        told |= {"kept": found.kept, "faults": found.faults, "strengths": found.strengths}
        print(json.dumps(told))
    elif not found.baselines:
        say("Stopped; nothing was measured.")
    elif not found.pieces:
        say(
            "The empty board is measured, and what was known of pieces before stays as it is; run "
            "merels calibrate again to measure pieces, too."
        )
    elif not wrong:
        say("Done: the board knows its sensors and its pieces. Take the pieces off, and play.")
    if wrong or not found.baselines:
        raise typer.Exit(1)


def _extremes(strengths: dict[str, int]) -> str:
    """Which pieces are felt least and most; with many at the end of the range, the first."""
    least, most = (pick(strengths, key=lambda point: strengths[point]) for pick in (min, max))
    return f"Felt least: {least} with {strengths[least]}, most: {most} with {strengths[most]}."


def _key(keys: Keys, link: Link) -> str:
    """The next key; "" when there will be none. The board hears from us meanwhile."""
    while not keys.ended:
        key = keys.next(PING_AFTER)
        if key:
            return key
        link.read(0)  # records are the recorder's
        link.send("state")
    return ""
