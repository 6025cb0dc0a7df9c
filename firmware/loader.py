# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Chooses the version of the firmware that this board runs, and lets `import` find it.

It lies beside main.py and belongs to the board; all that may change belongs to a version. A
version is one file, a pack (docs/data-formats.md): to open a file of the flash takes 10 ms and
1,280 bytes in one piece, and a version has a hundred modules. "." in place of a pack stands for
Python files beside this one. boot_from lists the versions; the first that can be loaded is taken.

    import loader
    pack = loader.choose()
    from pico.start import start         # of this version
"""

import io
import sys

CHOICE = "boot_from"
MAGIC = "merels-pack-1"
_PLACE = "/version"
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as os.stat gives it
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_CLOSE = 4  # requests of py/stream.h
_BUFFER_SIZE = 11
_AT_ONCE = 255


_chosen = None


class NoVersion(Exception):
    """None of the versions on this board starts; the message says what to do."""


def choose():
    """Put the first version that can be loaded in front of sys.path; once is enough.

    Returns its Pack, None for Python files. Raises NoVersion.
    """
    global _chosen
    if _chosen:
        return _chosen[0]
    problems = []
    for name in _names():
        try:
            _chosen = [_load(name)]
        except Exception as error:
            _unload()
            problems.append("%s is damaged (%r)" % (name, error))
            continue
        if problems:
            print("%s; %s starts in its place. Run merels flash." % ("; ".join(problems), name))
        return _chosen[0]
    problems = problems or [CHOICE + " names none"]
    raise NoVersion("no firmware to start: %s. Run merels flash." % "; ".join(problems))


def _names():
    try:
        with open(CHOICE) as file:
            return file.read().split()
    except OSError:
        return ["."]


def _load(name):
    pack = None
    sys.path.insert(0, name)
    if name.endswith(".pack"):
        import vfs  # a computer has none

        sys.path[0] = _PLACE
        pack = Pack(name)
        vfs.mount(pack, _PLACE)
    __import__("pico.start")
    return pack


def _unload():
    """Take back all that _load has done."""
    if sys.path.pop(0) == _PLACE:
        import vfs

        try:
            vfs.umount(_PLACE)
        except OSError:
            pass  # no pack at all
    for name in list(sys.modules):
        if name.split(".")[0] in ("merels", "pico"):
            del sys.modules[name]


class Pack:
    """A read-only file system of one version, for import alone. Raises OSError, ValueError.

    digest: of all that is in it, in hex.
    """

    def __init__(self, name):
        self._file = file = open(name, "rb")  # noqa: SIM115 - modules are read from it later
        head = file.readline().decode()
        magic, _, size, index_size, self.digest = head.split()
        if magic != MAGIC or file.seek(0, 2) != int(size):
            raise OSError(5)
        file.seek(len(head))
        self._folders = file.readline().decode().split()
        self._index = ""
        self._index_at = file.tell()
        self._index_size = int(index_size)
        self._next = 0  # where in the index the module is that will probably be asked for next
        self._offset = 0  # of the module that was asked for last
        self._starting = True
        self._stream = _Stream(self, file)

    def settle(self):
        """The start is over: from now on the index is in memory only when it is asked."""
        self._starting = False
        self.loaded()

    def loaded(self):
        """A module has been read."""
        if not self._starting:
            self._index = ""
            self._next = 0

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        self._file.close()

    def stat(self, path):
        if path[-4:] != ".mpy":
            if path in self._folders:
                return _FOLDER
            raise OSError(2)
        if not self._index:
            self._file.seek(self._index_at)
            self._index = self._file.read(self._index_size).decode()
        key = path + " "
        at = self._index.find(key, self._next)
        if at < 0:
            at = self._index.find(key)
            if at < 0:
                raise OSError(2)
        at += len(key)
        self._next = at + 7
        self._offset = int(self._index[at : at + 6])
        return _FILE

    def open(self, path, mode):
        """What stat has just found: import opens nothing else."""
        self._file.seek(self._offset)
        return self._stream


class _Stream(io.IOBase):
    """What import reads a module from. One for all: a module is read before it runs, and says
    itself where it ends."""

    def __init__(self, pack, file):
        self._pack = pack
        self.readinto = file.readinto  # straight from the flash: no Python while a module is read

    def ioctl(self, request, _):
        if request == _BUFFER_SIZE:
            return _AT_ONCE
        if request == _CLOSE:
            self._pack.loaded()
        return 0
