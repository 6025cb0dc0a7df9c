# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where the report of a self test goes: looked at before the test, so that no walk is in vain.

path = place(None, "e66", "2026-11-30T12:04:31.000Z")     # merels-selftest-e66-20261130T120431.txt
write(path, text)
"""

import tempfile
from pathlib import Path

from merels_host.errors import DiskProblem, UsageProblem
from merels_host.files import write_atomically

_ELSEWHERE = "name another file with --report"


def place(wanted: Path | None, board: str, utc: str) -> Path:
    """The file, which can be written; the default name is one that is not there yet.

    Raises UsageProblem for a folder, DiskProblem where nothing can be written.
    """
    path = wanted or _unused(f"merels-selftest-{board}-{utc[:19].translate(_PLAIN)}")
    if path.is_dir():
        raise UsageProblem(f"{path} is a folder; name a file in it with --report.")
    if not path.parent.is_dir():
        raise DiskProblem(f"there is no folder {path.parent}; make it, or {_ELSEWHERE}.")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise DiskProblem(
            f"cannot write to the folder of {path} ({error.strerror or error}); {_ELSEWHERE}."
        ) from error
    return path


_PLAIN = str.maketrans("", "", "-:")


def _unused(name: str) -> Path:
    path, count = Path(f"{name}.txt"), 1
    while path.exists():
        count += 1
        path = Path(f"{name}-{count}.txt")
    return path


def write(path: Path, text: str) -> None:
    """Raises DiskProblem."""
    write_atomically(path, text, _ELSEWHERE)
