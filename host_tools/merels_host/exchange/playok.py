# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The move lists of PlayOK: PGN whose points are the numbers 1 to 24 in reading order.

    write(score)        # '[Event "?"]\\n[Site "PlayOK"]\\n ... 1. 5 13 2. 20 19 1-0\\n'

PlayOK's lists hold one game, nine men's morris from the empty board, and no comments, variations
or times: those stay behind. Rules of drawing that differ go into our tag Rules.

    for found in read(['1. 5 13 2. 20 19 1-0'], "games.txt"): ...     # Score or Fault

PlayOK states no rules: nine men's morris, White begins, who has three pieces left may fly, and a
piece in a mill may be taken if there is no other. A draw by repetition or by counting, after which
a game there went on, is switched off for that game.
"""

from collections.abc import Iterable, Iterator

from merels_host.errors import ExchangeProblem
from merels_host.exchange import pgn_reader
from merels_host.exchange.dialect import respelt
from merels_host.exchange.pgn_writer import head, tag_name
from merels_host.exchange.point_names import PLAYOK
from merels_host.exchange.score import Fault, Score
from merels_host.exchange.variant_names import name_of

# Its tags in its order, and what stands there if the game does not say.
TAGS = {
    "Event": "?",
    "Site": "PlayOK",
    "Date": "????.??.??",
    "Round": "-",
    "White": "?",
    "Black": "?",
    "Result": "*",
    "Time": "",
    "TimeControl": "",
    "GameType": "70,0",
    "WhiteElo": "",
    "BlackElo": "",
}
# What its lists leave open: when a game is drawn.
_DRAWING = {"repetition", "repetition-origin", "quiet-limit", "endgame-limit"}


def write(score: Score) -> str:
    """One game as text. Raises ExchangeProblem."""
    if score.variant != "nine-mens-morris":
        _refuse(f"it has no {name_of(score.variant)}")
    other = [f"{name}={value}" for name, value in score.changed.items() if name not in _DRAWING]
    if other:
        _refuse(f"it has no {', '.join(other)}")
    if score.start or any(turn.position for turn in score.turns):
        _refuse("a board that was set by hand has no place in its lists")
    named = {tag_name(name): said for name, said in score.tags.items()}
    tags = TAGS | named | {"Result": score.result}
    if score.changed:
        tags["Rules"] = ",".join(f"{name}={value}" for name, value in score.changed.items())
    if score.reason:
        tags["Termination"] = score.reason
    words: list[str] = []
    for ply, turn in enumerate(score.turns):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        if not PLAYOK.has(turn.text):
            _refuse(f"{turn.text[:40]} is no move on three rings")
        words.append(PLAYOK.theirs(turn.text))
    told = head({name: said for name, said in tags.items() if said})
    return f"{told}\n{' '.join([*words, score.result])}\n"


def _refuse(why: str) -> None:
    raise ExchangeProblem(f"PlayOK cannot hold this game: {why}; export it as PGN or JSON.")


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The games of a text. A game that cannot be taken is a Fault; reading goes on after it."""
    for found in pgn_reader.read(lines, file, variant, PLAYOK):
        yield respelt(found, PLAYOK)
