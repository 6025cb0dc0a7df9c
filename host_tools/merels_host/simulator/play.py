# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Plays hand scripts through the firmware with injected time: nobody sleeps. Child of `player`.

The clock jumps from one moment at which something happens to the next: the firmware's own wishes,
the wood's bounces, the script's deeds. Script time 0 comes after the firmware has settled.

    result = play(parse(text, "first.hands"))
    result["moves"]     # ["d6", "d7-d6xb4"]

As a program: one JSON object a line on standard input ({"name", "text"}, optionally "base": the
clock at power-on, "explain", and "attended": end with whoever holds it open), one JSON object a
line as the answer: the result, or {"error": sentence}.
"""

import json
import sys

from merels_host.simulator.attended import Watch
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.builds import colour_of, points_of, shipped
from merels_host.simulator.explainer import Explainer
from merels_host.simulator.faults import FaultError
from merels_host.simulator.handscript import ScriptError, parse
from merels_host.simulator.ports import MemoryConsole, MemoryStorage
from merels_host.simulator.wires.fault import WiringFault
from merels_host.simulator.wood import WoodError

BOOT_MS = 500  # the firmware starts before an empty board ...
SETTLE_MS = 3000  # ... and has this long to get used to the script's position


def play(script, base=0, explain=False, look=lambda: None):
    """Act a script out on a new board; returns the result as a dict. Raises ScriptError.

    base: the board's clock in ms when the power comes on. explain: the result has "explain" too,
    lines that say what the firmware thought. look: called before each deed.
    """
    board = SimulatedBoard(
        MemoryStorage(),
        MemoryConsole(),
        "sim-0",
        colour=script.sensors == "colour",
        points=script.points or 25,
        config=_config(script),
    )
    board.inject(script, base)
    board.power_on()
    now = _run(board, base, base + BOOT_MS)
    board.start(script, now)
    zero = _run(board, now, now + SETTLE_MS)
    now = zero
    explainer = Explainer(zero) if explain else None
    for when, line, deed in script.deeds:
        look()
        now = _run(board, now, zero + when, explainer)
        try:
            board.do(deed, now)
        except (WoodError, FaultError) as error:
            raise script.error(line, str(error)) from None
    now = _run(board, now, zero + script.length(), explainer)
    board.step(now)
    result = board.result()
    result["ms"] = now - zero
    result["replies"] = board.replies
    result["sent"] = board.ports.console.written
    if explainer:
        explainer.look(board.app, now)
        result["explain"] = explainer.lines
    return result


def _config(script):
    """The config of the script's build, None without one."""
    if not script.build:
        return None
    config = shipped(script.build)
    script.agree(colour_of(config), points_of(config))
    return config


def _run(board, now, until, explainer=None):
    """Step the board from `now` up to but not at `until`, which is returned."""
    while now < until:
        wait = board.step(now)
        if explainer:
            explainer.look(board.app, now)
        now += wait
    return until


def main():
    """Answer the scripts on standard input until it ends."""
    look = Watch().look
    for line in sys.stdin:
        if not line.strip():
            continue
        asked = {"name": "this script"}
        try:
            asked = json.loads(line)
            answer = play(
                parse(asked["text"], asked["name"]),
                asked.get("base", 0),
                asked.get("explain", False),
                look if asked.get("attended") else lambda: None,
            )
        except ScriptError as error:
            answer = {"error": str(error)}
        except WiringFault as said:
            answer = {"error": f"{asked['name']}: a driver breaks a law of the wires: {said}"}
        except MemoryError:
            answer = {"error": asked["name"] + ": it is too long for the memory; cut it in two"}
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
