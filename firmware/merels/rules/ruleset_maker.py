# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Makes the rules of a game from the names of a variant and its options.

make("lasker-morris", {"fly": "off"})
all_options(rules)["pieces"]            # "10"
"""

from merels.board import Board, count
from merels.rules import options as table
from merels.rules.ruleset import Rules
from merels.rules.variants import find


def own_options(variant):
    """All options of a Variant (name to text), in the order of the table."""
    full = table.defaults()
    full.update(variant.differences)
    return full


def all_options(rules):
    """All options of the rules of a game (name to text)."""
    full = own_options(find(rules.variant))
    full.update(rules.changed)
    return full


def make(variant, options):
    """The Rules of `variant` with `options` changed (name to value, dashes or underscores).

    Raises UnknownVariant and BadOption.
    """
    found = find(variant)
    full = own_options(found)
    rules = Rules()
    rules.variant = found.id
    rules.changed = {}
    for option in options:
        name = option.replace("_", "-")
        text = table.value_text(name, options[option])
        if full[name] != text:
            rules.changed[name] = text
    full.update(rules.changed)
    rules.board = Board(found.board, full["diagonals"])
    points = count(rules.board.points)
    table.check(full, found.board, points)
    _set_numbers(rules, full)
    _set_flags(rules, full)
    rules.load(rules.pieces * 2 >= points)
    return rules


def _set_numbers(rules, full):
    rules.pieces = int(full["pieces"])
    rules.first = 0 if full["starts"] == "white" else 1
    rules.fly = {"off": 0, "always": 99}.get(full["fly"], -1)
    if rules.fly < 0:
        rules.fly = int(full["fly"])
    rules.protect = table.values("protect").index(full["protect"])
    rules.minimum = int(full["minimum"])
    rules.placing_mill = full["placing-mill"]
    rules.full_board = full["full"]
    rules.when_blocked = full["blocked"]
    rules.quiet_limit = int(full["quiet-limit"])
    rules.endgame_limit = int(full["endgame-limit"])
    rules.repetition = int(full["repetition"])


def _set_flags(rules, full):
    rules.wins = full["mill"] == "win"
    rules.per_line = full["per-line"] == "yes"
    rules.bans = full["banned"] == "yes"
    rules.slides = full["slide-while-placing"] == "yes"
    rules.defender_first = full["defender-first"] == "yes"
    rules.no_straight_back = full["no-straight-back"] == "yes"
    rules.line_once = full["line-once"] == "yes"
    rules.stop_at_two = full["stop-at-two"] == "yes"
    rules.origin = full["repetition-origin"] == "yes"
    rules.centre_closed = full["centre-first"] == "no"
    rules.custodian = full["custodian"] == "yes"
    rules.intervention = full["intervention"] == "yes"
    rules.leap = full["leap"] == "yes"
