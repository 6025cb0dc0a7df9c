# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Counts what the rules need: time on CPython beside OpenSpiel's, memory and speed on MicroPython.

OpenSpiel is C++ driven from Python: a walk through all sequences of four turns. Both are timed in
two ways, with the last turn played and with the last turn only counted. Medians of several runs,
in turn with each other so that a busy machine is busy for both.

    python tests/bench/rules.py
"""

import importlib
import importlib.util
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("tests", "firmware", "host_tools")]

from merels.rules.game import Game  # noqa: E402
from merels.rules.perft import perft  # noqa: E402
from merels_host.setup import firmware_files  # noqa: E402
from merels_host.setup.firmware_files import compiled_modules, write_tree  # noqa: E402
from run_on_micropython import find_micropython  # noqa: E402

SPIEL = importlib.import_module("pyspiel") if importlib.util.find_spec("pyspiel") else None

TURNS = 4
SEQUENCES = 255_024
RUNS = 5


def ours(counted):
    """Count with the rules of Merels; `counted`: the last turn is not played."""
    if counted:
        return perft(Game(), TURNS, turns=True)[-1]
    game = Game()

    def below(left):
        number = 0
        for action in game.legal_actions():
            game.do(action)
            rest = left if game.middle else left - 1
            number += below(rest) if rest else 1
            game.undo()
        return number

    return below(TURNS)


def theirs(counted):
    """Count with OpenSpiel's states; four turns have no removals."""
    assert SPIEL
    start = SPIEL.load_game("nine_mens_morris").new_initial_state()

    def below(state, left):
        actions = state.legal_actions()
        if left == 1 and counted:
            return len(actions)
        if left == 0:
            return 1
        return sum(below(state.child(action), left - 1) for action in actions)

    return below(start, TURNS)


def timed(function, counted):
    before = time.perf_counter()
    assert function(counted) == SEQUENCES
    return time.perf_counter() - before


def on_cpython():
    print(f"CPython {sys.version.split()[0]}: {SEQUENCES:,} sequences of {TURNS} turns")
    ways = [("merels", ours, True), ("merels", ours, False)]
    if SPIEL:
        ways += [("OpenSpiel", theirs, True), ("OpenSpiel", theirs, False)]
    else:
        print("  OpenSpiel is not installed: pip install 'open-spiel>=2.0'")
    times = [[] for _ in ways]
    for _ in range(RUNS):
        for way, (_, function, counted) in enumerate(ways):
            times[way].append(timed(function, counted))
    first = statistics.median(times[0])
    for (name, _, counted), found in zip(ways, times, strict=True):
        last = "counted" if counted else "played"
        middle = statistics.median(found)
        print(
            f"  {name:10} last turn {last:8} {middle:.3f} s, median of {RUNS}: "
            f"{middle / first:5.2f} times as long"
        )


def on_micropython():
    micropython = find_micropython()
    if micropython is None:
        print("no MicroPython here: nothing was counted on it")
        return
    with tempfile.TemporaryDirectory() as folder:
        firmware_files.NATIVE = ()  # machine code is for the Pico, and this runs on a PC
        write_tree(compiled_modules(), Path(folder))
        child = Path(__file__).parent / "on_micropython" / "rules.py"
        subprocess.run([micropython, str(child), folder], check=True)


if __name__ == "__main__":
    on_cpython()
    on_micropython()
