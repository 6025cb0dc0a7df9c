# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels bench`: how fast a board is, measured by itself.

merels bench --board /dev/ttyACM0 --json
"""

import json
import time
from typing import Annotated

import typer
from merels.wire import framing

from merels_host.board.find import only_board
from merels_host.board.link import Link
from merels_host.commands.parameters import Port
from merels_host.errors import MerelsError, RequestRefused, UsageProblem
from merels_host.text import printable

_EVERY = 0.3  # seconds
_PATIENCE = 60.0  # seconds, the hands of a game included

# key of the reply: (what it is, unit, divisor, the most that the design allows or None)
_ROWS = {
    "rate": ("scans in a second", "", 1, None),
    "scan": ("one scan of all points", "ms", 1000, 1.0),
    "step": ("a step, median", "ms", 1000, None),
    "step99": ("a step, 99th percentile", "ms", 1000, None),
    "most": ("the longest step", "ms", 1000, None),
    "light": ("from the new image to the LEDs", "ms", 1000, None),
    "lift": ("from the lift to its light, at worst", "ms", 1000, 10.0),
    "gc": ("one collection of the heap", "ms", 1000, None),
    "free": ("free heap", "KB", 1024, None),
    "append": ("a turn written to flash", "ms", 1000, None),
}


def run(
    port: Port = None,
    board: Annotated[bool, typer.Option("--board", help="Let the board measure itself.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Let a board measure how fast it is.

    It takes some seconds, waits while hands are at work, and leaves game and journal alone.
    """
    if not board:
        raise UsageProblem(
            "merels bench --board [PORT] lets a board measure itself; the benchmarks of the "
            "sources are run by make bench in a checkout."
        )
    with Link(port or only_board()) as link:
        hello = link.hello()
        try:
            values = _measured(link)
        finally:
            link.send("bye")
    if as_json:
        told = {name: framing.decimal(values[name]) for name in _ROWS if name in values}
        print(json.dumps({"board": hello.board, "firmware": hello.firmware} | told))
        return
    print(printable(f"board {hello.board}, firmware {hello.firmware}"))
    for name, (what, unit, divisor, most) in _ROWS.items():
        number = framing.decimal(values.get(name, ""))
        shown = "not known" if number < 0 else f"{number / divisor:9.{0 if divisor == 1 else 2}f}"
        budget = "" if most is None or number < 0 else f" (budget {most:g} {unit})"
        print(f"  {what:<38} {shown:>9} {unit}{budget}")


def _measured(link: Link) -> dict[str, str]:
    """What the board has measured. Raises MerelsError when it does not come to an end."""
    try:
        values = link.request("bench")
    except RequestRefused as error:
        if error.code == "busy":
            raise MerelsError(
                "the board is busy: put the pieces as the game has them, close its menu, and try "
                "again."
            ) from error
        if error.code == "unknown-request":
            raise MerelsError(
                "the board's firmware is too old to measure itself; run merels flash."
            ) from error
        raise
    deadline = time.monotonic() + _PATIENCE
    try:
        while values.get("bench") == "running":
            if time.monotonic() > deadline:
                raise MerelsError(
                    "the board found no quiet moment in a minute; try again when nobody plays."
                )
            time.sleep(_EVERY)
            link.read(0)
            values = link.request("bench state")
    except BaseException:
        link.send("bench stop")
        raise
    if values.get("bench") != "done":
        raise MerelsError("the measurement was stopped by another program; try again.")
    return values
