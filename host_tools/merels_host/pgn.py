# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The PGN file of a recorded game: its name, what is in it, and of which records it was made.

The last step of the recorder's stream. The text itself is exchange/pgn_writer's; the tag Records
(which records of which journal) tells whether a file is up to date.

    path = save(game, Path("merels-games"))
"""

import re
from pathlib import Path

from merels_host.atomic import write_atomically
from merels_host.exchange import pgn_writer
from merels_host.exchange.recorded_score import score_of
from merels_host.games import RecordedGame
from merels_host.session import safe_name


def save(game: RecordedGame, folder: Path) -> Path:
    """Write the game's file, whole or not at all, and return its path. Raises DiskProblem."""
    path = path_of(game, folder)
    write_atomically(path, pgn(game))
    return path


def pgn(game: RecordedGame) -> str:
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
