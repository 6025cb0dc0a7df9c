# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Whole random games acted out by hands of many habits: the board must record exactly these.

Orders differ (a drop seen before its lift, the removal first, in between, late), pieces are
touched and put back, slid over other points, contacts bounce. All of it is what sensors can
decide, so not one turn may be wrong.
"""

import random

from merels.game import OFF, Game
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.ports import MemoryConsole, MemoryStorage


class Hands:
    """Acts turns out on a simulated board, with injected time."""

    def __init__(self, seed, colour, settle):
        self.random = random
        random.seed(seed)
        self.board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-0", colour=colour)
        self.board.power_on()
        self.now = seed * 7919 % (1 << 30)
        self.wait(500)
        self.board.app.change_setting("settle", str(settle))
        self.settle = settle

    def wait(self, ms):
        until = self.now + ms
        while self.now < until:
            self.now = min(until, self.now + self.board.step(self.now))

    def pause(self, low, high):
        """Wait between two times given for a settle time of 200 ms."""
        self.wait(random.randint(low, high) * self.settle // 200)

    def lift(self, bit):
        if random.randint(0, 4) == 0:
            self.board.wood.noise(bit, self.now, 5)
        self.board.wood.lift(bit)

    def drop(self, bit, side):
        self.board.wood.drop(bit, side)
        if random.randint(0, 4) == 0:
            self.board.wood.noise(bit, self.now, 6)

    def turn(self, game, action, gone):
        """Act one turn out: its action and the bit that it removes (or OFF)."""
        side = game.turn
        source = action >> 5
        target = action & 31
        habit = random.randint(0, 5)
        if habit == 0 and game.on(side):
            self.touch(game, side)
        # the piece just placed, lifted first, could as well be pushed on: there the board asks
        last = game.history.action(game.actions - 1) & 31 if game.actions else OFF
        before = gone != OFF and gone != last and random.randint(0, 3) == 0
        if before:
            self.lift(gone)
            self.pause(20, 900)
        if source == OFF:  # from the hand
            self.drop(target, side)
        elif habit == 1:
            self.drop(target, side)
            self.pause(0, 60)
            self.lift(source)
        else:
            self.lift(source)
            if habit == 2:
                self.slide(game, source, target, side, OFF if not before else gone)
            self.pause(0, 1500)
            self.drop(target, side)
        if gone != OFF and not before:
            self.pause(0, 1500)
            self.lift(gone)
        self.pause(260, 900)

    def touch(self, game, side):
        """Lift a piece and put it back."""
        bits = [bit for bit in range(25) if game.on(side) >> bit & 1]
        bit = bits[random.randint(0, len(bits) - 1)]
        self.lift(bit)
        self.pause(5, 120)
        self.drop(bit, side)
        self.pause(5, 500)

    def slide(self, game, source, target, side, gone):
        """Pass over an empty point without resting there."""
        taken = game.white | game.black
        free = [
            bit
            for bit in range(25)
            if game.board.points >> bit & 1
            and not taken >> bit & 1
            and bit not in (source, target, gone)
        ]
        if free:
            bit = free[random.randint(0, len(free) - 1)]
            self.pause(20, 200)
            self.drop(bit, side)
            self.pause(10, 110)
            self.lift(bit)


def random_turn(game):
    """A random legal turn: (action, removed bit or OFF); the game has played it."""
    actions = game.legal_actions()
    action = actions[random.randint(0, len(actions) - 1)]
    game.do(action)
    gone = OFF
    if game.due:
        actions = game.legal_actions()
        removal = actions[random.randint(0, len(actions) - 1)]
        game.do(removal)
        gone = removal >> 5
    return action, gone


def play_one(seed, colour=False, settle=200, plies=80):
    hands = Hands(seed, colour, settle)
    game = Game("nine-mens-morris")
    while not game.over and game.ply < plies:
        ahead = Game("nine-mens-morris")
        for text in game.turns():
            ahead.play(text)
        action, gone = random_turn(ahead)
        hands.turn(game, action, gone)
        game.do(action)
        if gone != OFF:
            game.do(gone * 32 + OFF)
        app = hands.board.app
        assert app.game.turns() == game.turns(), (
            seed,
            colour,
            settle,
            game.turns()[-3:],
            app.game.turns()[-3:],
            app.hands.reading.kind,
            app.complaints,
        )
        assert app.game.position() == game.position()
    assert hands.board.app.hands.asks == 0
    assert hands.board.app.journal.lost == 0


def test_presence():
    for seed in range(4):
        play_one(seed)


def test_colour():
    for seed in range(10, 13):
        play_one(seed, colour=True)


def test_other_settle_times():
    play_one(20, settle=100)
    play_one(21, settle=400)
