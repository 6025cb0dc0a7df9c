# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the players intend: one random legal turn, and what it changes on the wood.

    turn = choose(game, dice)       # the game stays as it is
    turn.play(game)                 # now it has played the turn

Choices are random, with more mills than chance would give.
"""

from merels.rules.game import HAND, OFF, Game

from fuzz.dice import bits


class Turn:
    """side. source: the point left, HAND if the piece comes from the hand. target: the point
    reached, OFF if the turn is removals alone. gone: pieces that leave the wood, in order.
    marked: pieces that a removal only marks. swept: pieces that leave the wood because placing is
    over. text: the turn in the record."""

    def __init__(self, game, actions):
        """A complete turn of these actions, which the game has not played."""
        self.side = game.turn
        self.source = HAND
        self.target = OFF
        self.gone = []
        self.marked = []
        self.actions = actions
        before = game.white | game.black
        marks = game.placing and game.rules.placing_mill == "delay"
        self.play(game)
        left = before & ~(game.white | game.black)
        self.text = game.turn_text(game.ply - 1)
        game.undo_turn()
        for action in actions:
            self._read(action >> 5, action & 31, marks, before)
        named = 1 << self.source
        for bit in self.gone:
            named |= 1 << bit
        self.swept = bits(left & ~named)

    def _read(self, source, target, marks, before):
        if target != OFF:
            self.source = source
            self.target = target
        elif marks or not before >> source & 1:
            self.marked.append(source)
        else:
            self.gone.append(source)

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
    actions = []
    while True:
        actions.append(dice.pick(legal))
        game.do(actions[-1])
        if not game.middle:
            break
        legal = game.legal_actions()
    game.undo_turn()
    return Turn(game, actions)


def turn_of(game, number):
    """Turn `number` (0: the first) that the game has played."""
    before = Game(game.variant, **game.changed)
    for text in game.turns()[:number]:
        before.play(text)
    start = game.history.start(number)
    end = game.history.rows if number == game.ply - 1 else game.history.start(number + 1)
    return Turn(before, [game.history.action(row) for row in range(start, end)])


def meaning(turns):
    """The texts of turns with the removals of each in one order, as the wood shows them."""
    found = []
    for text in turns:
        parts = text.split("x")
        found.append("x".join(parts[:1] + sorted(parts[1:])))
    return found
