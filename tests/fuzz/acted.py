# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Deeds in the sight of Hands alone, without ports and lights: for tests of very many turns.

    acted = Acted(game, False)
    acted.deed([(4, 0)])            # a white piece arrives on d6
    acted.wait(2500)
    acted.undo()                    # ["d6"]

And what such tests ask of a game: all turns, their deeds, the orders and the images of these.
"""

from merels.hands.hands import Hands
from merels.hands.reading_kinds import TAKE_BACK, TAKE_TURN
from merels.rules.game import OFF, Game
from merels.sensing.point_age import Rest

from fuzz.dice import Dice
from fuzz.turn import Turn, choose


class Acted:
    """Deeds in the sight of Hands, which carry their decisions out: what the board makes of them.

    turns: the texts of the turns taken. asked: did it ask? back: was a turn taken back?
    """

    def __init__(self, game, colour):
        self.game = game
        self.rest = Rest()
        self.hands = Hands(game, self.rest, colour)
        self.sides = [game.white, game.black]
        self.now = 10000
        self.first = game.ply
        self.asked = self.back = False
        self.see(0)

    def see(self, changed):
        if changed:
            self.rest.changed(changed, self.now)
        white, black = self.sides
        if not self.hands.moment.colour:
            white = black = white | black
        self.hands.see(white, black, self.now)

    def deed(self, deeds):
        """Deeds in one scan: (point, side) is a drop, (point, -1) a lift."""
        changed = 0
        for point, side in deeds:
            changed |= 1 << point
            if side < 0:
                self.sides = [mask & ~(1 << point) for mask in self.sides]
            else:
                self.sides[side] |= 1 << point
        self.see(changed)

    def wait(self, ms):
        until = self.now + ms
        while True:
            self.rest.step(self.now)
            decision = self.hands.step(self.now)
            self.asked = self.asked or self.hands.asking
            if decision == TAKE_TURN:
                self.game.take(self.hands.reading.action, self.hands.reading.gone)
                self.hands.begin(self.game, self.now)
            elif decision == TAKE_BACK:
                self.back = True
                return
            elif self.now + self.hands.wait > until:
                break
            else:
                self.now += max(1, self.hands.wait)
        self.now = until

    def undo(self):
        """Leave the game as it was; returns the turns that were taken."""
        taken = self.game.turns()[self.first :]
        while self.game.ply > self.first or self.game.middle:
            self.game.undo_turn()
        return taken


def turns_of(game):
    """All legal turns: every move with every removal."""
    found = []

    def grow(actions):
        for action in game.legal_actions():
            game.do(action)
            if game.middle:
                grow(actions + [action])
                game.undo()
            else:
                game.undo()
                found.append(actions + [action])

    grow([])
    start = game.actions
    turns = []
    for actions in found:
        assert game.actions == start
        turns.append(Turn(game, actions))
    return turns


def deeds_of(turn):
    deeds = []
    if turn.moves:
        deeds.append((turn.source, -1))
    if turn.target != OFF:
        deeds.append((turn.target, turn.side))
    return deeds + [(bit, -1) for bit in turn.gone]


def orders(items):
    if len(items) < 2:
        return [items]
    return [
        [items[first]] + rest
        for first in range(len(items))
        for rest in orders(items[:first] + items[first + 1 :])
    ]


def image_after(game, deeds):
    image = game.white | game.black
    for point, side in deeds:
        image = image & ~(1 << point) if side < 0 else image | 1 << point
    return image


def sampled(variant, seed, count):
    """Positions of random games, with the turns that led to them."""
    dice = Dice(seed)
    for _ in range(count):
        game = Game(variant)
        for _ in range(dice.roll(0, 50)):
            if game.over:
                break
            choose(game, dice).play(game)
        if game.over:
            game.undo_turn()
        yield game, dice
