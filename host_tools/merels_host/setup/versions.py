# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The versions of the firmware on a board: which one starts, and which one to go back to.

Two packs take turns, versions/a.pack and versions/b.pack; "." stands for Python files beside
main.py. `boot_from` at the root lists what the board tries, the first first, and is replaced in
one step. A pack has its name only when all of it has arrived.

    versions = Versions(files)
    versions.chosen, versions.target        # "versions/a.pack", "versions/b.pack"
    versions.switch(versions.target)
"""

from merels_host.errors import FlashProblem
from merels_host.setup.board_files import BoardFiles
from merels_host.setup.firmware_files import BESIDE, CHOICE
from merels_host.setup.firmware_pack import Head, read_head

FOLDER = "versions"
SLOTS = (f"{FOLDER}/a.pack", f"{FOLDER}/b.pack")
ARRIVING = f"{FOLDER}/arriving"  # a pack of which not all is there yet


class Versions:
    """What is on the board.

    order: what it tries. heads: those of the whole packs, by name.
    """

    def __init__(self, files: BoardFiles):
        self._files = files
        self.order = (files.read(CHOICE) or b"").decode(errors="replace").split()
        self.heads: dict[str, Head] = {}
        for slot in SLOTS:
            head = read_head(files.first_line(slot))
            if head and head.digest == files.hash(slot, head.length):
                self.heads[slot] = head

    @property
    def chosen(self) -> str | None:
        """What the board starts."""
        return self.order[0] if self.order else None

    @property
    def target(self) -> str:
        """Where the next pack goes: where none is, or where the one is that is needed least."""
        listed = [slot for slot in SLOTS if slot in self.order]
        free = [slot for slot in SLOTS if slot not in listed]
        return free[0] if free else max(listed, key=self.order.index)

    def find(self, digest: str) -> str | None:
        """Where this pack is on the board already, whole."""
        return next((slot for slot, head in self.heads.items() if head.digest == digest), None)

    def arrived(self, slot: str, head: Head) -> None:
        """The pack that was arriving is whole: it takes its place in one step."""
        self._files.rename(ARRIVING, slot)
        self.heads[slot] = head

    def switch(self, name: str) -> None:
        """Let the board start this version from now on, and try the others after it."""
        self._write([name, *[other for other in self._known() if other != name]])

    def leave(self, name: str) -> None:
        """Let the board start anything but this version."""
        self._write([other for other in self._known() if other != name])

    def previous(self) -> tuple[str, str]:
        """The version to go back to, and what it is called. Raises FlashProblem without one."""
        for name in self._known():
            if name != self.chosen:
                head = self.heads.get(name)
                return name, head.version if head else "the Python files beside main.py"
        raise FlashProblem(
            "the board has no earlier version to go back to; it keeps one as soon as a second "
            "one has been flashed whole."
        )

    def leftovers(self) -> list[str]:
        """What else is in the folder of versions: nothing starts it any more."""
        names = [f"{FOLDER}/{name}" for name in self._files.names(FOLDER)]
        return [name for name in names if name not in SLOTS]

    def _known(self) -> list[str]:
        """What the board could start, in its order."""
        listed = [name for name in self.order if name == BESIDE or name in self.heads]
        return listed + [slot for slot in self.heads if slot not in listed]

    def _write(self, order: list[str]) -> None:
        self._files.replace(CHOICE, "".join(f"{name}\n" for name in order).encode())
        self.order = order
