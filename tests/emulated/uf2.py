# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""MicroPython's own firmware for the Pico, which a user downloads: this project has no copy.

    >>> find()
    PosixPath('.../merels/RPI_PICO.uf2')

As a program it prints the path, or says on stderr where to get the file and ends with 1.
"""

import os
import sys
from pathlib import Path

from platformdirs import user_cache_dir

NAME = "RPI_PICO.uf2"
VARIABLE = "MERELS_UF2"
MISSING = (
    "there is no MicroPython for the emulated Pico: download the newest .uf2 from "
    "micropython.org/download/RPI_PICO, and run make test-pico UF2=FILE, or put it there: "
)


def find() -> Path | None:
    """The file that MERELS_UF2 names, else the one in the user's cache folder; None without one.

    Raises FileNotFoundError when MERELS_UF2 names a file that is not there.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise FileNotFoundError(f"{VARIABLE} names {named}, which is no file.")
        return Path(named)
    return _cached() if _cached().is_file() else None


def missing() -> str:
    """Where to get the file, and where to put it."""
    return f"{MISSING}{_cached()}"


def _cached() -> Path:
    return Path(user_cache_dir("merels")) / NAME


def main() -> int:
    found = find()
    print(found or missing(), file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
