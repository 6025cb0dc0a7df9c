# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The PGN files of a recording: written when a game ends, and again when it goes on after that.

Beside the recorder, which knows when. The text is that of `exchange/pgn_writer`; its tag Records
(which records of which journal) tells whether a file is up to date. A file that a crash or a full
disk prevented is made later, from the same records.

    files = GameFiles(Path("merels-games"), watcher)
    files.save(game)
"""

import re
from pathlib import Path

from merels_host.errors import DiskProblem
from merels_host.exchange import pgn_writer
from merels_host.exchange.recorded_score import score_of
from merels_host.files import safe_name, write_atomically
from merels_host.recorder.watcher import Watcher
from merels_host.sessions.games import Games, RecordedGame
from merels_host.sessions.recorded import JournalRecord


class GameFiles:
    """written: the paths of the files that were written, in order."""

    def __init__(self, folder: Path, watcher: Watcher):
        self.folder = folder
        self.written: list[Path] = []
        self._watcher = watcher
        self._unsaved: dict[Path, RecordedGame] = {}

    def save(self, game: RecordedGame) -> None:
        """Write the game's file; on a full disk, `finish` will.

        A game of which nothing is left (its turns and its end were taken back) has no file.
        """
        path = path_of(game, self.folder)
        try:
            if not game.turns and not game.over and not game.edits:
                self._remove(path)
                return
            save_pgn(game, self.folder)
        except DiskProblem as why:
            if path not in self._unsaved:
                self._watcher.note(str(why))
            self._unsaved[path] = game
            return
        self._unsaved.pop(path, None)
        if path not in self.written:
            self.written.append(path)
        self._watcher.saved(path, game)

    def mend(self, game: RecordedGame) -> None:
        """Write the game's file again if there is one, but of fewer records."""
        if path_of(game, self.folder).exists():
            self.save_if_stale(game)

    def save_if_stale(self, game: RecordedGame) -> None:
        """Write the game's file if there is none, or one of fewer records."""
        if not is_saved(path_of(game, self.folder), game.journal, game.last):
            self.save(game)

    def save_missing(self, board: str, journal: str, group: list[JournalRecord]) -> None:
        """The same for a game of an earlier run, which is replayed only if need be."""
        path = path_of(RecordedGame(board, journal, group[0]), self.folder)
        if not is_saved(path, journal, group[-1].number):
            games = Games(board, journal)
            for record in group:
                games.apply(record)
            if games.current:
                self.save(games.current)

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise DiskProblem(
                f"cannot remove {path} ({error.strerror or error}), in which nothing is left; "
                "remove it yourself."
            ) from error
        self._unsaved.pop(path, None)
        if path in self.written:
            self.written.remove(path)

    def finish(self) -> None:
        """Try again what could not be written. Raises DiskProblem if it still cannot."""
        for game in list(self._unsaved.values()):
            self.save(game)
        if self._unsaved:
            names = ", ".join(str(path) for path in self._unsaved)
            raise DiskProblem(
                f"cannot write {names}; the records are safe in {self.folder}: when that is "
                "mended, start the recording again."
            )


def save_pgn(game: RecordedGame, folder: Path) -> Path:
    """Write the game's file, whole or not at all, and return its path. Raises DiskProblem."""
    path = path_of(game, folder)
    write_atomically(path, pgn_of(game))
    return path


def pgn_of(game: RecordedGame) -> str:
    """The game as PGN text."""
    return pgn_writer.write(score_of(game))


def path_of(game: RecordedGame, folder: Path) -> Path:
    """Where the game's file is: board, journal, number and the day on which it began."""
    day = game.started[:10] or "undated"
    name = f"{safe_name(game.board)}-{safe_name(game.journal)}-game{game.number:04d}-{day}.pgn"
    return folder / name


def is_saved(path: Path, journal: str, last: int) -> bool:
    """Is the file there, and made of all the records up to `last`?"""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    found = re.search(r'^\[Records "(\S+) \d+-(\d+)"\]$', text, re.MULTILINE)
    return bool(found) and found.groups() == (journal, str(last))
