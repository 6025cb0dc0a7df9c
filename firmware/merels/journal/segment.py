# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One segment of the journal: its name, its head, and a walk through its records, past damage.

Used by journal.py, which looks for the end of the newest segment, and by replay.py. A segment is a
file "journal-" and nine digits, the number of its first record. It begins with a slot of 16 bytes:
b"MRLS" (b"MRLC" if it goes on with the game of the one before), journal id, first number, game
number (2 bytes), the low half of the CRC-32 of these 14 bytes. Records follow. One whose checksum
is wrong is passed over: the next one that is whole has a number near by, and its checksum covers
the number, so it is found again.

    walk = Walk(storage)
    walk.enter("journal-000000017")
    while walk.record:
        ...                     # walk.number, walk.text()
        walk.advance()
    walk.at                     # bytes of the segment up to the end of its last whole record
"""

import binascii

from merels.journal import records
from merels.journal.records import SLOT, Record

_PREFIX = "journal-"
_WHOLE = b"MRLS"
_GOES_ON = b"MRLC"
_CHUNK = 512  # bytes read at once; more than the longest record
_MOST_DAMAGED = 64  # slots passed over at most, in search of a whole record


def name_of(first):
    """The name of the segment that begins with this record."""
    return "%s%09d" % (_PREFIX, first)


def first_number(name):
    """The number of a segment's first record."""
    return int(name[len(_PREFIX) :])


def is_segment(name):
    """Is this file a segment of a journal?"""
    digits = name[len(_PREFIX) :]
    return name.startswith(_PREFIX) and len(digits) == 9 and not digits.strip("0123456789")


def make_head(whole, journal_id, first, game):
    """The 16 bytes at the beginning. whole: it begins with a game; game: the newest before it."""
    head = _WHOLE if whole else _GOES_ON
    head += int(journal_id, 16).to_bytes(4, "little") + first.to_bytes(4, "little")
    head += (game & 0xFFFF).to_bytes(2, "little")
    return head + (binascii.crc32(head) & 0xFFFF).to_bytes(2, "little")


def read_head(storage, name):
    """(whole, journal id, game) of a segment, or None if its head is harmed. Raises OSError."""
    head = bytearray(SLOT)
    if storage.read(name, 0, head) < SLOT or bytes(head[:4]) not in (_WHOLE, _GOES_ON):
        return None
    if int.from_bytes(head[14:], "little") != binascii.crc32(head[:14]) & 0xFFFF:
        return None
    return (
        bytes(head[:4]) == _WHOLE,
        "%08x" % int.from_bytes(head[4:8], "little"),
        int.from_bytes(head[12:14], "little"),
    )


class Walk:
    """name: the segment. record: the one under the cursor, None behind the last. number: of the
    record. at: where it begins, or where the last one ended. lost: how many numbers had to be
    passed over to get to it."""

    def __init__(self, storage):
        self.name = ""
        self.number = 0
        self.at = 0
        self.record = None
        self.lost = 0
        self._storage = storage
        self._chunk = bytearray(_CHUNK)
        self._chunk_at = self._chunk_size = 0

    def enter(self, name):
        """Put the cursor on the first record of a segment. Raises OSError."""
        self.place(name, SLOT, first_number(name))

    def place(self, name, at, number):
        """Put the cursor where a record of this number begins. Raises OSError."""
        self.name = name
        self.at = at
        self.number = number
        self._chunk_size = 0
        self.load()

    def advance(self):
        """To the next record. Raises OSError."""
        if self.record:
            self.at += self.record.slots * SLOT
            self.number += 1
            self.load()

    def load(self):
        """Read what is under the cursor, again if there was nothing. Raises OSError."""
        self.record = None
        at = self.at
        for passed in range(_MOST_DAMAGED):
            if not self._fill(at, SLOT):
                return
            record = Record(self._chunk, at - self._chunk_at)
            size = record.slots * SLOT
            if record.kind and size <= _CHUNK and self._fill(at, size):
                # the record itself, or after damage one of those that may stand here
                for lost in range(1 if passed else 0, passed + 1):
                    start = at - self._chunk_at
                    if records.check(self._chunk, start, size, self.number + lost):
                        self.at = at
                        self.number += lost
                        self.lost = lost
                        self.record = record
                        return
            at += SLOT

    def text(self):
        """The text of the record under the cursor."""
        start = self.at - self._chunk_at + SLOT
        return bytes(self._chunk[start : start + self.record.text_length]).decode()

    def _fill(self, at, size):
        """Have `size` bytes from `at` on in the chunk."""
        start = at - self._chunk_at
        if start >= 0 and start + size <= self._chunk_size:
            return True
        self._chunk_at = at
        self._chunk_size = self._storage.read(self.name, at, self._chunk)
        return size <= self._chunk_size
