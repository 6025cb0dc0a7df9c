# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The PGN files of a recording: written when a game ends, and again when it goes on after that.

Between the recorder, which knows when, and `pgn`, which knows what. A file that a crash or a full
disk prevented is made later, from the same records.

    files = GameFiles(Path("merels-games"), watcher)
    files.save(game)
"""

from pathlib import Path

from merels_host import pgn
from merels_host.errors import DiskProblem
from merels_host.games import Games, RecordedGame
from merels_host.recorded import Record
from merels_host.watcher import Watcher


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
        path = pgn.path_of(game, self.folder)
        try:
            if not game.turns and not game.over and not game.edits:
                self._remove(path)
                return
            pgn.save(game, self.folder)
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
        if pgn.path_of(game, self.folder).exists():
            self.save_if_stale(game)

    def save_if_stale(self, game: RecordedGame) -> None:
        """Write the game's file if there is none, or one of fewer records."""
        if not pgn.is_saved(pgn.path_of(game, self.folder), game.journal, game.last):
            self.save(game)

    def save_missing(self, board: str, journal: str, group: list[Record]) -> None:
        """The same for a game of an earlier run, which is replayed only if need be."""
        path = pgn.path_of(RecordedGame(board, journal, group[0]), self.folder)
        if not pgn.is_saved(path, journal, group[-1].number):
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
