# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Chooses the version of the firmware that this board runs, and lets `import` find it.

It lies beside main.py and belongs to the board; all that may change belongs to a version. A
version is one file, a pack (docs/data-formats.md): to open a file of the flash takes 10 ms and
1,280 bytes in one piece, and a version has a hundred modules. "." in place of a pack stands for
Python files beside this one. boot_from lists the versions; the first that can be loaded is taken.

    import loader
    version = loader.choose()
    from pico.start import start         # of this version
"""

import io
import sys

import vfs

CHOICE = "boot_from"
MAGIC = "merels-pack-1"
_PLACE = "/version"
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as os.stat gives it
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_BUFFER_SIZE = 11  # requests of py/stream.h
_AT_ONCE = 255


_chosen = None


class NoVersion(Exception):
    """None of the versions on this board starts; the message says what to do."""


def choose():
    """Put the first version that can be loaded in front of sys.path; once is enough.

    Returns its digest, "" for Python files, which may change at any time. Raises NoVersion.
    """
    global _chosen
    if _chosen is not None:
        return _chosen
    problems = []
    for name in _names():
        try:
            _chosen = _load(name)
        except Exception as error:
            _unload()
            problems.append("%s is damaged (%r)" % (name, error))
            continue
        if problems:
            print("%s; %s starts in its place. Run merels flash." % ("; ".join(problems), name))
        return _chosen
    problems = problems or [CHOICE + " names none"]
    raise NoVersion("no firmware to start: %s. Run merels flash." % "; ".join(problems))


def _names():
    try:
        with open(CHOICE) as file:
            return file.read().split()
    except OSError:
        return ["."]


def _load(name):
    digest = ""
    sys.path.insert(0, name)
    if name.endswith(".pack"):
        sys.path[0] = _PLACE
        pack = Pack(name)
        vfs.mount(pack, _PLACE)
        digest = pack.digest
    __import__("pico.start")
    return digest


def _unload():
    """Take back all that _load has done."""
    del sys.path[0]
    try:
        vfs.umount(_PLACE)
    except OSError:
        pass  # Python files beside this one
    for name in list(sys.modules):
        if name.split(".")[0] in ("merels", "pico"):
            del sys.modules[name]


class Pack:
    """A read-only file system of one version, for import alone; digest: its own, in hex.

    Raises OSError, ValueError.
    """

    def __init__(self, name):
        self._file = file = open(name, "rb")  # noqa: SIM115 - modules are read from it later
        head = file.readline().decode()
        magic, _, size, index_size, self.digest = head.split()
        if magic != MAGIC or file.seek(0, 2) != int(size):
            raise OSError(5)
        file.seek(len(head))
        self._folders = file.readline().decode().split()
        self._index = file.read(int(index_size)).decode()
        self._next = 0  # where in the index the module is that will probably be asked for next
        self._offset = 0
        self._stream = _Stream(file)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        self._file.close()

    def stat(self, path):
        if path[-4:] != ".mpy":
            if path in self._folders:
                return _FOLDER
            raise OSError(2)
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

    def __init__(self, file):
        self.readinto = file.readinto  # straight from the flash: no Python while a module is read

    def ioctl(self, request, _):
        return _AT_ONCE if request == _BUFFER_SIZE else 0
