# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players intend: one random legal turn, and what it changes on the wood.

    turn = choose(game, dice)       # the game stays as it is
    turn.play(game)                 # now it has played the turn
"""

from merels.game import HAND, OFF


class Turn:
    """side. source: the point left, HAND if the piece comes from the hand. target: the point
    reached, OFF if the turn is removals alone. gone: pieces that leave the wood, in order.
    marked: pieces that are removed by the rules but stay on the wood. swept: pieces that leave it
    because placing is over. text: the turn in the record."""

    def __init__(self, game, first, dice):
        self.side = game.turn
        self.source = HAND
        self.target = OFF
        self.gone = []
        self.marked = []
        self.swept = []
        self.actions = []
        before = game.white | game.black
        action = first
        while True:
            self.actions.append(action)
            game.do(action)
            if not game.middle:
                break
            action = dice.pick(game.legal_actions())
        after = game.white | game.black
        self.text = game.turn_text(game.ply - 1)
        self._read(before, after)
        game.undo_turn()

    def _read(self, before, after):
        named = 0
        for action in self.actions:
            source = action >> 5
            target = action & 31
            if target == OFF:
                named |= 1 << source
                if after >> source & 1 or not before >> source & 1:
                    self.marked.append(source)
                else:
                    self.gone.append(source)
            else:
                self.source = source
                self.target = target
        left = before & ~after & ~named
        if self.source != HAND:
            left &= ~(1 << self.source)
        self.swept = [bit for bit in range(25) if left >> bit & 1]

    @property
    def moves(self):
        """Does a piece leave one point for another?"""
        return self.target != OFF and self.source != HAND

    def play(self, game):
        for action in self.actions:
            game.do(action)


def choose(game, dice):
    """A random legal turn: mills are sought half of the time, and winning lines avoided."""
    legal = game.legal_actions()
    if dice.chance(50):
        mills = [action for action in legal if action & 31 != OFF and game.takes(action)]
        legal = mills or legal
    if game.rules.wins and dice.chance(90):
        lines = [action for action in legal if not game.closed(action >> 5, action & 31)]
        legal = lines or legal
    return Turn(game, dice.pick(legal), dice)
