# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What people said of games after they were recorded: a file beside the archive, and the rows.

The file only grows, a line for each saying, and the last one counts. It is written before the
archive is, so that a rebuild finds it again; docs/data-formats.md describes it.

    tags = Tags.of(store)
    tags.say(connection, [row], {"white": "Ann"})
"""

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

import sqlalchemy as sa

from merels_host.archive.import_files import folder_of
from merels_host.archive.schema import games
from merels_host.archive.session_rows import plain
from merels_host.archive.store import Store
from merels_host.archive.stored import Key
from merels_host.errors import DiskProblem
from merels_host.files import sync_folder
from merels_host.sessions.players import KEYS, Said

_SUFFIX = ".tags.jsonl"  # not that of session files, beside which it may lie
Game = tuple[str, str, int]  # board, journal, number of the first record


class Tags:
    """The tags of one archive. path: their file, which may not exist."""

    def __init__(self, path: Path):
        self.path = path
        self.damaged = 0  # lines that could not be read
        self._read: tuple[int, int] | None = None  # size and time of the file as it was read
        self._said: dict[Game, dict[str, str]] = {}
        self._earlier: dict[Game, list[dict[str, str]]] = {}

    @classmethod
    def of(cls, store: Store) -> "Tags":
        """Those of an open archive."""
        return cls(folder_of(store).with_suffix(_SUFFIX))

    @classmethod
    def beside(cls, file: Path) -> "Tags":
        """Those of the archive in this file."""
        return cls(file.parent / f"{file.stem}{_SUFFIX}")

    def say(
        self, connection: sa.Connection, rows: Sequence[sa.Row], names: Mapping[str, str]
    ) -> None:
        """Say the same of these games; "" takes a name away. Raises DiskProblem."""
        utc = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines = []
        for row in rows:
            key = {"board": row.board, "journal": row.journal, "first": row.first}
            lines.append(json.dumps({"utc": utc, **key, "game": row.game, **names}))
        self._append("\n".join(lines) + "\n")
        for row in rows:
            _update(connection, (row.board, row.journal, row.first), names)

    def apply(self, connection: sa.Connection, key: Key | None = None) -> None:
        """Put what was said into the rows, of one journal or of all. Raises DiskProblem."""
        for game, names in self.said().items():
            if key is None or game[:2] == key:
                _update(connection, game, names)

    def said(self) -> dict[Game, dict[str, str]]:
        """What was said last of each game. Raises DiskProblem."""
        try:
            state = os.stat(self.path)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._problem("read", error) from error
        if self._read != (state.st_size, state.st_mtime_ns):
            self._load()
            self._read = (state.st_size, state.st_mtime_ns)
        return self._said

    def ever(self, game: Game) -> list[dict[str, str]]:
        """All that was said of a game, one time after the other. Raises DiskProblem."""
        self.said()
        return self._earlier.get(game, [])

    def _load(self) -> None:
        self._said = {}
        self._earlier = {}
        self.damaged = 0
        try:
            with self.path.open("rb") as file:
                for raw in file:
                    self._take(raw)
        except OSError as error:
            raise self._problem("read", error) from error

    def _take(self, raw: bytes) -> None:
        try:
            line = json.loads(raw)
            game = line["board"], line["journal"], line["first"]
        except (ValueError, RecursionError, TypeError, KeyError):
            self.damaged += 1
            return
        if not (isinstance(game[0], str) and isinstance(game[1], str) and type(game[2]) is int):
            self.damaged += 1
            return
        game = plain(game[0]), plain(game[1]), game[2]
        kept = Said(line).of(0)
        names = {key: kept.get(key, "") for key in KEYS if isinstance(line.get(key), str)}
        self._said.setdefault(game, {}).update(names)
        self._earlier.setdefault(game, []).append(dict(self._said[game]))

    def _append(self, text: str) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                end = file.seek(0, os.SEEK_END)
                if end:
                    file.seek(end - 1)
                    # A line that a power cut left without an end must not take ours with it.
                    text = text if file.read(1) == b"\n" else "\n" + text
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            sync_folder(self.path.parent)
        except OSError as error:
            raise self._problem("write", error) from error

    def _problem(self, verb: str, error: OSError) -> DiskProblem:
        return DiskProblem(
            f"cannot {verb} {self.path} ({error.strerror or error}), which has the names of "
            "players; see whose it is, and whether there is room."
        )


def _update(connection: sa.Connection, game: Game, names: Mapping[str, str]) -> None:
    c = games.c
    where = (c.board == game[0], c.journal == game[1], c.first == game[2])
    if names:
        connection.execute(sa.update(games).where(*where).values(**names))
