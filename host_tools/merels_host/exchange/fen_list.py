# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Positions as bare Sanmill FEN, one a line; moves may follow in the line and in those after it.

    ; variant=lasker-morris
    ********/********/******** w p p 0 10 0 10 0 0 -1 -1 -1 -1 0 0 1 ids:nodes d6 f4

A FEN does not say which game it is of. A comment with `variant=` (and `set=`, options that differ)
tells it for the next FEN; without it the number of pieces decides. Comments in lines of their own
belong to the FEN that follows.

    for found in read(lines, "positions.txt"): ...      # Score or Fault
    write(score)
"""

import re
from collections.abc import Iterable, Iterator

from merels.errors import RulesError
from merels.rules.game import Game

from merels_host.errors import ExchangeProblem
from merels_host.exchange import fen, fen_reader, pgn_reader, pgn_writer
from merels_host.exchange.comment_text import TIE, written
from merels_host.exchange.score import OPEN, Fault, Score

_FEN = re.compile(r"\s*([O@*X]+(?:/[O@*X]*)+\s.*)")
_MORE = re.compile(r"ids:nodes|[cilm]:\S+")  # what may follow the seventeen fields
_FIELDS = 17
_GAME = re.compile(r"\s*;\s*variant=(\S+)(?:\s+set=(\S+))?\s*")
_BY_PIECES = {10: "lasker-morris", 11: "eleven-mens-morris", 12: "twelve-mens-morris"}


def read(lines: Iterable[str], file: str, variant: str = "") -> Iterator[Score | Fault]:
    """The positions of a text, with the moves from there. One that cannot be taken is a Fault;
    reading goes on after it. variant: of those that do not say which game they are of."""
    for found in pgn_reader.read(_as_pgn(lines, variant), file, variant):
        if isinstance(found, Score) and _is_start(found):
            found.start = ""
        yield found


def write(score: Score) -> str:
    """The FEN of the start, and below it the moves. Raises ExchangeProblem."""
    try:
        game = score.opened()
        text = fen.write(game, score.first_move)
        again = fen_reader.read(text, score.variant, **score.changed)
    except (RulesError, TypeError, fen.FenProblem) as error:
        raise ExchangeProblem(f"this game has no FEN: {error}") from error
    if again.position() != game.position():
        raise ExchangeProblem(
            "a FEN cannot tell all of the position that this game starts from; "
            "export it as PGN or JSON."
        )
    words = ""
    if score.changed or score.variant != _variant_of(text.split()):
        changed = ",".join(f"{name}={value}" for name, value in score.changed.items())
        words = f"; variant={score.variant}{f' set={changed}' if changed else ''}\n"
    moves = pgn_writer.write(score).partition("\n\n")[2]
    return f"{words}{text}\n{'' if moves.strip() == OPEN else moves}"


def _as_pgn(lines: Iterable[str], variant: str) -> Iterator[str]:
    """Each line as a line of PGN."""
    named: tuple[str, str] | None = None  # variant and options of the next FEN
    held: list[str] = []  # comments that stand before it
    inside = False
    for line in lines:
        line = line.removeprefix("\ufeff").rstrip("\r\n")
        found = None if inside else _FEN.match(line)
        if found:
            tags, moves = _tags(found[1], named, variant)
            comments = "".join(f"{{{text}}} " for text in held)
            yield f"{tags} {comments}{moves}\n"
            named, held = None, []
        elif not inside and (said := _GAME.fullmatch(line)):
            named = (said[1], said[2] or "")
            yield "\n"
        elif not inside and line.lstrip().startswith(";"):
            held.append(written(line.strip()[1:].strip()).replace(TIE, " "))
            yield "\n"
        else:
            inside = line.rfind("{") > line.rfind("}") or (inside and "}" not in line)
            yield f"{line}\n"
    if held:
        yield "".join(f"{{{text}}} " for text in held) + "\n"


def _tags(text: str, named: tuple[str, str] | None, variant: str) -> tuple[str, str]:
    """The tags for a line that begins with a FEN, and the moves that follow in it."""
    words = text.split()
    end = _FIELDS
    while end < len(words) and _MORE.fullmatch(words[end]):
        end += 1
    name, rules = named or (variant or _variant_of(words), "")
    tags = {"Event": "?", "Variant": name, "Rules": rules, "FEN": " ".join(words[:end])}
    head = pgn_writer.head({name: value for name, value in tags.items() if value})
    moves = words[end + 1 :] if words[end : end + 1] == ["moves"] else words[end:]
    return head.replace("\n", " "), " ".join(moves)


def _variant_of(words: list[str]) -> str:
    """The game that is played with as many pieces as a FEN has on the board and in hand."""
    numbers = [int(word) for word in words[4:8] if re.fullmatch("[0-9]{1,3}", word)]
    if len(numbers) < 4:
        return "nine-mens-morris"
    return _BY_PIECES.get(max(sum(numbers[:2]), sum(numbers[2:])), "nine-mens-morris")


def _is_start(score: Score) -> bool:
    if score.first_move != 1:
        return False  # it is needed to count from there
    return score.start == Game(score.variant, **score.changed).position()
