# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games as PGN, in the dialect that Sanmill reads and writes. The one writer of PGN.

The end of the stream. Seven tags, Variant, PlyCount and FEN are Sanmill's; Rules (options that
differ from the variant), Position (a start that no FEN tells exactly) and Termination (the reason)
are ours, and other programs pass over them. docs/exchange.md has the dialect.

    print(write(score))
"""

import re

from merels.errors import RulesError

from merels_host.exchange import comment_text, fen, fen_reader
from merels_host.exchange.pgn_moves import clock_in, position_in
from merels_host.exchange.pgn_numbers import Numbers
from merels_host.exchange.score import FIRST_MOVE, Score, Turn
from merels_host.exchange.variant_names import name_of

SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = dict.fromkeys(SEVEN, "?") | {"Date": "????.??.??"}
# As many words as fit into 79 columns, or one that is too long for that. A comment's words that
# would mean something at the beginning of a line are tied to those before with \0.
_LINE = re.compile(r"(.{1,79}|[^ ]+)(?: |$)")
_WHITE = re.compile("\r\n|[\t\n\r]")


def write(score: Score) -> str:
    """One game as PGN text. What the rules do not allow is written all the same."""
    words: list[str] = []
    if score.before:
        words.append(_comment(score.before))
    _line(words, score.turns, Numbers(score), ())
    words.append(score.result)
    body = _LINE.sub(r"\1\n", " ".join(words)).replace(comment_text.TIE, " ")
    return f"{head(_tags(score))}\n{body}"


def head(tags: dict[str, str]) -> str:
    """Tags as the lines that begin a game."""
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())


def tag_name(name: str) -> str:
    """A name as a tag may have it."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name) or "_"


def clock(ms: int) -> str:
    """A time as clock comments have it: 0:01:02.300."""
    seconds, ms = divmod(ms, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"


def _tags(score: Score) -> dict[str, str]:
    tags = {name: score.tags.get(name) or unknown for name, unknown in UNKNOWN.items()}
    tags["Result"] = score.result
    tags["Variant"] = name_of(score.variant)
    tags["PlyCount"] = str(len(score.turns))
    if score.changed:
        tags["Rules"] = ",".join(f"{name}={value}" for name, value in score.changed.items())
    if score.start:
        tags |= _start(score)
    if score.reason:
        tags["Termination"] = score.reason
    for name, value in score.tags.items():
        if name == FIRST_MOVE and score.start and "FEN" in tags:
            continue  # which has that number
        tags.setdefault(tag_name(name), value)
    return tags


def _start(score: Score) -> dict[str, str]:
    """The tags of a game that does not begin with the empty board."""
    tags = {"SetUp": "1"}
    try:
        game = score.opened()
        tags["FEN"] = fen.write(game, score.first_move)
        again = fen_reader.read(tags["FEN"], score.variant, **score.changed)
        exact = again.position() == game.position()
    except (RulesError, TypeError, fen.FenProblem):
        exact = False
    return tags if exact else tags | {"Position": score.start}


def _line(words: list[str], turns: list[Turn], numbers: Numbers, before: tuple[Turn, ...]) -> None:
    """The words of one line of play, which began after the turns `before`."""
    fresh = True  # a number must be written, as something stood between
    for at, turn in enumerate(turns):
        number = numbers.next(turn)
        if fresh or turn.before or turn.position or numbers.side == 0 or numbers.alone:
            words.append(number)
        fresh = False
        if turn.before or turn.position:
            placed = f"[%position {turn.position}] " if turn.position else ""
            again = not placed and position_in(turn.before)[0]
            words.append(_comment(turn.before, placed, bool(again)))
        words.append(re.sub(r"[^A-Za-z0-9-]", "_", turn.text) or "_")
        words += [f"${nag}" for nag in turn.nags]
        if turn.after or turn.took_ms is not None:
            took = (
                "" if turn.took_ms is None else f"[%emt{comment_text.TIE}{clock(turn.took_ms)}] "
            )
            words.append(_comment(turn.after, took, _is_timed(turn, turn.after)))
            fresh = True
        for variation in turn.variations:
            begun = (*before, *turns[:at])
            inner: list[str] = []
            _line(inner, variation, numbers.again(begun), begun)
            if inner:
                words += [f"({inner[0]}", *inner[1:-1], f"{inner[-1]})"]
            fresh = True
        if turn.closing:
            words.append(_comment(turn.closing, "", _is_timed(turn, turn.closing)))


def _is_timed(turn: Turn, text: str) -> bool:
    """Would the comment be taken for one with the turn's time?"""
    return turn.took_ms is None and clock_in(text)[0] is not None


def _quoted(text: str) -> str:
    return plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str, command: str = "", literal: bool = False) -> str:
    """A comment in braces. literal: commands in it are text."""
    text = comment_text.written(text)
    if literal:
        text = comment_text.harmless(text)
    text = (command + text).strip(" ")
    return "{" + re.sub(r" (?=[%\[])", comment_text.TIE, text) + "}"


def plain(text: str) -> str:
    """In one line, and without control characters, which have no place in a tag."""
    return comment_text.CONTROL.sub("?", _WHITE.sub(" ", text))
