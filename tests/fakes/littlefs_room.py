# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How much a Pico's littlefs has left when folders lie on it: 1408 KB in blocks of 4 KB, in RAM.

    micropython littlefs_room.py FOLDER...       # the free KB; each folder becomes one at the root

Needs MicroPython's own littlefs; prints -1 if it does not fit.
"""

import os
import sys

import vfs

KB = 1408
BLOCK = 4096


class Chip:
    """A Pico's flash as MicroPython's rp2.Flash is seen by littlefs."""

    def __init__(self):
        self.content = bytearray(KB * 1024)

    def readblocks(self, block, buffer, offset=0):
        start = block * BLOCK + offset
        buffer[:] = memoryview(self.content)[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        start = block * BLOCK + (offset or 0)
        self.content[start : start + len(buffer)] = buffer

    def ioctl(self, what, block):
        if what == 4:
            return KB * 1024 // BLOCK
        return BLOCK if what == 5 else 0


def copy(source, target):
    os.mkdir(target)
    for name, kind, *_ in os.ilistdir(source):
        if kind == 0x4000:
            copy(source + "/" + name, target + "/" + name)
        else:
            with open(source + "/" + name, "rb") as file, open(target + "/" + name, "wb") as new:
                new.write(file.read())


def main(folders):
    chip = Chip()
    vfs.VfsLfs2.mkfs(chip, progsize=256)
    vfs.mount(vfs.VfsLfs2(chip, progsize=256), "/pico")
    try:
        for number, folder in enumerate(folders):
            copy(folder, "/pico/%d" % number)
    except OSError as error:
        if error.args[0] != 28:
            raise
        print(-1)
        return
    found = os.statvfs("/pico")
    print(found[0] * found[3] // 1024)


main(sys.argv[1:])
