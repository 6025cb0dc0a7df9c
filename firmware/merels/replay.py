# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reading the journal back: as lines of the wire from any number on, and as a game to go on with.

Sits between the journal and the wire, and behind the app at power-on. A Replay walks the records
of one segment after the other and knows at each the game, the variant's board and the ply, which
the slots themselves do not repeat.

    replay = Replay(journal)
    replay.seek(17)
    replay.text()        # "17 move text=d6-f6xb4 ply=41 game=3 board=..."
    replay.advance()
"""

from . import games, records
from .board import Board
from .records import SLOT, Record

_CHUNK = 256


class Replay:
    """number: of the record under the cursor; record: it, or None past the end."""

    def __init__(self, journal):
        self._journal = journal
        self._chunk = bytearray(_CHUNK)
        self._chunk_at = self._chunk_size = 0
        self.number = 0
        self.record = None
        self.game = self.ply = 0
        self.rules = ""  # words of the newest game record
        self._name = ""
        self._at = 0
        self._board = None

    def seek(self, number):
        """Put the cursor on a record that the journal has (or just past the newest)."""
        if self._name and self.record and self.number == number:
            return
        if not self._name or number < self.number or self.record is None:
            self._enter(number)
        while self.number < number and self.record:
            self.advance()

    def advance(self):
        """To the next record."""
        record = self.record
        if record is None:
            return
        self._at += record.slots * SLOT
        self.number += 1
        self._load()

    def text(self):
        """The record's text for the wire, without sigil and checksum."""
        r = self.record
        words = "%d %s" % (self.number, records.WORDS[r.kind])
        if r.kind == records.BOOT:
            words += " " + self._words()
        elif r.kind == records.GAME:
            words += " game=%d %s" % (self.game, self._words())
        elif r.kind == records.EDIT:
            words += " game=%d ply=%d %s" % (self.game, self.ply, self._words())
        elif r.kind == records.TAKEBACK:
            words += " ply=%d game=%d" % (self.ply, self.game)
        elif r.kind == records.OVER:
            side = records.winner(r.detail)
            words += " winner=%s reason=%s ply=%d game=%d" % (
                "none" if side is None else records.SIDES[side],
                records.reason(r.detail),
                self.ply,
                self.game,
            )
        else:
            words += " text=%s ply=%d game=%d" % (self._move(), self.ply, self.game)
        words += " board=%07x" % r.image
        if r.kind in (records.EDIT, records.MOVE, records.LONG_MOVE, records.TAKEBACK):
            words += " pos=%08x" % r.hash
        return words + " ms=%d" % r.ms

    def resume(self):
        """The newest game as it stands, over or not; None if the journal has no game.

        Raises RulesError if the records make no game, which only a journal of other rules does.
        """
        journal = self._journal
        if not journal.segments:
            return None
        last_game = 0
        self._enter(journal.segment_of(journal.last)[1])
        while self.record:
            if self.record.kind == records.GAME:
                last_game = self.number
            self.advance()
        if not last_game:
            return None
        self._enter(last_game)
        self.seek(last_game)
        game = None
        while self.record:
            r = self.record
            if r.kind == records.GAME:
                game = games.of_words(self._words())
            elif r.kind == records.EDIT:
                game = games.standing(game, self._words())
            elif r.kind == records.TAKEBACK:
                game.reopen()
                while game.ply > self.ply:
                    game.undo_turn()
            elif r.kind == records.OVER:
                if not game.over:
                    game.finish(records.winner(r.detail), records.reason(r.detail))
            elif r.kind != records.BOOT:
                game.play(self._move())
            self.advance()
        return game

    def _enter(self, number):
        self._name, self.number = self._journal.segment_of(number)
        self._at = SLOT
        self._chunk_size = 0
        self.game = self._journal.game
        self.ply = 0
        self._load()

    def _load(self):
        """Read the record under the cursor and take note of what it changes."""
        self.record = None
        if self.number > self._journal.last:
            return
        if not self._fill(SLOT):
            self._next_segment()
            return
        r = Record(self._chunk, self._at - self._chunk_at)
        if not r.kind or not self._fill(r.slots * SLOT):
            self._next_segment()
            return
        self.record = r
        if r.kind == records.GAME:
            self.game = r.hash
            self.ply = 0
            self.rules = self._words()
            self._board = None
        elif r.kind == records.EDIT:
            self.ply = r.detail >> 8
        elif r.kind == records.TAKEBACK:
            self.ply = r.detail
        elif r.kind in (records.MOVE, records.LONG_MOVE):
            self.ply += 1

    def _next_segment(self):
        name, first = self._journal.segment_of(self.number)
        if name != self._name and first == self.number:
            self._name = name
            self._at = SLOT
            self._chunk_size = 0
            self._load()

    def _fill(self, size):
        """Have `size` bytes from the cursor in the chunk."""
        start = self._at - self._chunk_at
        if self._chunk_size and 0 <= start and start + size <= self._chunk_size:
            return True
        self._chunk_at = self._at
        self._chunk_size = self._journal.storage.read(self._name, self._at, self._chunk)
        return size <= self._chunk_size

    def _words(self):
        start = self._at - self._chunk_at + SLOT
        return bytes(self._chunk[start : start + self.record.text_length]).decode()

    def _move(self):
        if self.record.kind == records.LONG_MOVE:
            return self._words()
        if self._board is None:
            self._board = games.of_words(self.rules).board if self.rules else Board("three-rings")
        return records.move_text(self._board, self.record.detail)
