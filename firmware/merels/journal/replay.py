# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reading the journal back: as lines of the wire from any number on, and as a game to go on with.

Sits between the journal and the wire, and behind the app at power-on. A Replay walks the records
of one segment after the other and knows at each the game, the variant's board and the ply, which
the slots themselves do not repeat. So it begins to read where a game begins.

    replay = Replay(journal)
    replay.seek(17)
    replay.text()        # "17 move text=d6-f6xb4 ply=41 game=3 board=..."
    replay.advance()
"""

from merels.board import Board
from merels.errors import RulesError, UnknownVariant
from merels.journal import records
from merels.journal.segment import Walk, first_number
from merels.rules import game_words
from merels.rules.variants import find


class Replay:
    """number: of the record under the cursor. record: it, or None past the newest. game, ply,
    rules (words of the game record): what holds after it."""

    def __init__(self, journal):
        self._journal = journal
        self._walk = Walk(journal.storage)
        self._board = None
        self.number = 0
        self.record = None
        self.game = self.ply = 0
        self.rules = ""

    def seek(self, number):
        """Put the cursor on a record, or on the next one that can be read. Raises OSError."""
        journal = self._journal
        if not journal.segments:
            self.record = None
            return
        try:
            if number < self.number or self._walk.name not in journal.segments:
                self._enter(number)
            elif self.record is None:
                self._load()  # it stood behind the newest of then
            while self.record and self.number < number:
                self.advance()
        except OSError:
            self._walk.name = ""  # so that the next try begins anew
            raise

    def advance(self):
        """To the next record. Raises OSError."""
        self._walk.advance()
        self._load()

    def text(self):
        """The record's text for the wire, without sigil and checksum."""
        r = self.record
        words = "%d %s" % (self.number, records.WORDS[r.kind])
        if r.kind == records.BOOT:
            words += " " + self._walk.text()
        elif r.kind == records.GAME:
            words += " game=%d %s" % (self.game, self.rules)
        elif r.kind == records.EDIT:
            words += " game=%d ply=%d %s" % (self.game, self.ply, self._walk.text())
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
        """The newest game as it stands, over or not; None if there is none.

        Raises OSError, and RulesError if the records make no game: some are lost, or of other
        rules.
        """
        if not self._journal.newest_game:
            return None
        self._walk.place(*self._journal.newest_game)
        self._load()
        game = None
        hash_there = None
        while self.record:
            r = self.record
            if r.kind == records.GAME:
                game = game_words.of_words(self.rules)
            elif r.kind == records.EDIT:
                game = game_words.standing(game, self._walk.text())
            elif r.kind == records.TAKEBACK:
                game.reopen()
                while game.ply > self.ply:
                    game.undo_turn()
            elif r.kind == records.OVER:
                if not game.over:
                    game.finish(records.winner(r.detail), records.reason(r.detail))
            elif r.kind == records.MOVE:
                _play(game, r.detail)
            elif r.kind == records.LONG_MOVE:
                game.play(self._walk.text())
            if r.kind in (records.EDIT, records.MOVE, records.LONG_MOVE, records.TAKEBACK):
                hash_there = r.hash
            self.advance()
        if hash_there not in (None, records.position_hash(game.position())):
            raise RulesError("The records of the newest game do not lead to its last position.")
        return game

    def _enter(self, number):
        journal = self._journal
        index = journal.segment_of(number)
        while not journal.begins_game(index):
            index -= 1
        self.game = self.ply = 0
        self.rules = ""
        self._board = None
        self.number = 0
        self._walk.enter(journal.segments[index])
        self._load()

    def _load(self):
        """Look at the record under the walk's cursor, and take note of what it changes."""
        walk = self._walk
        self.record = None
        following = self._following()
        if walk.record is None:
            walk.load()
        if following and (walk.record is None or walk.number >= first_number(following)):
            walk.enter(following)
            self._load()
            return
        if walk.record is None or walk.number > self._journal.last:
            self.number = max(self.number, self._journal.last + 1)
            return
        self.number = walk.number
        self.record = record = walk.record
        if record.kind == records.GAME:
            self.game = record.hash
            self.ply = 0
            self.rules = walk.text()
            self._board = None
        elif record.kind == records.EDIT:
            self.ply = record.detail >> 8
        elif record.kind == records.TAKEBACK:
            self.ply = record.detail
        elif record.kind in (records.MOVE, records.LONG_MOVE):
            self.ply += 1 + walk.lost  # what is lost were moves, as most records are

    def _following(self):
        """The segment after the one that is read, or None."""
        segments = self._journal.segments
        if self._walk.name == segments[-1]:
            return None
        index = segments.index(self._walk.name) + 1
        return segments[index] if index < len(segments) else None

    def _move(self):
        if self.record.kind == records.LONG_MOVE:
            return self._walk.text()
        if self._board is None:
            self._board = _board(self.rules)
        return records.move_text(self._board, self.record.detail)


def _play(game, detail):
    """Play a recorded turn; by its text it would take twice as long. Raises RulesError."""
    from merels.rules.refusal import why_not  # only the start of a board needs it

    for action in records.actions(detail):
        if why_not(game, action):
            raise RulesError("A move of the newest game is against its rules.")
        game.do(action)


def _board(words):
    """The board whose names the moves of a game have."""
    for word in words.split():
        if word.startswith("variant="):
            try:
                return Board(find(word[8:]).board)
            except UnknownVariant:  # a journal of other firmware: the names of the wood
                break
    return Board("three-rings")
