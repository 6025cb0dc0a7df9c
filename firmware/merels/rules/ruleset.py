# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What one game is played by: a variant and its options, as ints and flags.

    rules = make("lasker-morris", {"fly": "off"})       # from ruleset_maker.py
    rules.slides, rules.fly                             # True, 0

The options page of the docs says what each means. Modules that only some rules need are loaded
here: placing, mills, blocked, extra_removals and captures are None where a game does without.
"""

from merels.board import Board

OUTSIDE_FIRST, NEVER, ANY = 0, 1, 2  # values of Rules.protect


class Rules:
    """The settings of a game; made by ruleset_maker.make."""

    variant: str
    changed: dict  # the options that differ from the variant's own (name to text)
    board: Board
    pieces: int  # of each side
    first: int  # who starts, a side
    fly: int  # up to how many pieces fly; 0: none
    wins: bool  # a line ends the game
    protect: int
    per_line: bool
    minimum: int
    placing_mill: str
    bans: bool
    slides: bool  # also while placing
    defender_first: bool
    no_straight_back: bool
    line_once: bool
    stop_at_two: bool
    full_board: str
    when_blocked: str
    quiet_limit: int
    endgame_limit: int
    repetition: int
    origin: bool  # whether the position that a quiet run starts from counts for repetition
    centre_closed: bool  # for the first piece
    custodian: bool
    intervention: bool
    leap: bool

    def __init__(self):
        self.placing = self.mills = self.blocked = self.extra_removals = self.captures = None
        self.extras = False  # whether a game has any state beyond the standard game's

    def load(self, can_fill):
        """Import what this game needs beyond the standard game.

        `can_fill`: whether all pieces together fill the board.
        """
        if (
            can_fill
            or self.placing_mill != "remove"
            or self.bans
            or self.defender_first
            or self.stop_at_two
        ):
            from merels.rules import placing

            self.placing = placing
            self.extras = True
        if self.line_once or self.no_straight_back:
            from merels.rules import mills

            self.mills = mills
            self.extras = True
        if self.when_blocked not in ("loses", "draw"):
            from merels.rules import blocked

            self.blocked = blocked
            self.extras = True
        if can_fill or self.placing_mill == "count" or self.blocked is not None:
            from merels.rules import extra_removals

            self.extra_removals = extra_removals
        if self.custodian or self.intervention or self.leap:
            from merels.rules import captures

            self.captures = captures
            self.extras = True
