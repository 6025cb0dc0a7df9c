# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The games of the board that is being recorded: followed record by record, and written as files.

Beside the recorder, which hands on each record as soon as all before it are on disk:

    scorer = Scorer(Path("merels-games"), watcher)
    scorer.meet("e66141", "7f3a21c9", recorded)
    scorer.follow(recorded, last)
"""

from pathlib import Path

from merels_host.recorder import game_files
from merels_host.recorder.game_files import GameFiles
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games, RecordedGame, by_game
from merels_host.sessions.recorded import JournalRecord, Recorded


class Scorer:
    """games: of the journal at hand, None before any. files: the PGN files."""

    def __init__(self, out: Path, watcher: Watcher):
        self.games: Games | None = None
        self.files = GameFiles(out, watcher)
        self._watcher = watcher
        self._folded = 0  # records up to this number are in `games`
        self._fresh = 0  # records after this number are new in this run
        self._ended = False  # a game has ended in this run, or before and nothing is new
        self._due = False  # the file of the current game is to be written, or written again

    def meet(self, board: str, journal: str, recorded: Recorded) -> None:
        """Begin with a journal: what an earlier run left undone is done, its last game goes on."""
        if self.games and self.games.current:
            self.files.save_if_stale(self.games.current)
        self.games = Games(board, journal)
        self._folded = self._fresh = recorded.have
        groups = by_game(recorded.contiguous())
        for group in groups[:-1]:
            self.files.save_missing(board, journal, group)
        for record in groups[-1] if groups else []:
            self.games.apply(record)
        current = self.games.current
        self._due = False
        if current and current.over:
            self.files.save_if_stale(current)
        elif current:
            self.files.mend(current)
            self._watcher.resumed(current)

    def nothing_new(self, recorded: Recorded) -> None:
        """All that the board has was on disk before this run; so a game may have ended, too."""
        self._ended = any(one.line.word == "over" for one in recorded.contiguous())

    def follow(self, recorded: Recorded, last: int) -> None:
        """Take in the records that are now without a gap; `last`: the board has more up to it."""
        assert self.games is not None
        while self._folded < recorded.have:
            self._folded += 1
            record = recorded.records.get(self._folded)
            if record is None:
                continue
            before = self.games.current
            doubts = len(before.doubts) if before else 0
            game = self.games.apply(record)
            if game is not None and game is not before and before is not None:
                self.files.save_if_stale(before)
                self._due = False
                doubts = 0
            if game is not None:
                for doubt in game.doubts[doubts:]:
                    self._watcher.note(f"game {game.number}, {doubt}")
            self._watcher.record(record, game, self._folded < last)
            if game is not None:
                self._score(record, game)
        # While much is fetched, one writing is enough for all that it does to a game.
        if self._due and self._folded >= last and self.games.current:
            self._due = False
            self.files.save_if_stale(self.games.current)

    def _score(self, record: JournalRecord, game: RecordedGame) -> None:
        """See what a record of the current game means for its file."""
        word = record.line.word
        if word == "over":
            self._ended = self._ended or self._folded > self._fresh
            self._due = True
        elif word in ("takeback", "edit") and game_files.path_of(game, self.files.folder).exists():
            self._due = True  # the file tells of what is no longer so

    def is_over(self) -> bool:
        """Has a game ended in this run (or before, if nothing is new), and nobody moved in one
        after it?"""
        if not self._ended or self.games is None:
            return False
        current = self.games.current
        return current is None or current.over is not None or not current.turns

    def finish(self) -> None:
        """Write what is not written yet. Raises DiskProblem."""
        if self.games and self.games.current:
            self.files.save_if_stale(self.games.current)
        self.files.finish()
