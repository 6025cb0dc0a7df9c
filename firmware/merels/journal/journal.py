# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board's memory of games: an append-only journal of records on flash.

Sits between the app and the wire: a record waits here, gets its number when `flush` writes it, and
only then may be sent (replay.py reads it back). The journal is a row of segments, files of about
8 KB named after the number of their first record; a new one starts with a new game, so that the
oldest whole games can be dropped. Nothing is ever written behind bytes that may be harmed: after a
torn end or a failed append the journal goes on in a new segment, and skips the numbers that the
harmed bytes may have had.

    journal.open()
    journal.add(MOVE, detail, image, hash, ms)   # in memory
    journal.flush()                              # on flash: now journal.last counts it

The journal id is random and made with the first segment: a reformatted flash never passes new
records off as old ones. It is the id in the newest head: so one new segment renames all of it.
"""

import os

from merels.journal import records
from merels.journal.records import SLOT
from merels.journal.segment import Walk, first_number, is_segment, make_head, name_of, read_head

SEGMENT = 10240  # bytes, 3 blocks of flash with a last game; in a longer one no game begins
LONGEST = 32768  # bytes; then even a game under way goes on in a new one
MOST_SEGMENTS = 64
MOST_PENDING = 64  # records that wait in memory while the flash does not take them
_MOST_DROPPED = 2  # segments given up for one that the full flash does not take
_ACKED = "acked"
_ENOSPC = 28


class Journal:
    """id: 8 hex digits. first, last: numbers of the oldest and newest record on flash. acked: the
    host has them up to here. segments: names of the files, oldest first. newest_game: where the
    newest game record is, as (segment, offset, number), or None. fault: empty, or a
    word for what is wrong with the storage. lost: records that could not be kept."""

    def __init__(self, storage):
        self.storage = storage
        self.id = _random_id()
        self.first = 1
        self.last = 0
        self.acked = 0
        self.fault = ""
        self.lost = 0
        self.segments = []
        self.newest_game = None
        self._opened = False
        self._game = 0  # the newest game on flash
        self._pending = []  # (kind, detail, image, hash, ms, text)
        self._size = 0  # bytes of the newest segment
        self._harmed = False  # something may follow them
        self._skip = 0  # numbers that it may have had
        self._kept_ack = 0
        self._dropped = 0

    @property
    def pending(self):
        """How many records wait to be written."""
        return len(self._pending)

    @property
    def game(self):
        """The number of the newest game."""
        return self._game + len([row for row in self._pending if row[0] == records.GAME])

    def open(self):
        """Find the newest records. A flash that fails sets `fault`; `flush` tries again."""
        try:
            self._open()
        except OSError as error:
            self.failed(error)

    def add(self, kind, detail, image, position_hash, ms, text=b""):
        """Keep a record until `flush`. False if too many wait already: then it is lost.

        Raises ValueError if the text is too long.
        """
        if len(text) > records.MAX_TEXT:
            raise ValueError("A record keeps at most %d bytes of text." % records.MAX_TEXT)
        if len(self._pending) >= MOST_PENDING:
            self.lost += 1
            return False
        self._pending.append((kind, detail, image, position_hash, ms, text))
        return True

    def flush(self):
        """Write what waits, mostly in one append. False if the flash did not take it."""
        while self._pending:
            try:
                if not self._opened:
                    self._open()
                self._write()
            except OSError as error:
                if not self._make_room(error):
                    self.failed(error)
                    return False
        self.fault = ""
        self._dropped = 0
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
            self.failed(error)

    def failed(self, error):
        """The storage raised this OSError."""
        self.fault = "full" if _is_full(error) else "failing"

    def segment_of(self, number):
        """The index of the segment that the record is in, if it is anywhere."""
        found = len(self.segments) - 1
        while found > 0 and first_number(self.segments[found]) > number:
            found -= 1
        return found

    def begins_game(self, index):
        """Does the segment need none of those before it to be understood? Raises OSError."""
        if index == 0:
            return True
        head = read_head(self.storage, self.segments[index])
        return head is not None and head[0]

    def renew(self):
        """Give the journal a new id; all records stay. Raises OSError, and then nothing is new."""
        if not self._opened:
            self._open()
        old = self.id
        self.id = _random_id()
        try:
            self._begin(not self.segments)
        except OSError:
            self.id = old
            raise
        self.acked = self._kept_ack = 0

    # writing

    def _write(self):
        """Write what waits up to the next segment."""
        new_game = self._pending[0][0] == records.GAME
        most = SEGMENT if new_game else LONGEST
        if not self.segments or self._harmed or self._size >= most:
            while len(self.segments) >= MOST_SEGMENTS:
                self._drop()
            self._begin(new_game or not self.segments)
        number = self.last + 1
        data = b""
        game = self._game
        newest = self.newest_game
        for kind, detail, image, position_hash, ms, text in self._pending:
            if kind == records.GAME:
                if data and self._size + len(data) >= SEGMENT:
                    break
                position_hash = game = game + 1
                newest = (self.segments[-1], self._size + len(data), number)
            data += bytes(records.pack(kind, detail, image, position_hash, ms, text, number))
            number += 1
        self._harmed = True  # until we know that it went well
        self.storage.append(self.segments[-1], data)
        self._harmed = False
        self._pending = self._pending[number - self.last - 1 :]
        self._size += len(data)
        self._game = game
        self.newest_game = newest
        self.last = number - 1

    def _begin(self, whole):
        """Begin a segment."""
        first = self.last + 1 + self._skip
        name = name_of(first)
        self.storage.replace(name, make_head(whole, self.id, first, self._game))
        if not self.segments:
            self.first = first
        if name not in self.segments:  # it is there if nothing could be written behind its head
            self.segments.append(name)
        self.last = first - 1
        self._skip = 0
        self._size = SLOT
        self._harmed = False

    def _make_room(self, error):
        """Give the oldest games up for the newest; not for a flash that is never content."""
        if not _is_full(error) or self._dropped >= _MOST_DROPPED or len(self.segments) < 2:
            return False
        if self.newest_game and self.newest_game[0] == self.segments[0]:
            return False
        self._dropped += 1
        try:
            self._drop()
        except OSError:
            return False
        return True

    def _drop(self):
        """Remove the oldest segment, and with it the rest of its last game."""
        while True:
            self.storage.remove(self.segments[0])
            self.segments.pop(0)
            self.first = first_number(self.segments[0])
            head = read_head(self.storage, self.segments[0])
            if len(self.segments) == 1 or head is None or head[0]:
                return

    # reading

    def _open(self):
        self.newest_game = None
        self.segments = sorted([name for name in self.storage.names() if is_segment(name)])
        for name in reversed(self.segments):
            head = read_head(self.storage, name)
            if head:
                self.id, self._game = head[1:]
                break
        if self.segments:
            self._find_end()
            self._find_game()
            self._read_acked()
        self._opened = True

    def _find_end(self):
        name = self.segments[-1]
        walk = Walk(self.storage)
        walk.enter(name)
        while walk.record:
            if walk.record.kind == records.GAME:
                self._game = walk.record.hash
                self.newest_game = (name, walk.at, walk.number)
            walk.advance()
        self.first = first_number(self.segments[0])
        self.last = walk.number - 1
        self._size = walk.at
        left = self.storage.size(name) - walk.at
        self._harmed = left > 0 or read_head(self.storage, name) is None
        self._skip = max(left, 0) // SLOT

    def _find_game(self):
        """Look for the newest game in older segments, if the newest has none."""
        index = len(self.segments) - 1
        while not self.newest_game and index > 0:
            index -= 1
            walk = Walk(self.storage)
            walk.enter(self.segments[index])
            while walk.record and walk.number < first_number(self.segments[index + 1]):
                if walk.record.kind == records.GAME:
                    self.newest_game = (walk.name, walk.at, walk.number)
                walk.advance()

    def _read_acked(self):
        if self.storage.size(_ACKED) < 0:
            return
        data = bytearray(24)
        words = bytes(data[: self.storage.read(_ACKED, 0, data)]).split()
        if len(words) == 2 and words[0] == self.id.encode() and words[1].isdigit():
            self.acked = self._kept_ack = min(int(words[1]), self.last)


def _random_id():
    return "%08x" % int.from_bytes(os.urandom(4), "little")


def _is_full(error):
    return bool(error.args) and error.args[0] == _ENOSPC
