# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The Pico's flash in memory, with the file system that the Pico puts on it, and power cuts.

On MicroPython it is the true littlefs on a modelled chip; CPython has none and uses a temporary
folder, where the tests of power cuts have nothing to test.

    folder = fresh_folder()
    chip.cut_after(3)        # the power goes at the third write to the chip
    ...                      # OSError
    restart()                # power comes back
"""

import gc
import os

try:
    import vfs

    LITTLEFS = hasattr(vfs, "VfsLfs2")
except ImportError:
    LITTLEFS = False

_BLOCK = 4096
_MOUNT = "/flash"
_EIO = -5


class FlashChip:
    """A block device as machine's rp2.Flash: erase in blocks of 4096, program pages of 256."""

    def __init__(self, content):
        self.content = content
        self._left = -1
        self._torn = False
        self._dead = False
        self.erased = 0

    def cut_after(self, writes, torn=False):
        """Let so many erases and programs through, then refuse all; -1 for no cut.

        torn: of the first one that is refused, the first half is done."""
        self._left = writes
        self._torn = torn

    def die(self):
        """No file that an earlier run left open gets through to the chip any more."""
        self._dead = True

    def _spend(self, start, data):
        """Put the data on the chip; False if the power has gone."""
        if self._dead:
            return False
        if self._left == 0:
            if self._torn:
                self._torn = False
                half = len(data) // 2
                self.content[start : start + half] = data[:half]
            return False
        self._left -= 1
        self.content[start : start + len(data)] = data
        return True

    def readblocks(self, block, buffer, offset=0):
        if self._dead:
            return _EIO
        start = block * _BLOCK + offset
        buffer[:] = self.content[start : start + len(buffer)]
        return 0

    def writeblocks(self, block, buffer, offset=0):
        return 0 if self._spend(block * _BLOCK + offset, buffer) else _EIO

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.content) // _BLOCK
        if operation == 5:
            return _BLOCK
        if operation == 6:
            if not self._spend(argument * _BLOCK, b"\xff" * _BLOCK):
                return _EIO
            self.erased += 1
            return 0
        return None


chip = None


def fresh_folder(blocks=24):
    """The path of a new file system's own folder, which does not exist yet."""
    if not LITTLEFS:
        import tempfile

        return tempfile.mkdtemp() + "/journal"
    content = bytearray(_BLOCK * blocks)
    vfs.VfsLfs2.mkfs(FlashChip(content), progsize=256)
    _mount(content)
    return _MOUNT + "/journal"


def restart():
    """Power on: mount what is on the chip, as MicroPython's ports/rp2/modules/_boot.py does."""
    _mount(chip.content)


def _mount(content):
    global chip
    if chip:
        vfs.umount(_MOUNT)
        chip.die()
        gc.collect()  # closes files that were open when the power went
    chip = FlashChip(content)
    vfs.mount(vfs.VfsLfs2(chip, progsize=256), _MOUNT)


def write_file(path, data):
    with open(path, "wb") as file:
        file.write(data)


def exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True
