# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The tags of a PGN file, as the beginning of a score: which game, which start, which result.

Between the tokens and the reader.

    score, game = begun(game.tags, "nine-mens-morris", complain)
"""

from collections.abc import Callable, Sequence

from merels.errors import RulesError
from merels.rules.game import Game

from merels_host.exchange import fen_reader
from merels_host.exchange.comment_text import CONTROL
from merels_host.exchange.pgn_writer import UNKNOWN, plain
from merels_host.exchange.results import result_of
from merels_host.exchange.score import FIRST_MOVE, Score
from merels_host.exchange.variant_names import variant_of

REASONS = (
    "few-pieces", "blocked", "line", "board-full", "quiet-limit", "endgame-limit", "repetition",
    "resigned", "agreed", "unfinished",
)  # fmt: skip
# What the other fields of a score hold.
_TAKEN = {"result", "variant", "plycount", "rules", "setup", "fen", "position"}
_STANDARD = {name.lower(): name for name in UNKNOWN}


class NotAGame(Exception):
    """These tags describe no game that can be played: line, and a sentence."""

    def __init__(self, line: int, words: str):
        super().__init__(words)
        self.line = line
        self.words = words


def begun(
    tags: Sequence[tuple[str, str, int]], variant: str, complain: Callable[[int, str], None]
) -> tuple[Score, Game]:
    """A score without turns, and its game. variant: for tags that name no game. complain: is told
    line and sentence of what is no reason to give the game up. Raises NotAGame."""
    said = {name.lower(): (value.strip(), line) for name, value, line in reversed(tags)}
    named, line = said.get("variant", ("", 0))
    score = Score(variant or "nine-mens-morris")
    if named and named != "?":
        try:
            score.variant = variant_of(named)
        except RulesError as error:
            raise NotAGame(line, str(error)) from error
    rules, line = said.get("rules", ("", 0))
    for pair in filter(None, rules.replace(" ", ",").split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise NotAGame(line, f"Rules must be name=value with commas between, not {rules}.")
        score.changed[name] = value
    for name, value, line in tags:
        low = name.lower()
        if low in _TAKEN and value.strip() != said[low][0]:
            complain(line, f"the tag {name} stands twice; the first counts.")
        else:
            _keep(score, name, value, line, complain)
    game = _start(score, said)
    if score.start and said.get("fen", ("", 0))[0] not in ("", "?"):
        _count_from(score, *said["fen"], complain)
    return score, game


def _keep(
    score: Score, name: str, value: str, line: int, complain: Callable[[int, str], None]
) -> None:
    """Take one tag into the score."""
    low = name.lower()
    if CONTROL.search(value.replace("\t", " ")):
        complain(line, f"the tag {name} has characters that are no text; ? stands for them.")
    value = plain(value)
    name = _STANDARD.get(low, name)
    if low == "result":
        result = result_of(value)
        if result is None:
            complain(line, f'the result "{value[:40]}" is not 1-0, 0-1, 1/2-1/2 or *.')
        else:
            score.result = result
    elif low == "termination" and value in REASONS:
        score.reason = value
    elif low not in _TAKEN and not (name in UNKNOWN and value in ("", UNKNOWN[name])):
        if score.tags.get(name, value) != value:
            complain(line, f"the tag {name} stands twice; the first counts.")
        score.tags.setdefault(name, value)


def _start(score: Score, said: dict[str, tuple[str, int]]) -> Game:
    """The game as it starts: with the position that the tags state, or the empty board."""
    position, line = said.get("position", ("", 0))
    fen, fen_line = said.get("fen", ("", 0))
    line = line or fen_line or said.get("rules", ("", 0))[1]
    try:
        if position:
            score.start = position
        elif fen and fen != "?":
            score.start = fen_reader.read(fen, score.variant, **score.changed).position()
        return score.opened()
    except (RulesError, TypeError, fen_reader.FenProblem) as error:
        raise NotAGame(line, f"{error}") from error


def _count_from(score: Score, fen: str, line: int, complain: Callable[[int, str], None]) -> None:
    """Take the number that the FEN gives the first move."""
    number = fen_reader.move_number(fen)
    if number is None:
        complain(line, f"a game cannot begin with move {fen.split()[16][:20]}; it begins with 1.")
    elif number != 1:
        told = score.tags.setdefault(FIRST_MOVE, str(number))
        if told != str(number):
            complain(line, f"the FEN begins with move {number} and FirstMove is {told[:20]}.")
