# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels learn`: says where the next piece goes until the board knows its wiring."""

import time
from typing import Annotated

import typer

from merels_host.boards import only_board
from merels_host.commands.parameters import Port
from merels_host.errors import MerelsError
from merels_host.harmless import harmless
from merels_host.link import Link

_EVERY = 0.3  # seconds

_SAYS = {
    "names": "All points shine: put a piece on {ask}",
    "lights": "Put a piece where the light is",
    "check": "To check: the light should be on {ask}; put a piece there",
}
_ENDS = {
    "turned": "Done: the board now knows how it lies.",
    "points": "Done: the board now knows the place of every sensor and light.",
}


def run(
    port: Port = None,
    reset: Annotated[
        bool, typer.Option("--reset", help="Return to the order of config.py.")
    ] = False,
) -> None:
    """Let a board learn how its sensors and lights are wired."""
    with Link(port or only_board()) as link:
        link.hello()
        try:
            if reset:
                link.request("learn reset")
                print("The board uses the order of config.py again.")
            else:
                _follow(link)
        finally:
            link.send("bye")


def _follow(link: Link) -> None:
    """Tell each step once, until the board has ended."""
    values = link.request("learn")
    told = ""
    try:
        while values["learn"] in _SAYS:
            words = _SAYS[values["learn"]].format(ask=values.get("ask", ""))
            count = f"({int(values['done']) + 1} of {values['of']})."
            if told != words + count:
                told = words + count
                print(harmless(f"{words} {count}"), flush=True)
            time.sleep(_EVERY)
            link.read(0)
            values = link.request("learn state")
    except KeyboardInterrupt:
        link.request("learn stop")
        print("Stopped; all is as it was.")
        raise
    end = values["learn"]
    if end not in _ENDS:
        raise MerelsError(
            "the learning was stopped at the board; all is as it was."
            if end == "stopped"
            else "the pieces contradicted each other; all is as it was. Look for a point that "
            "sees no piece (merels doctor), then try again."
        )
    print(_ENDS[end])
    if values.get("storage", "ok") != "ok":
        raise MerelsError("the flash did not keep it: it holds until power-off; learn again.")
