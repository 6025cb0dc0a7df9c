# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Turns a variant and its options into the settings that a running game looks at.

    configure(game, "lasker", {"fly": "off"})

Text becomes ints and flags once, and the modules that only some rules need are loaded here.
"""

from merels.board import Board, count
from merels.options import OPTIONS, check, value_text
from merels.variants import find


def configure(game, variant, options):
    """Set variant, options, board and rules of a new game. Raises UnknownVariant, BadOption."""
    row = find(variant)
    own = {}
    for name in OPTIONS:
        own[name] = OPTIONS[name][0]
    for word in row[3].split():
        name, value = word.split("=")
        own[name] = value
    full = dict(own)
    for name in options:
        value = options[name]
        name = name.replace("_", "-")
        full[name] = value_text(name, value)
    game.variant = row[0]
    game.options = full
    game.changed = {}
    for name in OPTIONS:
        if full[name] != own[name]:
            game.changed[name] = full[name]
    game.board = Board(row[2], full["diagonals"])
    check(full, row[2], count(game.board.points))
    _settle(game, full)


def _settle(game, full):
    game.pieces = int(full["pieces"])
    game.first = 0 if full["starts"] == "white" else 1
    game.fly = _fly(full["fly"])
    game.wins = full["mill"] == "win"
    game.protect = OPTIONS["protect"].index(full["protect"])
    game.per_line = full["per-line"] == "yes"
    game.minimum = int(full["minimum"])
    game.slides = full["slide-while-placing"] == "yes"
    game.blocked_draws = full["blocked"] == "draw"
    game.quiet_limit = int(full["quiet-limit"])
    game.endgame_limit = int(full["endgame-limit"])
    game.repetition = int(full["repetition"])
    game.origin = full["repetition-origin"] == "yes"
    game.placing_mill = full["placing-mill"]
    game.bans = full["banned"] == "yes"
    game.defender_first = full["defender-first"] == "yes"
    game.stop_at_two = full["stop-at-two"] == "yes"
    game.line_once = full["line-once"] == "yes"
    game.no_straight_back = full["no-straight-back"] == "yes"
    game.custodian = full["custodian"] == "yes"
    game.intervention = full["intervention"] == "yes"
    game.leap = full["leap"] == "yes"
    game.centre_closed = full["centre-first"] == "no"
    _load(game, full)


def _load(game, full):
    """Import what this game needs beyond the standard game."""
    game.placing_rules = game.mills = game.blocked = game.owed = game.captures = None
    can_fill = game.pieces * 2 >= count(game.board.points)
    if (
        game.placing_mill != "remove"
        or game.bans
        or game.defender_first
        or game.stop_at_two
        or can_fill
    ):
        from merels import placing

        game.placing_rules = placing
    if game.line_once or game.no_straight_back:
        from merels import mills

        game.mills = mills
    if full["blocked"] not in ("loses", "draw"):
        from merels import blocked

        game.blocked = blocked
    if can_fill or game.placing_mill == "count" or game.blocked is not None:
        from merels import owed

        game.owed = owed
    if game.custodian or game.intervention or game.leap:
        from merels import captures

        game.captures = captures
    game.extras = (
        game.placing_rules is not None
        or game.mills is not None
        or game.blocked is not None
        or game.captures is not None
    )


def _fly(value):
    if value == "off":
        return 0
    return 99 if value == "always" else int(value)
