# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games as PGN files, in the dialect that Sanmill reads and writes.

The last step of the stream. Seven tags and Variant and PlyCount as Sanmill has them; Rules
(options that differ from the variant), Termination (the reason) and Records (which records of
which journal the file was made of) are ours, and other programs pass over them.

    path = save(game, Path("merels-games"))
"""

import re
import textwrap
from pathlib import Path

from merels_host.atomic import write_atomically
from merels_host.games import RecordedGame
from merels_host.session import safe_name

# Sanmill's English names of the games that it has; other games have names of the same kind.
SANMILL_NAMES = {
    "nine-mens-morris": "Nine Men's Morris",
    "twelve-mens-morris": "Twelve Men's Morris",
    "morabaraba": "Morabaraba",
    "dooz": "Dooz",
    "lasker-morris": "Lasker Morris",
    "russian-mill": "Russian Mill",
    "cham-gonu": "Cham Gonu",
    "zhi-qi": "Zhi Qi",
    "cheng-san-qi": "Cheng San Qi",
    "da-san-qi": "Da San Qi",
    "mul-mulan": "Mul-Mulan",
    "nerenchi": "Nerenchi",
    "el-filja": "El Filja",
}
_RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


def save(game: RecordedGame, folder: Path) -> Path:
    """Write the game's file, whole or not at all, and return its path. Raises DiskProblem."""
    path = path_of(game, folder)
    write_atomically(path, pgn(game))
    return path


def path_of(game: RecordedGame, folder: Path) -> Path:
    """Where the game's file is: board, journal, number and the day on which it began."""
    day = game.started[:10] or "undated"
    name = f"{safe_name(game.board)}-{safe_name(game.journal)}-game{game.number:04d}-{day}.pgn"
    return folder / name


def name_of(variant: str) -> str:
    """The English name of a game: "Six Men's Morris" for six-mens-morris."""
    words = [word.capitalize() for word in variant.split("-")]
    ours = " ".join("Men's" if word == "Mens" else word for word in words)
    return SANMILL_NAMES.get(variant, ours)


def is_saved(path: Path, journal: str, last: int) -> bool:
    """Is the file there, and made of all the records up to `last`?"""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    found = re.search(r'^\[Records "(\S+) \d+-(\d+)"\]$', text, re.MULTILINE)
    return bool(found) and found.groups() == (journal, str(last))


def result(game: RecordedGame) -> str:
    """1-0, 0-1, 1/2-1/2, or * for a game that was not finished."""
    if game.over is None or game.over[1] == "unfinished":
        return "*"
    return _RESULTS[game.over[0]]


def pgn(game: RecordedGame) -> str:
    """The game as PGN text."""
    day, _, time = game.started.partition("T")
    tags = {
        "Event": "?",
        "Site": f"Merels board {game.board}",
        "Date": day.replace("-", ".") or "????.??.??",
        "Round": str(game.number),
        "White": "?",
        "Black": "?",
        "Result": result(game),
        "Variant": name_of(game.variant),
        "PlyCount": str(len(game.turns)),
    }
    if game.changed:
        tags["Rules"] = ",".join(f"{name}={value}" for name, value in game.changed.items())
    if time:
        tags["UTCTime"] = time[:8]
    if game.over is not None:
        tags["Termination"] = game.over[1]
    tags["Records"] = f"{game.journal} {game.first}-{game.last}"
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    words = [*_movetext(game), result(game)]
    body = textwrap.fill(" ".join(words), width=79, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{body}\n"


def _movetext(game: RecordedGame) -> list[str]:
    """The words of the movetext: numbers, moves, and comments where the board was set by hand."""
    words: list[str] = []
    edits: dict[int, list[str]] = {}
    for ply, position in game.edits:
        edits.setdefault(ply, []).append(_comment(f"position set: {position}"))
    number = 0
    open_turn = False  # White has played this number's first half, Black has not answered yet
    for i, (turn, side) in enumerate(zip(game.turns, game.sides, strict=True)):
        if i in edits:
            words += edits[i]
        if side == 0:
            number += 1
            words.append(f"{number}.")
        elif not open_turn:
            number += 1
            words.append(f"{number}...")
        elif i in edits:
            words.append(f"{number}...")
        words.append(turn)
        open_turn = side == 0
    words += edits.get(len(game.turns), [])
    words += [_comment(doubt) for doubt in game.doubts]
    return words


def _quoted(text: str) -> str:
    return _plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    return "{ " + _plain(text).replace("{", "(").replace("}", ")") + " }"


def _plain(text: str) -> str:
    """Without control characters, which came over a wire and have no place in a file of text."""
    return "".join(char if char.isprintable() else "?" for char in text)
