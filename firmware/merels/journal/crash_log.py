# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The last few crashes of the firmware, kept on flash until somebody asks.

Beside everything: what runs the app notes an error here, and services.py tells a host. The same
crash again only counts up, and one power-on writes a few times at most, so that an error in every
step does not wear the flash out.

    log = CrashLog(storage)
    log.note("Traceback ...", "firmware=0.1.0 where=loop ms=1234")
    log.count                    # crashes, those that were the same included
    log.entries                  # [count, words, text], the oldest first
"""

_FILE = "crashes"
_MOST = 4  # different crashes
_LONGEST = 800  # bytes of a traceback; its end says most
_MOST_WRITES = 8  # a power-on


class CrashLog:
    """entries: lists of count, words and text."""

    def __init__(self, storage):
        self._storage = storage
        self._writes = 0
        self.entries = []
        try:
            self._load()
        except (OSError, ValueError):  # unreadable, or another's file
            pass

    @property
    def count(self):
        """How many crashes it knows of."""
        return sum([entry[0] for entry in self.entries])

    def note(self, text, words):
        """Keep a crash; words: key=value and so on, of the latest time it happened."""
        text = _plain(text)
        found = None
        for entry in self.entries:
            if entry[2] == text:
                found = entry
        if found:
            self.entries.remove(found)
        else:
            found = [0, words, text]
        found[0] += 1
        found[1] = words
        self.entries = (self.entries + [found])[-_MOST:]
        if self._writes < _MOST_WRITES:
            self._writes += 1
            try:
                self._storage.replace(_FILE, self._bytes())
            except OSError:
                pass  # it is told as long as the power is on

    def clear(self):
        """Forget them all. Raises OSError."""
        self.entries = []
        if self._storage.size(_FILE) >= 0:
            self._storage.remove(_FILE)

    def _bytes(self):
        parts = ["%d %d %s\n%s\n" % (e[0], len(e[2]), e[1], e[2]) for e in self.entries]
        return "".join(parts).encode()

    def _load(self):
        size = self._storage.size(_FILE)
        if not 0 < size <= _MOST * (_LONGEST + 200):
            return
        data = bytearray(size)
        self._storage.read(_FILE, 0, data)
        rest = bytes(data).decode()
        while rest:
            head, _, rest = rest.partition("\n")
            count, length, words = head.split(" ", 2)
            self.entries.append([int(count), words, rest[: int(length)]])
            rest = rest[int(length) + 1 :]
        self.entries = self.entries[-_MOST:]


def kept(storage):
    """Is there anything in the log?"""
    return storage.size(_FILE) > 0


def _plain(text):
    """The end of a text, as printable ASCII and newlines."""
    text = text.strip()[-_LONGEST:]
    return "".join([c if " " <= c <= "~" or c == "\n" else "?" for c in text])
