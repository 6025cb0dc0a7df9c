# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The storage: a folder on the flash, which keeps the journal and the settings.

The journal decides what is written and when. Every change is whole or has not happened,
wherever the power is cut: littlefs commits a file when it is closed, and a rename in one step.

    storage = FlashFolder(FOLDER)
    storage.append("log", b"...")          # on flash when it returns; takes 50 to 150 ms
    storage.read("log", 16, buffer)        # bytes from offset 16 on into the bytearray
"""

import os

FOLDER = "/journal"
_UNFINISHED = ".new"  # a file still being written by replace()


class FlashFolder:
    """Small files in one folder, which is made when it is missing.

    Where that fails, each call raises OSError, and the app plays on without a journal.
    """

    def __init__(self, folder):
        self._folder = folder
        try:
            os.mkdir(folder)
        except OSError:
            pass  # mostly: it is there
        try:
            for name in os.listdir(folder):
                if name.endswith(_UNFINISHED):
                    os.remove(self._path(name))
        except OSError:
            pass

    def _path(self, name):
        return self._folder + "/" + name

    def size(self, name):
        """Bytes in the file, -1 when there is none."""
        try:
            return os.stat(self._path(name))[6]
        except OSError:
            return -1

    def read(self, name, offset, buffer):
        """Fill buffer from offset on; return the number of bytes read. Raises OSError."""
        with open(self._path(name), "rb") as file:
            file.seek(offset)
            return file.readinto(buffer)

    def append(self, name, data):
        """Add data to the end of the file, making it when missing. Raises OSError."""
        with open(self._path(name), "ab") as file:
            file.write(data)

    def replace(self, name, data):
        """Put data in place of the whole file. Raises OSError, and then the old file stands."""
        unfinished = self._path(name + _UNFINISHED)
        with open(unfinished, "wb") as file:
            file.write(data)
        os.rename(unfinished, self._path(name))

    def remove(self, name):
        """Remove the file. Raises OSError."""
        os.remove(self._path(name))

    def names(self):
        """The names of all files. Raises OSError."""
        return [name for name in os.listdir(self._folder) if not name.endswith(_UNFINISHED)]
