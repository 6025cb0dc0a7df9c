# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Counts what the firmware needs on real MicroPython: heap, allocations, time per step.

The modules are loaded as the .mpy files that `merels flash` puts on a board. Objects on this
64-bit MicroPython are about twice as big as on the Pico, so each heap figure comes with its half.
Times are given as ratios to one scan of the simulated points.

    python tests/bench/firmware.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("tests", "firmware", "host_tools")]

from merels_host.firmware_files import device_files, write_tree  # noqa: E402
from run_on_micropython import find_micropython  # noqa: E402


def main():
    micropython = find_micropython()
    if micropython is None:
        print("no MicroPython here: nothing was counted")
        return
    with tempfile.TemporaryDirectory() as folder:
        write_tree(device_files(), Path(folder))
        child = Path(__file__).parent / "on_micropython" / "firmware.py"
        paths = [folder, str(ROOT / "host_tools")]
        subprocess.run([micropython, str(child), *paths], check=True)


if __name__ == "__main__":
    main()
