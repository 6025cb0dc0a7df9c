# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the rules may raise: every refusal has a name, a reason and one clear sentence.

try:
    game.play("d6-f2")
except IllegalMove as error:
    print(error.why)            # not-adjacent
"""


class RulesError(ValueError):
    """Any refusal by the rules."""


class UnknownVariant(RulesError):
    """No variant and no alias has this name."""


class BadOption(RulesError):
    """An unknown option, a value it cannot have, or two options that exclude each other."""


class UnknownPoint(RulesError):
    """The board of this game has no point of this name."""


class IllegalMove(RulesError):
    """A move that may not be played: `move`, `why` (one word) and the `position` it met."""

    def __init__(self, move, why, position):
        super().__init__("%s is not legal (%s) in: %s" % (move, why, position))
        self.move = move
        self.why = why
        self.position = position


class BadPosition(RulesError):
    """A position text that describes no position: `why` is one word, the text says more."""

    def __init__(self, why, text):
        super().__init__("%s (%s)." % (text.rstrip("."), why))
        self.why = why
