# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the recorder tells whoever watches it: a screen, a log, a test.

A Watcher is deaf and mute; `views/live_screen` has those that show something. All text that came
from a board is passed on as it was: whoever shows it makes it printable first.
"""

from pathlib import Path

from merels_host.board.link import Hello
from merels_host.sessions.games import RecordedGame
from merels_host.sessions.recorded import JournalRecord


class Watcher:
    """Is told everything and shows nothing."""

    def connected(self, hello: Hello) -> None:
        """A board has answered."""

    def waiting(self, why: str) -> None:
        """The board cannot be reached; it is tried again and again, each time with this call."""

    def resumed(self, game: RecordedGame) -> None:
        """This game was begun in an earlier run; its records so far are on disk."""

    def record(self, record: JournalRecord, game: RecordedGame | None, behind: bool) -> None:
        """A record is on disk and in its game; `behind`: more are known to come at once."""

    def progress(self, have: int, last: int) -> None:
        """The records up to `have` are on disk; the board has some up to `last`."""

    def state(self, values: dict[str, str]) -> None:
        """The board's answer to `state`."""

    def saved(self, path: Path, game: RecordedGame) -> None:
        """A game's PGN file was written."""

    def note(self, sentence: str) -> None:
        """Something a person should know."""

    def log(self, text: str) -> None:
        """A line from the board that is none of the wire's, such as a traceback."""

    def tick(self) -> None:
        """Some time has passed."""
