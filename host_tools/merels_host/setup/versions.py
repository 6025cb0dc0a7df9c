# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The versions of the firmware on a board: which one starts, and which one to go back to.

Two folders take turns, versions/a and versions/b. `boot_from` at the root names the one that
main.py starts, and is replaced in one step; a folder that holds a whole version says so in its
file `whole`, which is written last and removed first.

    versions = Versions(files)
    versions.current, versions.target       # "versions/a", "versions/b"
    versions.switch(versions.target)
"""

import hashlib

from merels_host.errors import FlashProblem
from merels_host.setup.board_files import BoardFiles

CHOICE = "boot_from"
SLOTS = ("versions/a", "versions/b")
WHOLE = "whole"


class Versions:
    """What was on the board when it was looked at.

    hashes: of the files in each folder, without the file `whole`.
    """

    def __init__(self, files: BoardFiles):
        self._files = files
        self.hashes = {slot: files.hashes(slot) for slot in SLOTS}
        self.marked = {slot: self.hashes[slot].pop(WHOLE, None) is not None for slot in SLOTS}
        chosen = (files.read(CHOICE) or b"").decode(errors="replace").strip()
        self.current = chosen if chosen in SLOTS else None
        self.target = SLOTS[1] if chosen == SLOTS[0] else SLOTS[0]

    def running(self) -> dict[str, str]:
        """The hashes of the version that the board starts; {} when it is none of the two."""
        return self.hashes[self.current] if self.current else {}

    def unmark(self, slot: str) -> None:
        """Say that the folder holds no whole version any more."""
        if self.marked[slot]:
            self._files.remove(f"{slot}/{WHOLE}")
            self.marked[slot] = False

    def mark(self, slot: str, version: str, hashes: dict[str, str]) -> None:
        """Say that the folder holds this version, whole."""
        self._files.replace(f"{slot}/{WHOLE}", f"{version} {_digest(hashes)}\n".encode())

    def switch(self, slot: str) -> None:
        """Let the board start the version in the folder from now on."""
        self._files.replace(CHOICE, f"{slot}\n".encode())

    def previous(self) -> tuple[str, str]:
        """Folder and name of the version to go back to. Raises FlashProblem when there is none."""
        if self.current:
            text = (self._files.read(f"{self.target}/{WHOLE}") or b"").decode(errors="replace")
            version, _, digest = text.strip().partition(" ")
            if digest and digest == _digest(self.hashes[self.target]):
                return self.target, version
        raise FlashProblem(
            "the board has no earlier version to go back to; it keeps one as soon as a second "
            "one has been flashed whole."
        )


def _digest(hashes: dict[str, str]) -> str:
    lines = "".join(f"{digest} {name}\n" for name, digest in sorted(hashes.items()))
    return hashlib.sha256(lines.encode()).hexdigest()
