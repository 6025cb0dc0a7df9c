# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the words of a position that only some games need; position_extras.py lists them.

read(game, {"marked": "a1,d1"})     # raises BadPosition
"""

from merels.board import count
from merels.errors import BadPosition
from merels.position import SIDES
from merels.position_reader import number, point_bit, points_mask


def read(game, words):
    """Take the extra words of a position into a new game. Raises BadPosition."""
    for name, there in (
        ("marked", game.rules.placing_mill == "delay"),
        ("banned", game.rules.bans),
        ("used", game.rules.line_once),
        ("back", game.rules.no_straight_back),
        ("owes", game.kept is not None),
    ):
        if name in words and not there:
            raise BadPosition("not-in-this-game", "This game has no use for %s=." % name)
    both = game.men[0] | game.men[1]
    owes = [entry.split(":") for entry in _list(words.get("owes", ""))]
    if owes and owes[0][1:] == ["placing"]:
        _read_placing(game, words["owes"], owes.pop(0)[0])
    if owes and owes[0][1:] == ["again"]:
        _read_again(game, words["owes"], owes.pop(0)[0])
    game.marked = points_mask(game.board, words.get("marked", ""))
    if game.marked & ~both or (game.marked and not game.placing):
        raise BadPosition("not-a-piece", "marked= names points without a piece to be swept.")
    game.banned = points_mask(game.board, words.get("banned", ""))
    if game.banned & both or (game.banned and not game.placing):
        raise BadPosition("not-empty", "banned= names points that are not closed.")
    for text in _list(words.get("used", "")):
        _read_used(game, text)
    for text in _list(words.get("back", "")):
        _read_back(game, text)
    if owes:
        _read_owes(game, words["owes"], owes)


def _list(text):
    return text.split(",") if text else []


def _read_used(game, text):
    sides = (0, 1)
    at = text.find(":")
    if at >= 0:
        if text[:at] not in SIDES:
            raise BadPosition("not-a-line", "%r is not a line such as white:a7-d7-g7." % text)
        sides = (SIDES.index(text[:at]),)
    mask = points_mask(game.board, text[at + 1 :].replace("-", ","))
    if mask not in game.board.lines:
        raise BadPosition("not-a-line", "%r is not a line such as a7-d7-g7." % text)
    for side in sides:
        game.used[side] |= 1 << game.board.lines.index(mask)


def _read_back(game, text):
    parts = text.split("-")
    if len(parts) != 2:
        raise BadPosition("not-a-move", "%r is not a move such as d6-d7." % text)
    src = point_bit(game.board, parts[0])
    dst = point_bit(game.board, parts[1])
    for side in (0, 1):
        if game.men[side] >> src & 1 and src != dst and not game.back[side]:
            game.back[side] = src * 32 + dst
            return
    raise BadPosition("not-a-move", "back=%s is no move of a piece on the board." % text)


def _bad_owes(text):
    return BadPosition("bad-owes", "owes=%s does not say what is due here." % text)


def _read_placing(game, text, who):
    if who != SIDES[game.turn] or not game.due or game.placing or game.rules.placing is None:
        raise _bad_owes(text)
    game.placing = 1


def _read_again(game, text, who):
    there = game.due and game.placing and game.rules.placing_mill == "hand-again"
    if who != SIDES[game.turn] or not there:
        raise _bad_owes(text)
    game.again = 1


def _read_owes(game, text, entries):
    first = entries[0]
    if not game.due or first[0] != SIDES[game.turn]:
        raise _bad_owes(text)
    if len(entries) == 1 and len(first) == 6 and first[2] == "capture":
        _read_capture(game, text, first)
    else:
        _read_entries(game, text, entries)


def _read_capture(game, text, entry):
    if game.rules.captures is None or entry[1] != SIDES[1 - game.turn]:
        raise _bad_owes(text)
    game.at = point_bit(game.board, entry[3])
    game.lines_due = number(entry[4], "owes")
    game.claim = points_mask(game.board, entry[5].replace("+", ","))
    takable = game.men[1 - game.turn] & ~game.marked
    if (
        not game.claim
        or game.claim & ~takable
        or not game.men[game.turn] >> game.at & 1
        or game.due > max(2, game.lines_due)
    ):
        raise _bad_owes(text)


def _read_entries(game, text, entries):
    if game.again:
        raise _bad_owes(text)  # a turn of that kind is begun by a removal, not by a mill
    owes = []
    for entry in entries[:-1]:
        if (
            len(entry) != 4
            or entry[0] not in SIDES
            or entry[1] not in SIDES
            or entry[2] not in ("full", "count", "blocked")
        ):
            raise _bad_owes(text)
        owes.append(
            (
                SIDES.index(entry[0]),
                SIDES.index(entry[1]),
                entry[2],
                number(entry[3], "owes"),
            )
        )
    last = entries[-1]
    if game.rules.owed is None or not owes or len(last) != 2 or last[1] != "moves":
        raise _bad_owes(text)
    if last[0] not in SIDES or owes[0][3] != game.due:
        raise _bad_owes(text)
    game.owes = tuple(owes) + ((SIDES.index(last[0]), -1, "moves", 0),)
    if not game.rules.owed.targets(game) or game.due > count(game.men[owes[0][1]] & ~game.marked):
        raise _bad_owes(text)
