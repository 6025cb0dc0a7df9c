# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What one game is played by: a variant and its options, as ints and flags.

    rules = Rules("lasker-morris", {"fly": "off"})
    rules.slides, rules.fly         # True, 0

The text of the options becomes numbers once, and the modules that only some rules need are
loaded here: placing, mills, blocked, owed and captures are None where a game does without.
"""

from merels import options as table
from merels.board import Board, count
from merels.variants import find

OUTSIDE_FIRST, NEVER, ANY = 0, 1, 2  # values of Rules.protect


def own_options(variant):
    """All options of a Variant (name to text), in the order of the table."""
    full = {}
    for name in table.names():
        full[name] = variant.differences.get(name) or table.values(name)[0]
    return full


class Rules:
    """The rules of `variant` with `options` changed (name to value, dashes or underscores).

    Raises UnknownVariant and BadOption.
    """

    def __init__(self, variant, options):
        found = find(variant)
        full = own_options(found)
        self.variant = found.id
        self.changed = {}  # the options that differ from the variant's own
        for option in options:
            name = option.replace("_", "-")
            text = table.value_text(name, options[option])
            if full[name] != text:
                self.changed[name] = text
        full.update(self.changed)
        self.board = Board(found.board, full["diagonals"])
        points = count(self.board.points)
        table.check(full, found.board, points)
        self.pieces = int(full["pieces"])
        self.first = 0 if full["starts"] == "white" else 1
        self.fly = _fly(full["fly"])
        self.protect = table.values("protect").index(full["protect"])
        self.minimum = int(full["minimum"])
        self.placing_mill = full["placing-mill"]
        self.full_board = full["full"]
        self.when_blocked = full["blocked"]
        self.quiet_limit = int(full["quiet-limit"])
        self.endgame_limit = int(full["endgame-limit"])
        self.repetition = int(full["repetition"])
        self.wins = full["mill"] == "win"
        self.per_line = full["per-line"] == "yes"
        self.bans = full["banned"] == "yes"
        self.slides = full["slide-while-placing"] == "yes"
        self.defender_first = full["defender-first"] == "yes"
        self.no_straight_back = full["no-straight-back"] == "yes"
        self.line_once = full["line-once"] == "yes"
        self.stop_at_two = full["stop-at-two"] == "yes"
        self.origin = full["repetition-origin"] == "yes"
        self.centre_closed = full["centre-first"] == "no"
        self.custodian = full["custodian"] == "yes"
        self.intervention = full["intervention"] == "yes"
        self.leap = full["leap"] == "yes"
        self._load(points)

    def _load(self, points):
        """Import what this game needs beyond the standard game."""
        self.placing = self.mills = self.blocked = self.owed = self.captures = None
        can_fill = self.pieces * 2 >= points
        if (
            self.placing_mill != "remove"
            or self.bans
            or self.defender_first
            or self.stop_at_two
            or can_fill
        ):
            from merels import placing

            self.placing = placing
        if self.line_once or self.no_straight_back:
            from merels import mills

            self.mills = mills
        if self.when_blocked not in ("loses", "draw"):
            from merels import blocked

            self.blocked = blocked
        if can_fill or self.placing_mill == "count" or self.blocked is not None:
            from merels import owed

            self.owed = owed
        if self.custodian or self.intervention or self.leap:
            from merels import captures

            self.captures = captures
        # Whether a game has any state beyond the standard game's.
        self.extras = (
            self.placing is not None
            or self.mills is not None
            or self.blocked is not None
            or self.captures is not None
        )

    @property
    def options(self):
        """All options of this game (name to text)."""
        full = own_options(find(self.variant))
        full.update(self.changed)
        return full


def _fly(text):
    """Up to how many pieces may fly."""
    if text == "off":
        return 0
    return 99 if text == "always" else int(text)
