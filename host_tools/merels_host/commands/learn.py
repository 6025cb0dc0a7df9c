# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels learn`: says where the next piece goes until the board knows its wiring."""

import sys
import time
from typing import Annotated

import typer

from merels_host.board.find import only_board
from merels_host.board.link import Link
from merels_host.commands.parameters import Port
from merels_host.errors import MerelsError
from merels_host.selftest.keys import Keys
from merels_host.text import printable

_EVERY = 0.3  # seconds
_STUCK = 20.0  # seconds without a step, after which it is said what may hinder

_SAYS = {
    "names": "All points shine: put a piece on {ask}",
    "lights": "Put a piece where the light is",
    "check": "To check: the light should be on {ask}; put a piece there",
}
_SAW = {
    "two": "Several pieces came at once: take them away, and put down one.",
    "used": "That piece is where the one for {at} was: take it away, and put it on its own point.",
}
_NOTHING = {
    "names": "Nothing was seen: take the piece away and put it on {ask} again. If that does not "
    "help, its sensor is broken: s skips it, and merels selftest looks for the fault.",
    "lights": "Nothing was seen: take the piece away and put it where the light is. If there is "
    "no light, or that does not help: s skips it, and merels selftest looks for the fault.",
    "check": "Nothing was seen: take the piece away and put it on {ask} again. If the light is "
    "elsewhere, or that does not help: s asks for every point.",
}
_ANEW = "That was not {ask}: now every point is asked for."
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
                with Keys(sys.stdin) as keys:
                    _follow(link, keys)
        finally:
            link.send("bye")


def _follow(link: Link, keys: Keys) -> None:
    """Tell each step once, and what hinders, until the board has ended."""
    values = link.request("learn")
    teller = _Teller()
    try:
        while values["learn"] in _SAYS:
            teller.tell(values)
            key = keys.next(_EVERY)
            link.read(0)
            values = link.request("learn skip" if key == "s" else "learn state")
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


class _Teller:
    """Says a step when it is new, and a hindrance when there is one."""

    def __init__(self) -> None:
        self._step: dict[str, str] = {}
        self._hindered = ""
        self._since = 0.0

    def tell(self, values: dict[str, str]) -> None:
        """values: of an answer to `learn state`."""
        step = {name: values[name] for name in ("learn", "done", "of", "ask") if name in values}
        if step != self._step:
            if self._step.get("learn") == "check" and step["learn"] == "names":
                _say(_ANEW, self._step)
            words = f"{_SAYS[step['learn']]} ({int(step['done']) + 1} of {step['of']})."
            _say(words, step)
            self._step, self._hindered, self._since = step, "", time.monotonic()
        saw = values.get("saw", "")
        if saw != self._hindered and saw in _SAW:
            _say(_SAW[saw], values)
            self._since = time.monotonic()
        self._hindered = saw
        if time.monotonic() - self._since >= _STUCK:
            _say(_SAW.get(saw, _NOTHING[step["learn"]]), values)
            self._since = time.monotonic()


def _say(words: str, values: dict[str, str]) -> None:
    ask, at = values.get("ask", ""), values.get("at", "its point")
    print(printable(words.format(ask=ask, at=at)), flush=True)
