# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records of one journal folded into rows of the archive, one record after the other.

Between `games`, which replays them, and `ingest`, which writes the rows. It adds what only the
archive keeps: how long each turn took, and the turns that were taken back. A turn takes as long as
since what was before it: a turn, the beginning, the setting or a take-back. With a correction by
hand, whose take-back and turn are recorded together, it is since what was before the turn that was
corrected.

    fold = Fold("e66141", "7f3a21c9")
    fold.apply(record)
    fold.changes()     # rows of the games and turns that are new or different
"""

from typing import Any

from merels.wire import framing

from merels_host.rulebook.openings import PLIES, opening
from merels_host.sessions.games import SIDES, TOGETHER, Games, RecordedGame
from merels_host.sessions.players import KEYS
from merels_host.sessions.recorded import JournalRecord

_WRAP = (1 << 30) - 1  # of the board's clock, in ms
Row = dict[str, Any]


class Fold:
    """heard: when the games before were first heard, at the latest; "" before any."""

    def __init__(self, board: str, journal: str, heard: str = ""):
        self._key = {"board": board, "journal": journal}
        self._games = Games(board, journal)
        self._game: RecordedGame | None = None
        self._heard = heard
        self._ended: str | None = None
        self._takebacks = 0
        self._turns: list[Row] = []  # of the main line
        self._ms: int | None = None  # the board's clock at the last record of this game
        self._begun: list[int | None] = []  # when it began to count for each turn of `_turns`
        self._back: tuple[int, int | None] | None = None  # just taken back: when, and begun when
        self._game_rows: dict[int, Row] = {}
        self._turn_rows: dict[int, Row] = {}

    @property
    def first(self) -> int:
        """Number of the first record of the game under way, 0 if there is none."""
        return self._game.first if self._game else 0

    @property
    def game(self) -> RecordedGame | None:
        """The game under way."""
        return self._game

    @property
    def takebacks(self) -> int:
        """Turns of the game under way that were taken back."""
        return self._takebacks

    @property
    def turns(self) -> list[Row]:
        """The rows of the main line of the game under way."""
        return self._turns

    def apply(self, record: JournalRecord) -> None:
        """Take the next record in."""
        game = self._games.apply(record)
        if game is None:
            self._ms = self._back = None  # the board was switched on: its clock began anew
            self._begun = [None] * len(self._turns)
            return
        if game is not self._game:
            self._game = game
            self._heard = max(self._heard, game.started)
            self._ended = None
            self._takebacks = 0
            self._turns = []
            self._begun = []
            self._ms = self._back = None
        values = record.line.values
        ms = framing.decimal(values.get("ms", ""))
        if record.line.word == "move":
            self._turn(game, record, ms)
        back = None
        while len(self._turns) > len(game.turns):
            turn = self._turns.pop()
            turn["taken_back"] = 1
            self._turn_rows[turn["number"]] = turn
            self._takebacks += 1
            back = ms, self._begun.pop()
        self._back = back
        self._ended = (record.utc or None) if record.line.word == "over" else None
        if ms >= 0:
            self._ms = ms
        self._game_rows[game.first] = self._row(game)

    def changes(self) -> tuple[list[Row], list[Row]]:
        """The rows of games and of turns that changed since the last call."""
        found = list(self._game_rows.values()), list(self._turn_rows.values())
        self._game_rows = {}
        self._turn_rows = {}
        return found

    def _turn(self, game: RecordedGame, record: JournalRecord, ms: int) -> None:
        begun = self._ms
        if self._back and (ms - self._back[0]) & _WRAP <= TOGETHER:
            begun = self._back[1]  # a correction takes as long as what it corrects, and more
        took = (ms - begun) & _WRAP if ms >= 0 and begun is not None else None
        row = self._key | {
            "number": record.number,
            "first": game.first,
            "ply": len(game.turns),
            "side": game.sides[-1],
            "text": game.turns[-1],
            "phase": game.phases[-1],
            "utc": record.utc,
            "ms": ms if ms >= 0 else None,
            "took_ms": took,
            "taken_back": 0,
        }
        self._turns.append(row)
        self._begun.append(begun)
        self._turn_rows[record.number] = row

    def _row(self, game: RecordedGame) -> Row:
        winner = reason = None
        if game.over:
            winner = "none" if game.over[0] is None else SIDES[game.over[0]]
            reason = game.over[1]
        return self._key | {
            "first": game.first,
            "last": game.last,
            "game": game.number,
            "variant": game.variant,
            "changed": ",".join(f"{name}={value}" for name, value in game.changed.items()),
            **{key: game.said.get(key, "") for key in KEYS},
            "started": game.started,
            "heard": self._heard,
            "ended": self._ended,
            "winner": winner,
            "reason": reason,
            "opening": _opening(game),
            "plies": len(game.turns),
            "removals": sum(turn.count("x") for turn in game.turns),
            "takebacks": self._takebacks,
            "whole": int(game.whole),
            "doubts": len(game.doubts),
        }


def _opening(game: RecordedGame) -> str:
    """Of a game that began with the empty board, and was recorded from there."""
    if not game.whole or any(turns < PLIES for turns, _ in game.edits):
        return ""
    return opening(game.variant, game.turns)
