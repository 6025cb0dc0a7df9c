# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records that a session file lacks and that others beside it have.

Beside `session`, for whoever tells the games of one file. A record is written into the file of the
recorder that heard it, so a second file of the same journal need not have what the first one has;
to tell its games without that would be to tell wrong ones.

    others = OtherSessions(SessionFile(path))
    others.records(17, 37)       # those of them that are found
    others.words(17, 37)         # "records 17 to 37 are not in this file; they are in ..."
"""

from collections.abc import Mapping
from itertools import pairwise

from merels.wire import framing

from merels_host.errors import DiskProblem
from merels_host.sessions.folder import look
from merels_host.sessions.recorded import JournalRecord, is_record
from merels_host.sessions.session import SessionFile


class OtherSessions:
    """The other session files of the same board and journal; they are read when first needed."""

    def __init__(self, file: SessionFile):
        self._file = file
        self._read = False
        self._records: dict[int, JournalRecord] = {}
        self._names: dict[int, str] = {}  # of the files that they are in
        self._lost: list[tuple[int, int]] = []  # by the board

    def records(self, first: int, last: int) -> list[JournalRecord]:
        """Those from `first` to `last` that are found, in order."""
        self._look()
        return [self._records[n] for n in sorted(self._records) if first <= n <= last]

    def game_before(self, number: int) -> int:
        """The record with which the game began that was under way at `number`; 0 if unknown."""
        self._look()
        for before in range(number - 1, 0, -1):
            if before not in self._records:
                return 0
            if self._records[before].line.word == "game":
                return before
        return 0

    def words(self, first: int, last: int) -> str:
        """Where the records from `first` to `last` are, which the file lacks."""
        self._look()
        runs: list[tuple[int, int, tuple[str, str]]] = []
        for start, end in pairwise(self._cuts(first, last)):
            where = self._where(start)
            if runs and runs[-1][2] == where:
                start = runs.pop()[0]
            runs.append((start, end - 1, where))
        return " ".join(_sentence(*run) for run in runs)

    def _cuts(self, first: int, last: int) -> list[int]:
        """Where something else may begin to be true of the records from `first` to `last`."""
        cuts = {first, last + 1}
        for a, b in [*self._lost, *((number, number) for number in self._names)]:
            cuts |= {cut for cut in (a, b + 1) if first < cut <= last}
        return sorted(cuts)

    def _where(self, number: int) -> tuple[str, str]:
        """What to say of one such record, and of several."""
        name = self._names.get(number)
        if name:
            return (
                f"is not in this file; it is in {name}.",
                f"are not in this file; they are in {name}.",
            )
        if any(first <= number <= last for first, last in self._lost):
            return "was lost by the board.", "were lost by the board."
        step = (
            f"in no session file here; put the others of this board beside {self._file.path.name}."
        )
        return f"is {step}", f"are {step}"

    def _look(self) -> None:
        if self._read:
            return
        self._read = True
        mine = self._file.path.resolve()
        key = self._file.header["board"], self._file.header["journal"]
        try:
            files = look(self._file.path.parent).files
        except DiskProblem:
            return  # the file can be read, but not what is beside it
        for file in files:
            if (file.header["board"], file.header["journal"]) == key:
                try:
                    self._take(file, file.path.resolve() != mine)
                except DiskProblem:
                    continue  # what it has is then in no file that can be read

    def _take(self, file: SessionFile, other: bool) -> None:
        for entry in file:
            first, last = entry.get("first"), entry.get("last")
            if (
                entry.get("event") == "missing"
                and isinstance(first, int)
                and isinstance(last, int)
            ):
                self._lost.append((first, last))
            line = framing.parse(str(entry.get("line", "")))
            if other and entry.get("dir") == "in" and is_record(line):
                record = JournalRecord(line.number, str(entry.get("utc", "")), line)
                if self._records.setdefault(line.number, record) is record:
                    self._names[line.number] = file.path.name


def holes(numbers: list[int]) -> list[tuple[int, int]]:
    """First and last of what is missing between the least and the greatest of `numbers`.

    >>> holes([3, 4, 7, 8, 10])
    [(5, 6), (9, 9)]
    """
    known = sorted(set(numbers))
    return [(a + 1, b - 1) for a, b in pairwise(known) if b > a + 1]


def begins_with_game(words: Mapping[int, str]) -> bool:
    """Do the records with these numbers and words begin with a game, or have none? A `boot` may
    be before it."""
    first = min((number for number, word in words.items() if word != "boot"), default=0)
    return words.get(first, "game") == "game"


def _sentence(first: int, last: int, where: tuple[str, str]) -> str:
    return (
        f"record {first} {where[0]}" if first == last else f"records {first} to {last} {where[1]}"
    )
