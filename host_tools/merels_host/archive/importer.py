# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games of other programs into the archive, some hundreds at a time, each once.

Between the readers of exchange/ and the tables. A batch is written to a file of its own before
the archive takes it, so a rebuild finds it again.

    importer = Importer(store)
    for found in form.read(lines, name):
        importer.take(found, name)
    importer.finish()
    importer.new, importer.known        # 120, 3
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone

import sqlalchemy as sa

from merels_host.archive import import_files
from merels_host.archive.identity import core_of
from merels_host.archive.imported import digest_of, rows_of, score_of
from merels_host.archive.recognised import is_said_by, recognised
from merels_host.archive.schema import IMPORTED, games, imported, turns
from merels_host.archive.store import Store
from merels_host.archive.tags import Tags
from merels_host.exchange import pgn_writer
from merels_host.exchange.score import Fault, Score

BATCH = 500  # games that are in memory
_MOVES = 8  # that tell which game is meant
_DIGITS = 8  # of the digest, in a game's name


@dataclass(frozen=True)
class Taken:
    """A game as it is kept. text: as PGN in our dialect. file: from which it comes. utc: when it
    was imported."""

    text: str
    score: Score
    core: str
    utc: str = ""
    file: str = ""


class Importer:
    """new, known: games that were taken in, and that were there before. complain: is told where a
    file has other names for a game that was recorded here."""

    def __init__(self, store: Store, complain: Callable[[Fault], None] = lambda fault: None):
        self.new = 0
        self.known = 0
        self._store = store
        self._complain = complain
        self._tags = Tags.of(store)
        self._begun = datetime.now(timezone.utc).isoformat(timespec="microseconds")
        self._batch: dict[str, Taken] = {}
        self._cores: dict[str, list[Score]] = {}  # of the batch

    def take(self, score: Score, file: str = "") -> None:
        """Take one more game, of the file that is named. Raises ArchiveProblem and DiskProblem."""
        text = pgn_writer.write(score)
        try:
            score = score_of(text)  # a form that says more than PGN does leaves that behind here
        except ValueError:
            self._complain(Fault(file, 0, "", 0, _not_kept(score)))
            return
        digest, core = digest_of(score), core_of(score)
        alike = self._cores.setdefault(core, [])
        if digest in self._batch or any(is_said_by(score, other) for other in alike):
            self.known += 1
            return
        alike.append(score)
        self._batch[digest] = Taken(text, score, core, file=file)
        if len(self._batch) >= BATCH:
            self.finish()

    def finish(self) -> None:
        """Put what was taken into the archive. Raises ArchiveProblem and DiskProblem."""
        if not self._batch:
            return
        with self._store.begin(write=True) as connection:
            there = known(connection, self._batch)
            cores: dict[str, dict[str, Score]] = {}
            for key, one in self._batch.items():
                if key not in there:
                    cores.setdefault(one.core, {})[key] = one.score
            told = recognised(connection, self._tags, cores)
            there |= set(told)
            fresh = {key: one for key, one in self._batch.items() if key not in there}
            if fresh:
                utc = import_files.time_of(self._begun, self.new)
                texts = [one.text for one in fresh.values()]
                import_files.write(import_files.folder_of(self._store), utc, texts)
                times = (import_files.time_of(utc, number) for number in range(len(fresh)))
                timed = {
                    key: replace(one, utc=at)
                    for (key, one), at in zip(fresh.items(), times, strict=True)
                }
                keep(self._store, connection, timed)
        self.new += len(fresh)
        self.known += len(there)
        for key, words in told.items():
            if words:
                self._complain(Fault(self._batch[key].file, 0, "", 0, words))
        self._batch = {}
        self._cores = {}


def _not_kept(score: Score) -> str:
    players = " and ".join(score.tags.get(name, "?") for name in ("White", "Black"))
    moves = " ".join(turn.text for turn in score.turns[:_MOVES])
    return f"the game of {players} ({moves}) could not be read back; it is left out."


def known(connection: sa.Connection, digests: Iterable[str]) -> set[str]:
    """Those that are in the archive."""
    c = imported.c
    return set(connection.scalars(sa.select(c.digest).where(c.digest.in_(list(digests)))))


def keep(store: Store, connection: sa.Connection, batch: Mapping[str, Taken]) -> None:
    """Rows for games that are not there yet, by digest."""
    names = _names(connection, list(batch))
    rows = []
    for digest, one in batch.items():
        row = {"board": IMPORTED, "journal": names[digest], "first": 1, "digest": digest}
        rows.append(row | {"core": one.core, "utc": one.utc, "pgn": one.text})
    connection.execute(store.insert(imported), rows)
    fill(store, connection, [(names[digest], one.score, one.utc) for digest, one in batch.items()])


def fill(store: Store, connection: sa.Connection, found: list[tuple[str, Score, str]]) -> None:
    """The rows of `games` and `turns` for imported games: journal, score, time of import."""
    made = [rows_of(score, journal, utc) for journal, score, utc in found]
    connection.execute(store.upsert(games), [row for row, _ in made])
    many = [row for _, rows in made for row in rows]
    if many:
        connection.execute(store.upsert(turns), many)


def _names(connection: sa.Connection, digests: list[str]) -> dict[str, str]:
    """A name for each: the first eight digits of its digest that no other game is called by."""
    c = imported.c
    starts = [digest[:_DIGITS] for digest in digests]
    taken = set(connection.scalars(sa.select(c.journal).where(c.journal.in_(starts))))
    found: dict[str, str] = {}
    for digest, start in zip(digests, starts, strict=True):
        name = start
        if name in taken:
            ways = (digest[at : at + _DIGITS] for at in range(_DIGITS, len(digest), _DIGITS))
            free = (way for way in ways if way not in taken and not _is_taken(connection, way))
            name = next(free, digest)
        taken.add(name)
        found[digest] = name
    return found


def _is_taken(connection: sa.Connection, name: str) -> bool:
    return connection.scalar(sa.exists().where(imported.c.journal == name).select()) or False
