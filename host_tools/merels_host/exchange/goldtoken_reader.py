# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the pages of GoldToken, as people copy them: one row a turn, in words.

    for found in read(["1\\tPlace to d6", "2\\tPlace to f4"], "page.txt"): ...  # Score or Fault

Each row becomes a line of PGN, for the one reader of that. A row has one turn or one of each
player; players, result and what else is told stand before and after. What is not understood in a
row is a Fault, as is a row that is missing; elsewhere it is kept as a comment, but for the menu at
the end of a page.

GoldToken states no rules: nine men's morris, White begins, who has three pieces left may fly, and
a piece in a mill may be taken if there is no other.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from merels.errors import RulesError

from merels_host.exchange import goldtoken_rows as rows
from merels_host.exchange import pgn_reader
from merels_host.exchange.pgn_writer import head
from merels_host.exchange.score import Fault, Score
from merels_host.exchange.variant_names import variant_of

_ROW = re.compile(r"\s*(?:turn\s+)?(\d{1,6})\s*(?:[.):]+\s*|\t\s*|\s+|$)(?=(.*))", re.IGNORECASE)
_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_HEADS = re.compile(r"(past moves|go to|turn|moves?|white|black|player|#|\s)*", re.IGNORECASE)
_MENU = re.compile(r"\s*quick jump\b", re.IGNORECASE)
_COMMENT = re.compile(r"(\{[^}]*\}?|;.*)")
_SPLIT = re.compile(r"\s*[-–:|,(]\s*")

_TIE = "\ue000"  # between words that must stay together; no text has it
_DUE = re.compile(r"(row \d+ stands where row \d+ is due).*")
_LONGEST = 200  # characters of a line that may tell players or a result


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it."""
    pages = _Pages()
    for found in pgn_reader.read(pages.as_pgn(lines), file, variant):
        if isinstance(found, Score):
            for turn in found.turns[-1:]:
                turn.after = _untied(turn.after)
        else:
            words = _untied(found.words)
            row = pages.rows.get(found.line) if found.move else None
            found = replace(
                found, words=_DUE.sub(r"\1.", words), move=f"{row}." if row else found.move
            )
        yield found


def _tied(text: str) -> str:
    """What stands in a row and is no move, as one word, which the rules will refuse."""
    return _TIE + _TIE.join(re.sub(r"[{}();$\[\]!?]", ".", text).split())


def _untied(text: str) -> str:
    return re.sub(f" ?{_TIE}+ ?", " ", text).strip(" ")


class _Pages:
    """rows: line of the file -> number of the row there, of the games that may still be read."""

    def __init__(self) -> None:
        self.rows: dict[int, int] = {}
        self._begin()

    def as_pgn(self, lines: Iterable[str]) -> Iterator[str]:
        """A line of PGN for each line; a game comes as a whole, as its end may tell its result."""
        for number, line in enumerate(lines, 1):
            line = line.removeprefix("\ufeff").rstrip("\r\n")
            if not self._inside and self._opens(line):
                yield from self._game()
                self._begin()
            self._out.append("")
            if self._menu and not _ROW.match(line):
                continue
            self._menu = not self._inside and bool(_MENU.match(line))
            if not self._menu:
                self._take(line, number)
        yield from self._game()

    def _begin(self) -> None:
        self._out: list[str] = []  # the lines of the game
        self._tags: dict[str, str] = {}
        self._moved = False
        self._row = 0  # the last that has a turn
        self._inside = False  # a comment in braces
        self._menu = False
        self._now: dict[int, int] = {}

    def _opens(self, line: str) -> bool:
        """Is it the first line of another game?"""
        if not self._moved:
            return False
        row = _ROW.match(line)
        if row:
            return int(row[1]) == 1 and bool(rows.moves(row[2])[0])
        text = line.strip()[:_LONGEST]
        return bool(text.lower().startswith("goldtoken") or _TAG.match(line) or rows.players(text))

    def _game(self) -> Iterator[str]:
        """The lines of the game, the tags before the first."""
        self.rows = {**dict(list(self.rows.items())[-1000:]), **self._now}
        if self._moved or self._tags:
            tags = head({"Event": "?"} | self._tags).replace("\n", " ")
            yield f"{tags}{self._out[0]}\n"
            yield from (f"{line}\n" for line in self._out[1:])
        else:
            yield from (f"{line}\n" for line in self._out)

    def _take(self, line: str, number: int) -> None:
        """Put a line into the game; comments in it stay as they are."""
        for part in _COMMENT.split(line) if not self._inside else [line]:
            if self._inside or part.startswith(("{", ";")):
                self._inside = "}" not in part and (self._inside or part.startswith("{"))
                self._add(part)
            elif part.strip():
                self._say(part, number)

    def _add(self, text: str) -> None:
        self._out[-1] = f"{self._out[-1]} {text}".strip()

    def _say(self, text: str, number: int) -> None:
        row = _ROW.match(text)
        said = (row[2] if row else text).strip()
        tag = _TAG.fullmatch(text)
        found, rest = rows.moves(said)
        if tag:
            self._tags.setdefault(tag[1], re.sub(r"\\(.)", r"\1", tag[2]))
        elif found:
            self._next(row, number)
            self._add(" ".join(found))
            if rows.UNFINISHED.fullmatch(rest):
                self._add(_tied(rest))
            else:
                self._remark(rest)
        elif row and said and not self._header(said):
            self._next(row, number)
            self._add(_tied(said))
        elif not row and not self._header(text.strip()):
            self._remark(text.strip())

    def _next(self, row: re.Match[str] | None, number: int) -> None:
        """A row has a turn, and must follow the one before."""
        self._moved = True
        if row:
            told = self._now[number] = int(row[1])
            if told not in (self._row, self._row + 1) or told == 0:
                self._add(_tied(f"row {told} stands where row {self._row + 1} is due"))
            self._row = told

    def _header(self, text: str) -> bool:
        """Take a line that tells players, result or the like."""
        if len(text) > _LONGEST:
            return False
        names = {side: self._tags[side] for side in ("White", "Black") if side in self._tags}
        told, reason = rows.result(text, names)
        if told:
            self._tags.setdefault("Result", told)
            if reason:
                self._tags.setdefault("Termination", reason)
            return True
        who = rows.players(text)
        if who:
            self._tags = who | self._tags
            return True
        if "goldtoken" in text.lower():
            self._tags.setdefault("Site", "GoldToken")
        for part in _SPLIT.split(text):
            try:
                self._tags.setdefault("Variant", variant_of(part.strip(" )")))
            except RulesError:
                continue
        columns = [part.strip() for part in text.split("\t")]
        if len(columns) == 3 and columns[0].lower() == "turn" and not _HEADS.fullmatch(text):
            self._tags = dict(zip(("White", "Black"), columns[1:], strict=True)) | self._tags
            return True
        return text.lower() == "goldtoken" or bool(_HEADS.fullmatch(text))

    def _remark(self, text: str) -> None:
        for side in ("White", "Black"):
            name = self._tags.get(side, "")
            if name and re.match(rf"{re.escape(name)}\s*([:,-]|$)", text):
                text = text[len(name) :]
        text = text.strip(" \t:,.-")
        if text:
            self._add(f"{{{text}}}")
