# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A game as it is written down: tags, turns, comments, variations, result.

What every reader of exchange/ gives and every writer takes; the archive makes scores of recorded
games and keeps the imported ones. A score says what somebody wrote; `replayed` says what the rules
make of it.

    score = Score("nine-mens-morris", turns=[Turn("d6"), Turn("f4")], result="*")
    score.replayed().position()
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from merels.rules.game import Game
from merels.rules.ruleset import Rules
from merels.rules.ruleset_maker import make
from merels.rules.turns import Turns

RESULTS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}  # and the winner: 0 white, 1 black, None nobody
FIRST_MOVE = "FirstMove"  # the tag with the number of the first move, if it has a start and not 1
OPEN = "*"  # the result of a game that was not finished


@dataclass
class Turn:
    """One turn: a move with its removals glued on, in the game's own names ("d6-f6xb4").

    before, after: comments. nags: numeric annotation glyphs ($1 is 1). took_ms: time spent, None
    where it is unknown. variations: other lines instead of this turn, each a list of turns.
    position: position text of a board that was set by hand before this turn, empty if it was not.
    closing: a comment behind the variations, which only a turn that has some can have.
    """

    text: str
    before: str = ""
    after: str = ""
    nags: list[int] = field(default_factory=list)
    took_ms: int | None = None
    variations: list["list[Turn]"] = field(default_factory=list)
    position: str = ""
    closing: str = ""


@dataclass
class Score:
    """variant: an id of the rules. changed: options that differ from it, name -> text. tags: what
    the file says about the game in its order (Event, Site, Date, Round, White, Black and whatever
    else), without those that the other fields hold. start: position text of a game that does not
    begin with the empty board, empty if it does. before: comment before the first turn. result:
    1-0, 0-1, 1/2-1/2 or *. reason: why the game ended (a word of the rules, resigned, agreed,
    unfinished), empty if the file does not say.
    """

    variant: str
    changed: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    start: str = ""
    before: str = ""
    turns: list[Turn] = field(default_factory=list)
    result: str = OPEN
    reason: str = ""

    @property
    def first_move(self) -> int:
        """The number of the first move."""
        said = self.tags.get(FIRST_MOVE, "") if self.start else ""
        return int(said) if re.fullmatch("[0-9]{1,5}", said) else 1

    def opened(self) -> Game:
        """The game before its first turn. Raises RulesError."""
        return fresh(self.variant, self.changed, self.start)

    def replayed(self) -> Game:
        """The game after its last turn. Raises RulesError, of the first turn that is not legal."""
        game = self.opened()
        for turn in self.turns:
            if turn.position:
                game = fresh(self.variant, self.changed, turn.position)
            game.play(turn.text)
        return game


def miscounted(name: str, said: str, turns: Sequence[Turn]) -> str:
    """What is wrong about the number of plies that a file says a game has, "" if nothing. Programs
    such as Sanmill count removals apart."""
    taken = sum(turn.text.count("x") for turn in turns if "x" in turn.text)
    if said in (str(len(turns)), str(len(turns) + taken)):
        return ""
    return f"{name} says {said[:20]} and there are {len(turns)}; some may be missing."


@dataclass(frozen=True)
class Fault:
    """What could not be taken: file, number of the game in it (from 1; 0 if the sentence names the
    game as the archive does), move as it is counted there ("12." or "12...", empty where no move
    is meant), line in the file, one sentence."""

    file: str
    game: int
    move: str
    line: int
    words: str

    def __str__(self) -> str:
        if not self.game:
            return f"{self.file}: {self.words}"
        where = f"{self.file}, game {self.game}"
        if self.move:
            where += f", move {self.move}"
        return f"{where} (line {self.line}): {self.words}"


def fresh(variant: str, changed: Mapping[str, str], position: str = "") -> Game:
    """The game before its first turn, from `position` or the empty board. Raises RulesError.

    Where thousands are read, the rules of a variant are made once and shared by its games.
    """
    if position:
        return Game.from_position(position, variant=variant, **changed)
    game = Game.__new__(Game)
    Turns.__init__(game, _rules(variant, tuple(changed.items())))
    return game


@lru_cache(maxsize=64)
def _rules(variant: str, changed: tuple[tuple[str, str], ...]) -> Rules:
    return make(variant, dict(changed))
