# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""MicroPython for a board without it: UF2 files, and the drive as which a Pico takes them.

A Pico that is plugged in with its BOOTSEL button down shows as a drive with INFO_UF2.TXT on it.
A UF2 file is a row of blocks of 512 bytes with the family of chips it is for (the UF2
specification, github.com/microsoft/uf2; families in the Pico SDK's boot/uf2.h).

    check_uf2(path, drive)         # raises FlashProblem
    install(path, drive)
"""

import os
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path

from merels_host.errors import FlashProblem

BUILDS = ("RPI_PICO", "RPI_PICO_W", "RPI_PICO2", "RPI_PICO2_W")

_BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_ANY = {0xE48BFF57, 0xE48BFF58}  # blocks for no chip in particular, as MicroPython's RP2350 has
_CHIPS = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5A: "RP2350"}
_BOARDS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}  # Board-ID in INFO_UF2.TXT
_INFO = "INFO_UF2.TXT"


@dataclass(frozen=True)
class BootDrive:
    """A Pico that waits for a UF2 file: where it is mounted, and its chip ("" when unknown)."""

    path: Path
    chip: str

    @property
    def builds(self) -> str:
        """The names of the MicroPython that fit, in words."""
        fit = [name for name in BUILDS if ("2" in name) == (self.chip == "RP2350")]
        return " or ".join(fit)


def boot_drives(mounts: list[Path] | None = None) -> list[BootDrive]:
    """The Picos that show as drives now. mounts: where to look; all drives when left out."""
    found = []
    for mount in _mounts() if mounts is None else mounts:
        try:
            info = (mount / _INFO).read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        ids = [line[9:].strip() for line in info.splitlines() if line.startswith("Board-ID:")]
        found.append(BootDrive(mount, _BOARDS.get(ids[0] if ids else "", "")))
    return found


def how_to_install(build: str = "") -> str:
    """The way to MicroPython in words. build: the name of the board's own, "" when unknown."""
    names = build if build in BUILDS else ", ".join(BUILDS)
    return (
        f"the UF2 file for {names} is at micropython.org/download; hold BOOTSEL while you plug "
        "the board in, and run merels flash --uf2 FILE"
    )


def chips_of(path: Path) -> set[str]:
    """The chips that a UF2 file is for. Raises FlashProblem when it is no UF2 file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FlashProblem(
            f"{path} cannot be read ({error.strerror}); give the path of a UF2 file."
        ) from error
    families: dict[int, int] = {}  # the blocks that are still to come of each
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        if len(block) < _BLOCK or not _is_block(block):
            families.clear()
            break
        flags, count, family = struct.unpack_from("<8xI12xII", block)
        family = family if flags & _HAS_FAMILY else 0
        families[family] = families.get(family, count) - 1
    if any(left for family, left in families.items() if family not in _ANY):
        families.clear()
    if not families:
        raise FlashProblem(
            f"{path} is not a whole UF2 file; get it again from micropython.org/download."
        )
    return {_CHIPS.get(family, "another chip") for family in families.keys() - _ANY}


def check_uf2(path: Path, drive: BootDrive) -> None:
    """Raise FlashProblem when the file is no UF2, or for another chip than the drive's."""
    chips = chips_of(path)
    wanted = {drive.chip} if drive.chip else set(_CHIPS.values())
    if not chips <= wanted or not chips:
        raise FlashProblem(
            f"{path} is for {' and '.join(sorted(chips)) or 'no chip'}, the board at {drive.path} "
            f"has {drive.chip or 'a chip unknown here'}; get the file for {drive.builds}."
        )


def the_drive(drives: list[BootDrive]) -> BootDrive:
    """The one drive there is. Raises FlashProblem when there is none, or several."""
    if len(drives) == 1:
        return drives[0]
    if drives:
        listed = ", ".join(str(drive.path) for drive in drives)
        raise FlashProblem(f"several boards wait for a UF2 file ({listed}); unplug all but one.")
    raise FlashProblem(
        "no board waits for a UF2 file; hold its BOOTSEL button while you plug it in, until it "
        "shows as a drive, and run the same command again."
    )


def install(path: Path, drive: BootDrive) -> None:
    """Copy the file to the drive, which restarts the board. Raises FlashProblem."""
    target = drive.path / path.name
    try:
        shutil.copyfile(path, target)
        if hasattr(os, "sync"):
            os.sync()
    except OSError as error:
        if (drive.path / _INFO).exists():  # else the board has restarted before we were told
            raise FlashProblem(
                f"{target} cannot be written ({error.strerror}); copy the file by hand."
            ) from error


def _is_block(block: bytes) -> bool:
    return (
        struct.unpack_from("<II", block) == _MAGIC
        and struct.unpack_from("<I", block, _BLOCK - 4)[0] == _MAGIC_END
    )


def _mounts() -> list[Path]:
    """Where drives are on this system."""
    if os.name == "nt":
        return [Path(f"{letter}:\\") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"]
    found = set(Path("/Volumes").glob("*"))
    for pattern in ("media/*", "media/*/*", "run/media/*/*", "mnt/*"):
        found |= set(Path("/").glob(pattern))
    return sorted(found)
