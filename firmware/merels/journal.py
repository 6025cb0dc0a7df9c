# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board's memory of games: an append-only journal of records on flash.

Sits between the app and the wire: a record gets its number here, is written by `flush`, and only
then may be sent (replay.py reads it back). The journal is a row of segments, files of about 8 KB
named after the number of their first record; a new one starts only with a new game, so the oldest
whole games can be dropped. A segment begins with a slot of 16 bytes: b"MRLS", journal id, first
number, game number (2 bytes), the low half of the CRC-32 of these 14 bytes.

    journal.open()
    journal.add(MOVE, detail, image, hash, ms)   # numbered, in memory
    journal.flush()                              # on flash: now journal.last counts it

The journal id is random and made with the first segment: a reformatted flash never passes new
records off as old ones.
"""

import binascii
import os

from . import records
from .records import SLOT

SEGMENT = 8192  # bytes; a game that begins in a longer segment begins a new one
MOST_SEGMENTS = 96
MOST_PENDING = 64  # records that wait in memory while the flash does not take them
_PREFIX = "journal-"
_ACKED = "acked"


class Journal:
    """id: 8 hex digits. first, last: numbers of the oldest and newest record on flash. acked: the
    host has them up to here. game: number of the newest game. fault: empty, or a word for what is
    wrong with the storage. lost: records dropped because nothing could be written."""

    def __init__(self, storage):
        self.storage = storage
        self.id = ""
        self.first = 1
        self.last = 0
        self.acked = 0
        self.game = 0
        self.fault = ""
        self.lost = 0
        self.segments = []
        self._pending = []
        self._size = 0  # bytes of the newest segment
        self._kept_ack = 0

    @property
    def pending(self):
        """How many records wait to be written."""
        return len(self._pending)

    @property
    def next_number(self):
        return self.last + len(self._pending) + 1

    def open(self):
        """Find the newest records; mend a torn end. A flash that fails sets `fault`."""
        try:
            names = [name for name in self.storage.names() if name.startswith(_PREFIX)]
            self.segments = sorted([name for name in names if self._head(name)])
            if self.segments:
                self.first = self._head(self.segments[0])[1]
                self._open_newest(self.segments[-1])
                self._read_acked()
        except OSError as error:
            self._failed(error)
        if not self.id:
            self.id = "%08x" % int.from_bytes(os.urandom(4), "big")

    def add(self, kind, detail, image, position_hash, ms, text=b""):
        """Number a record and keep it until `flush`; returns its number."""
        if len(self._pending) >= MOST_PENDING:
            self.lost += 1
            return 0
        if kind == records.GAME:
            self.game += 1
            position_hash = self.game
        number = self.next_number
        self._pending.append(
            records.pack(kind, detail, image, position_hash, ms, text, number)
        )
        return number

    def flush(self):
        """Write what waits: one append. Returns False if the flash did not take it."""
        if not self._pending:
            return True
        try:
            if not self.segments or (self._size >= SEGMENT and self._starts_game()):
                self._new_segment()
            data = b"".join(self._pending)
            self.storage.append(self.segments[-1], data)
        except OSError as error:
            self._failed(error)
            return False
        self.fault = ""
        self._size += len(data)
        self.last += len(self._pending)
        self._pending = []
        return True

    def ack(self, number):
        """The host has everything up to this number."""
        self.acked = max(self.acked, number)

    def keep_ack(self):
        """Remember the ack over a power cut; losing it costs only a second sending."""
        if self.acked == self._kept_ack:
            return
        try:
            self.storage.replace(_ACKED, ("%s %d" % (self.id, self.acked)).encode())
            self._kept_ack = self.acked
        except OSError as error:
            self._failed(error)

    def segment_of(self, number):
        """(name, first number) of the segment that holds the record."""
        found = self.segments[0]
        for name in self.segments:
            if int(name[len(_PREFIX) :]) > number:
                break
            found = name
        return found, int(found[len(_PREFIX) :])

    def _starts_game(self):
        return self._pending[0][0] & 7 in (records.GAME, records.BOOT)

    def _new_segment(self):
        while len(self.segments) >= MOST_SEGMENTS:
            self.storage.remove(self.segments[0])
            self.segments.pop(0)
            self.first = self._head(self.segments[0])[1]
        first = self.last + 1
        head = b"MRLS" + int(self.id, 16).to_bytes(4, "little") + first.to_bytes(4, "little")
        head += (self.game & 0xFFFF).to_bytes(2, "little")
        head += (binascii.crc32(head) & 0xFFFF).to_bytes(2, "little")
        name = "%s%09d" % (_PREFIX, first)
        self.storage.replace(name, head)
        if not self.segments:
            self.first = first
        self.segments.append(name)
        self._size = SLOT

    def _head(self, name):
        """(journal id, first number, game) of a segment, or None if it is not one."""
        head = bytearray(SLOT)
        if self.storage.read(name, 0, head) < SLOT or head[:4] != b"MRLS":
            return None
        if int.from_bytes(head[14:], "little") != binascii.crc32(head[:14]) & 0xFFFF:
            return None
        return (
            "%08x" % int.from_bytes(head[4:8], "little"),
            int.from_bytes(head[8:12], "little"),
            int.from_bytes(head[12:14], "little"),
        )

    def _open_newest(self, name):
        self.id, first, self.game = self._head(name)
        size = self.storage.size(name)
        data = bytearray(size)
        size = self.storage.read(name, 0, data)
        at = SLOT
        number = first
        while at + SLOT <= size:
            record = records.Record(data, at)
            length = record.slots * SLOT
            if not record.kind or at + length > size:
                break
            if not records.check(data, at, length, number):
                break
            if record.kind == records.GAME:
                self.game = record.hash
            number += 1
            at += length
        if at < size:
            # a torn end: only what was being written when the power went
            self.storage.replace(name, bytes(data[:at]))
        self._size = at
        self.last = number - 1

    def _read_acked(self):
        if self.storage.size(_ACKED) < 0:
            return
        data = bytearray(24)
        words = bytes(data[: self.storage.read(_ACKED, 0, data)]).split()
        if len(words) == 2 and words[0] == self.id.encode() and words[1].isdigit():
            self.acked = self._kept_ack = min(int(words[1]), self.last)

    def _failed(self, error):
        self.fault = "full" if error.args and error.args[0] == 28 else "failing"  # 28: ENOSPC
