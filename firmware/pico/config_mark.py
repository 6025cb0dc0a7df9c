# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Remembers that a config.py has been found good, so that only another one is checked again.

The check takes longer than all else before the first light. The mark is of the values, and of the
firmware whose check found them good; `merels flash`, which checks as well, leaves it on the board.

    if not config_mark.is_there(config, version, storage):
        check(config)
        config_mark.put(config, version, storage)
"""

from binascii import crc32

FILE = "checked"


def mark_of(config, version):
    """The mark of these values (of a module or any object) for this version of the firmware."""
    values = [(name, getattr(config, name)) for name in sorted(dir(config)) if name[0] != "_"]
    return b"%08x" % crc32((version + repr(values)).encode())


def is_there(config, version, storage):
    """Have these values been found good by this version? version: "" if it is not known."""
    mark = bytearray(8)
    try:
        storage.read(FILE, 0, mark)
    except OSError:
        return False
    return bool(version) and mark == mark_of(config, version)


def put(config, version, storage):
    """These values have been found good by this version."""
    if version:
        try:
            storage.replace(FILE, mark_of(config, version))
        except OSError:
            pass  # a flash that takes nothing: they are checked again each time
