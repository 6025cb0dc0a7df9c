# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records folded into games, each replayed with the firmware's own rules.

Between the records on disk and everything that shows games: the board says what was played, the
rules here say whether they agree, move by move, by the hash of the position. A difference never
stops the recording; it is kept in `doubts` and shown.

    games = Games("e66141", "7f3a21c9")
    for record in recorded.contiguous():
        games.apply(record)
    games.current.turns          # ["d6", "f4", "d2", ...]
"""

from collections.abc import Iterable

from merels.errors import RulesError
from merels.rules.game import Game
from merels.wire import framing

from merels_host.sessions.recorded import JournalRecord

SIDES = ("white", "black")
TOGETHER = 50  # ms between records of one deed of hands, such as a correction
# How the rules end a game; other reasons (resigned, agreed, unfinished) are the players' own.
_RULE_REASONS = (
    "few-pieces",
    "blocked",
    "line",
    "board-full",
    "quiet-limit",
    "endgame-limit",
    "repetition",
)
# The words of an edit record that are not part of the position text.
_NOT_POSITION = ("game", "ply", "board", "pos", "ms")
PHASES = ("placing", "moving", "flying")


class RecordedGame:
    """One game as a board recorded it.

    turns: the main line, removals glued on. sides: who played each turn (0 white, 1 black).
    phases: of each turn, as in phases.PHASES. edits: (number of turns before, position text) where
    the board was set by hand. over: None or (winner 0, 1, None; reason). first, last: numbers of
    its records. whole: its beginning is recorded. game: the rules' view of it, None where that is
    unknown. doubts: sentences. doubted: after how many turns each came up. said: who is said to
    play, see `sessions.players`.
    """

    def __init__(self, board: str, journal: str, record: JournalRecord):
        self.board = board
        self.journal = journal
        self.number = max(framing.decimal(record.line.values.get("game", "")), 0)
        self.started = record.utc
        self.first = self.last = record.number
        self.variant = record.line.values.get("variant", "unknown")
        self.changed: dict[str, str] = {}
        self.turns: list[str] = []
        self.sides: list[int] = []
        self.phases: list[int] = []
        self.edits: list[tuple[int, str]] = []
        self.over: tuple[int | None, str] | None = None
        self.whole = record.line.word == "game"
        self.game: Game | None = None
        self.doubts: list[str] = []
        self.doubted: list[int] = []
        self.said: dict[str, str] = {}
        self._offset = 0  # turns before the position that `game` started from
        self._base = 0  # the ply that the board counted there
        if not self.whole:
            self._doubt(record, f"the beginning of game {self.number} is not recorded")

    def apply(self, record: JournalRecord) -> None:
        """Take one more record of this game in."""
        self.last = record.number
        self.said = {**record.said, **self.said}  # what was said first stays
        values = record.line.values
        if record.line.word == "game":
            self._begin(record)
        elif record.line.word == "edit":
            self._edit(record)
        elif record.line.word == "move":
            self._move(record)
        elif record.line.word == "takeback":
            self._take_back(record)
        elif record.line.word == "over":
            self._end(record)
        if self.game is not None and "pos" in values:
            ours = framing.checksum(self.game.position())
            if ours != values["pos"]:
                self._doubt(
                    record,
                    f"the board's position ({values['pos']}) is not the recorder's ({ours})",
                )

    def _begin(self, record: JournalRecord) -> None:
        for pair in filter(None, record.line.values.get("set", "").split(",")):
            name, _, value = pair.partition("=")
            self.changed[name] = value
        try:
            self.game = Game(self.variant, **self.changed)
        except (RulesError, TypeError) as error:
            self._doubt(record, f"these rules do not know the game ({error})")

    def _edit(self, record: JournalRecord) -> None:
        values = record.line.values
        text = " ".join(f"{key}={values[key]}" for key in values if key not in _NOT_POSITION)
        self.edits.append((len(self.turns), text))
        self.over = None
        self._offset = len(self.turns)
        self._base = max(framing.decimal(values.get("ply", "")), 0)
        try:
            self.game = Game.from_position(text, variant=self.variant, **self.changed)
        except (RulesError, TypeError) as error:
            self.game = None
            self._doubt(record, f"the position that was set is none ({error})")

    def _move(self, record: JournalRecord) -> None:
        text = record.line.values.get("text", "?")
        self.turns.append(text)
        self.phases.append(phase_of(self.game, text))
        if self.game is None:
            self.sides.append((len(self.turns) - 1) % 2)
            return
        self.sides.append(self.game.turn)
        try:
            self.game.play(text)
        except RulesError as error:
            self.game = None
            self._doubt(record, f"the board played what these rules do not allow ({error})")
            return
        self._check_ply(record)

    def _take_back(self, record: JournalRecord) -> None:
        remain = framing.decimal(record.line.values.get("ply", ""))
        keep = self._offset + remain - self._base
        if remain < 0 or not self._offset <= keep <= len(self.turns):
            self.game = None
            self._doubt(record, "more was taken back than is recorded")
            return
        self.over = None
        del self.turns[keep:]
        del self.sides[keep:]
        del self.phases[keep:]
        if self.game is not None:
            self.game.reopen()
            while self.game.ply > remain - self._base:
                self.game.undo_turn()
            self._check_ply(record)

    def _end(self, record: JournalRecord) -> None:
        values = record.line.values
        word, reason = values.get("winner", "none"), values.get("reason", "unfinished")
        winner = SIDES.index(word) if word in SIDES else None
        self.over = (winner, reason)
        if self.game is None:
            return
        outcome = self.game.outcome()
        ours = None if outcome is None else (outcome.winner, outcome.reason)
        if ours is None and reason not in _RULE_REASONS:
            self.game.finish(winner, reason)
        elif ours != self.over:
            self._doubt(record, f"the board says {word} {reason}, these rules say {_words(ours)}")

    def _check_ply(self, record: JournalRecord) -> None:
        said = framing.decimal(record.line.values.get("ply", ""))
        if self.game is not None and said >= 0 and said != self._base + self.game.ply:
            self._doubt(record, f"the board counts {said} plies, not {self._base + self.game.ply}")

    def _doubt(self, record: JournalRecord, what: str) -> None:
        self.doubts.append(f"record {record.number}: {what}.")
        self.doubted.append(len(self.turns))


class Games:
    """The games of one journal, in the order in which they were played; the last is `current`."""

    def __init__(self, board: str, journal: str):
        self.board = board
        self.journal = journal
        self.current: RecordedGame | None = None

    def apply(self, record: JournalRecord) -> RecordedGame | None:
        """Take the next record in: the game that it belongs to, None if to none (as `boot`)."""
        if "game" not in record.line.values or record.line.word == "boot":
            return None
        number = framing.decimal(record.line.values["game"])
        if (
            self.current is None
            or record.line.word == "game"
            or self.current.number != max(number, 0)
        ):
            self.current = RecordedGame(self.board, self.journal, record)
        self.current.apply(record)
        return self.current


def by_game(records: Iterable[JournalRecord]) -> list[list[JournalRecord]]:
    """Records in order, cut where a game begins. What belongs to no game is left out."""
    groups: list[list[JournalRecord]] = []
    last = None
    for record in records:
        number = record.line.values.get("game")
        if number is None or record.line.word == "boot":
            continue
        if not groups or record.line.word == "game" or number != last:
            groups.append([])
        groups[-1].append(record)
        last = number
    return groups


def _words(over: tuple[int | None, str | None] | None) -> str:
    if over is None:
        return "that the game goes on"
    return f"{'none' if over[0] is None else SIDES[over[0]]} {over[1]}"


def phase_of(game: Game | None, turn: str) -> int:
    """0, 1 or 2 (see PHASES) for a turn that `game` is about to play.

    A side that may fly flies, also where it goes to a neighbour. Without a game, as where these
    rules do not know it, nobody flies.
    """
    if "-" not in turn:
        return 0
    return 2 if game is not None and game.rules.fly and game.flies(game.turn) else 1
