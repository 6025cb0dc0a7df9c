# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How long one waits for lists and statistics of 100,000 games, and the memory that they need.

A list's time is that from the start of the process to its first and its last line. Beside it
stands an archive of ten games: what of the time is the start of Python.

    python tests/bench/lists.py [games]
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("firmware", "host_tools", "tests")]

from fakes.many_games import fill  # noqa: E402
from merels_host.archive.store import Store  # noqa: E402

LISTS = (
    (),
    ("--reverse",),
    ("--sort", "variant"),
    ("--sort", "plies", "--reverse", "--limit", "20"),
    ("--limit", "20", "--offset", "90000"),
    ("--limit", "20", "--after", "00000064-7"),
    ("--variant", "lasker-morris"),
    ("--player", "Ann", "--since", "2020-06"),
    ("--player", "Nobody"),
    ("--id", "000000c7-499"),
)
SHOWN = "  {:<42} {:>9} {:>9} {:>9} {:>9}"


def timed(*words):
    """Seconds to the first line, to the end, and how many lines there were."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "merels_host", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lines = int(bool(process.stdout.readline()))
        first = time.perf_counter() - began
        lines += sum(1 for _ in process.stdout)
    assert process.returncode == 0, words
    return first, time.perf_counter() - began, lines


def best(*words):
    """The fastest of two."""
    return min(timed(*words), timed(*words))


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MERELS_DATA"] = name
        many, few = str(folder / "many.db"), str(folder / "few.db")
        began = time.perf_counter()
        for archive, count in ((few, 10), (many, games)):
            sessions = folder / Path(archive).stem
            with Store.open(archive) as store:
                fill(store, count, sessions)
        took, size = time.perf_counter() - began, Path(many).stat().st_size
        print(f"{games:,} games, {size / 1e6:,.0f} MB, filled in {took:.0f} s")
        print(SHOWN.format("games list", "of ten", "first", "last line", "lines"))
        for words in LISTS:
            if "--after" in words and games < 100_000:
                continue
            alone = () if "--after" in words else words
            start = best("games", "list", *alone, "--archive", few)[0]
            first, last, lines = best("games", "list", *words, "--archive", many)
            print(SHOWN.format(" ".join(words), f"{start:.2f} s", f"{first:.2f} s",
                               f"{last:.2f} s", f"{lines:,}"))  # fmt: skip
        print(SHOWN.format("stats", "of ten", "", "all", ""))
        for words in ((), ("--variant", "lasker-morris"), ("--player", "Ann")):
            start = timed("stats", *words, "--archive", few)[1]
            took = timed("stats", *words, "--archive", many)[1]
            print(SHOWN.format(" ".join(words), f"{start:.2f} s", "", f"{took:.2f} s", ""))


if __name__ == "__main__":
    main()
