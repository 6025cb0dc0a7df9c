# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Move texts in, and why a move is refused.

why_not(game, game.parse("d6-f2"))      # "not-adjacent", or "" for a legal action
"""

from merels.errors import IllegalMove, UnknownPoint


def split(text):
    """The single actions of a move text: "d6-f6xb4" is "d6-f6" and "xb4"."""
    if not isinstance(text, str) or not text:
        return [""]
    parts = text.split("x")
    actions = parts[:1] if parts[0] else []
    for part in parts[1:]:
        actions.append("x" + part)
    return actions


def parse(game, text):
    """The action of "d6", "d6-f6" or "xd6". Raises IllegalMove (bad-move, unknown-point)."""
    src = dst = 31
    try:
        if len(text) == 2:
            dst = game.board.bit(text)
        elif len(text) == 3 and text[0] == "x":
            src = game.board.bit(text[1:])
        elif len(text) == 5 and text[2] == "-":
            src = game.board.bit(text[:2])
            dst = game.board.bit(text[3:])
        else:
            raise IllegalMove(text, "bad-move", game.position())
    except UnknownPoint:
        raise IllegalMove(text, "unknown-point", game.position()) from None
    return src * 32 + dst


def why_not(game, action):
    """Why `action` may not be played now, in one word; "" if it may."""
    src = action >> 5
    dst = action & 31
    if game.over:
        return "game-over"
    if dst == 31:
        return _why_not_remove(game, src)
    if game.due:
        return "removal-due"
    both = game.men[0] | game.men[1]
    if src == 31:
        if game.places() >> dst & 1:
            return ""
        if both >> dst & 1:
            return "occupied"
        if not game.hand[game.turn]:
            return "no-piece-in-hand"
        return "closed"
    if not both >> src & 1:
        return "empty"
    if not game.men[game.turn] >> src & 1:
        return "not-your-piece"
    if game.targets(src) >> dst & 1:
        return ""
    if game.marked >> src & 1:
        return "marked"
    if game.hand[game.turn] and not game.rules.slides:
        return "must-place"
    if both >> dst & 1:
        return "occupied"
    if game.board.adjacent[src] >> dst & 1:
        return "straight-back"
    return "not-adjacent"


def _why_not_remove(game, bit):
    if not game.due:
        return "no-removal-due"
    if game.removable() >> bit & 1:
        return ""
    if not (game.men[0] | game.men[1]) >> bit & 1:
        return "empty"
    if not game.men[1 - game.turn] >> bit & 1:
        return "your-own-piece"
    if game.marked >> bit & 1:
        return "marked"
    if game.owes or game.claim:
        return "not-due-here"
    return "in-a-mill"
