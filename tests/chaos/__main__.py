# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`make chaos`: many runs, some at a time; prints each, and what differs.

    python tests/chaos N [--seed SEED] [--jobs 2] [--out FOLDER]

Run k has the seed SEED + k. Exit code 1 if anything that was played is not on disk; the files of
such a run stay in FOLDER.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path = [path for path in sys.path if Path(path or ".").resolve() != TESTS / "chaos"]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "firmware"), str(TESTS.parent / "host_tools")]

from chaos.run import run  # noqa: E402


def main():
    parser = argparse.ArgumentParser(prog="make chaos", description="Everything goes wrong.")
    parser.add_argument("count", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    out = given.out or Path(tempfile.mkdtemp(prefix="merels-chaos-"))
    began = time.monotonic()
    sums, events, failed = Counter(), Counter(), []
    with ProcessPoolExecutor(given.jobs) as pool:
        runs = []
        for seed in range(given.seed, given.seed + given.count):
            folder = out / f"seed-{seed}"
            folder.mkdir(parents=True)
            runs.append(pool.submit(run, seed, folder))
        for future in as_completed(runs):
            result = future.result()
            events += result.events
            for name in ("games", "turns", "records"):
                sums[name] += getattr(result, name)
            _print(result)
            if result.faults:
                failed.append(result.seed)
    seconds = time.monotonic() - began
    print(f"\n{given.count} runs in {seconds:.0f} s: " + _words(sums))
    print("what happened: " + _words(events))
    if failed:
        print(f"FAILED: seeds {sorted(failed)}; their files are in {out}")
        return 1
    out.rmdir()
    print("Everything that was played is on disk, move for move.")
    return 0


def _print(result):
    state = "FAIL" if result.faults else "ok  "
    print(
        f"{state} seed {result.seed}: {result.games} games, {result.turns} turns, "
        f"{result.records} records, {result.seconds:.1f} s on {result.interpreter}; "
        + _words(result.events),
        flush=True,
    )
    for fault in result.faults:
        print(f"     {fault}", flush=True)


def _words(counts):
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
