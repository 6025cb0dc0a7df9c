# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The figures of docs/on-the-chip.md, measured on an emulated Pico: a table of goal and figure.

python tests/bench/pico.py              # all; "pico.py start pace" some
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("tests", "firmware", "host_tools")]

from emulated import install, uf2  # noqa: E402
from emulated.goals import misses, table  # noqa: E402


def main(names) -> int:
    found = uf2.find()
    if found is None or not install.FOLDER.exists():
        print(uf2.missing() if found is None else "make test-pico installs the emulated Pico.")
        return 0
    from emulated.measuring import MEASURES

    figures = {}
    for name in names or MEASURES:
        figures |= MEASURES[name](found)
    print(*table(figures), sep="\n")
    return int(bool(misses(figures)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
