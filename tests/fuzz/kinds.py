# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The kinds of hands: one clumsiness each, or all that the sensors can decide mixed.

    kind = find("swapped")
    kind.act(match, turn)       # False: it does not apply to this turn

A kind of what nothing can decide may cost questions, repairs and wrong turns, but no dead end.
"""

from fuzz import (
    kinds_accidents,
    kinds_buttons,
    kinds_other_pieces,
    kinds_removals,
    kinds_second_thoughts,
    kinds_sensors,
    kinds_turns,
    kinds_undecidable,
)
from fuzz.acting import plain

MIXED = "mixed"


class Kind:
    """name. why: what nothing can decide about it; empty if the board must always be right.
    colour: percent of games with colour sensors."""

    def __init__(self, name, acts, why="", colour=40):
        self.name = name
        self.why = why
        self.colour = colour
        self._acts = acts

    @property
    def decidable(self):
        """Must the board always be right?"""
        return not self.why

    def act(self, match, turn):
        """Act the turn out clumsily; False, with nothing done, if no clumsiness applies."""
        if len(self._acts) == 1:
            return self._acts[0](match, turn)
        return any(match.dice.pick(self._acts)(match, turn) for _ in range(4))

    def plain(self, match, turn):
        plain(match, turn)

    def after(self, match):
        """What hands do when the game is over: True if the next one has begun."""
        if match.dice.chance(50):
            kinds_accidents.swept(match)
            return False
        kinds_buttons.next_game_soon(match)
        return True


def _plain(match, turn):
    plain(match, turn)
    match.played(turn)
    return True


def _name(act):
    return act.__name__.replace("_", "-")


_DECIDABLE = (
    kinds_sensors.KINDS
    + kinds_other_pieces.KINDS
    + kinds_removals.KINDS
    + kinds_turns.KINDS
    + kinds_second_thoughts.KINDS
    + kinds_accidents.KINDS
    + kinds_buttons.KINDS
)
KINDS = (
    [Kind("plain", [_plain]), Kind(MIXED, _DECIDABLE)]
    + [Kind(_name(act), [act]) for act in _DECIDABLE]
    + [Kind(_name(act), [act], why) for act, why in kinds_undecidable.KINDS]
)


def find(name):
    """The kind of this name. Raises KeyError."""
    for kind in KINDS:
        if kind.name == name:
            return kind
    raise KeyError(name)
