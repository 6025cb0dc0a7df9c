# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which records of a board's journal are on this disk, and what they say.

Between the session files and the games: a record counts once however often it was heard, and
`have` is what the board may be told to forget. Numbers that the board itself no longer had are
skipped, so that one lost record does not hold up all later ones for ever.

    recorded = Recorded.scan(Path("merels-games"), "e66141", "7f3a21c9")
    recorded.have       # 17: records 1 to 17 are on disk
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from merels.wire import framing

from merels_host.sessions.folder import sessions_of
from merels_host.sessions.players import Said


@dataclass(frozen=True)
class JournalRecord:
    """One record: its number, the time it was first heard, its line, and who is said to play."""

    number: int
    utc: str
    line: framing.Line
    said: Mapping[str, str] = field(default_factory=dict, compare=False)


class Recorded:
    """The records of one journal that are on disk."""

    def __init__(self) -> None:
        self.have = 0  # every record up to this number is on disk, or gone from the board too
        self.records: dict[int, JournalRecord] = {}
        self.differing: list[int] = []  # numbers that were heard again with another text
        self._skipped: dict[int, int] = {}  # first missing number -> last missing number

    @classmethod
    def scan(cls, folder: Path, board: str, journal: str, sync: bool = False) -> "Recorded":
        """All that the session files in `folder` have of this journal. Raises DiskProblem.

        sync: and see to it that it is on the disk, for it may be acknowledged. A recorder that was
        killed may have written what only the system's memory has.
        """
        recorded = cls()
        for file in sessions_of(folder, board, journal):
            if sync:
                file.sync()
            said = Said(file.header)
            for entry in file:
                if entry.get("dir") == "in":
                    line = framing.parse(str(entry.get("line", "")))
                    if is_record(line):
                        utc = str(entry.get("utc", ""))
                        recorded.add(JournalRecord(line.number, utc, line, said.of(line.number)))
                elif entry.get("event") == "missing":
                    recorded.skip(entry.get("first"), entry.get("last"))
        return recorded

    def add(self, record: JournalRecord) -> bool:
        """Count a record that is on disk; False if it was there before."""
        known = self.records.setdefault(record.number, record)
        if known is not record:
            if known.line.text != record.line.text:
                self.differing.append(record.number)
            return False
        self._advance()
        return True

    def skip(self, first: object, last: object) -> None:
        """The board has lost the records `first` to `last`: do not wait for them."""
        if isinstance(first, int) and isinstance(last, int) and 0 < first <= last:
            self._skipped[first] = max(last, self._skipped.get(first, 0))
            self._advance()

    def merge(self, other: "Recorded") -> None:
        """Count all that `other` has."""
        for record in other.records.values():
            self.add(record)
        for first, last in other._skipped.items():
            self.skip(first, last)

    def contiguous(self) -> Iterator[JournalRecord]:
        """The records up to `have`, in order."""
        for number in sorted(self.records):
            if number <= self.have:
                yield self.records[number]

    def before_game(self) -> int:
        """All up to this number is older than the game under way, and the boot just before it; in
        any case than the last record."""
        first = max(
            (n for n, one in self.records.items() if n <= self.have and one.line.word == "game"),
            default=max(self.have, 1),
        )
        before = self.records.get(first - 1)
        return first - 2 if before and before.line.word == "boot" else first - 1

    def _advance(self) -> None:
        before = -1
        while self.have != before:
            before = self.have
            if before + 1 in self.records:
                self.have += 1
            else:
                for first, last in self._skipped.items():
                    if first <= self.have + 1 <= last:
                        self.have = last


def is_record(line: framing.Line | None) -> TypeGuard[framing.Line]:
    """Is this a record that may be believed: numbered, and with a right checksum?"""
    return line is not None and line.kind == "record" and line.checked and line.number > 0
