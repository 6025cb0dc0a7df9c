# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every legal turn of many positions, in every order of its lifts and drops, is read as that turn.

All positions of the 3x3 board, but for its symmetries, and a sample of the larger boards. And
where two pairs of turns leave the same image, the board goes by what it saw first, or asks.
"""

import sys

from fuzz.dice import Dice
from fuzz.turn import Turn, choose, meaning, turn_of
from merels.game import OFF, Game
from merels.games import play
from merels.hands import TAKE_BACK, TAKE_TURN, Hands
from merels.rest import Rest
from merels.variants import ids

SLOW = sys.implementation.name == "micropython"  # a smaller sample there
SQUARE = (6, 7, 8, 11, 24, 12, 15, 16, 17)  # the wood's points of the 3x3 board, row by row
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # where each of them comes from when the board is turned
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
SOON, LATER = 50, 600  # ms between two deeds


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
        if not self.hands.colour:
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
                play(self.game, self.hands.reading.action, self.hands.reading.gone)
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


def images_of_past(game):
    """The image before the last turn, and those of all turns in its place, done or half done."""
    if not game.ply:
        return []
    last = turn_of(game, game.ply - 1)
    game.undo_turn()
    images = [game.white | game.black]
    for turn in turns_of(game):
        deeds = deeds_of(turn)
        images.append(image_after(game, deeds))
        images.append(image_after(game, deeds[: len(deeds) - len(turn.gone)]))
    last.play(game)
    return images


def check_orders(game, colour):
    """Act every turn of the position out in every order; returns how many cases there were."""
    turns = [turn for turn in turns_of(game) if not turn.marked and not turn.swept]
    images = [image_after(game, deeds_of(turn)) for turn in turns]
    past = images_of_past(game)
    cases = 0
    for turn in turns:
        for deeds in orders(deeds_of(turn)):
            parts = [image_after(game, deeds[:end]) for end in range(1, len(deeds))]
            for gap in (0, SOON, LATER):
                if gap == LATER and [image for image in parts if image in images + past]:
                    continue  # it says something else on the way, and says it long enough
                acted = Acted(game, colour)
                for deed in deeds if gap else []:
                    acted.deed([deed])
                    acted.wait(gap)
                if not gap:
                    acted.deed(deeds)
                acted.wait(2500)
                taken = acted.undo()
                cases += 1
                asked = acted.asked and past  # a take-back or a correction would fit as well
                good = meaning(taken) == meaning([turn.text]) or (asked and not taken)
                assert good and not acted.back, (
                    game.variant, game.position(), game.turns()[-2:], turn.text, deeds, gap, taken,
                    acted.asked, acted.back,
                )  # fmt: skip
    return cases


def check_pairs(game, dice):
    """Two turns that leave an image which two others leave as well: in order, then at once."""
    groups = {}
    for first in turns_of(game):
        if first.gone or first.marked:
            continue
        first.play(game)
        for second in [] if game.over else turns_of(game):
            if not second.gone and second.target not in (OFF, first.source):
                deeds = deeds_of(first) + deeds_of(second)
                image = image_after(game, deeds_of(second))
                groups.setdefault(image, []).append((first, second, deeds))
        game.undo_turn()
    several = [group for group in groups.values() if len(group) > 1]
    for group in dice.shuffled(several)[:6]:
        first, second, deeds = dice.pick(group)
        acted = Acted(game, False)
        for deed in deeds:
            acted.deed([deed])
            acted.wait(SOON)
        acted.wait(2500)
        taken = acted.undo()
        meant = [first.text, second.text]
        assert taken == meant or acted.asked, (game.position(), deeds, taken, meant)
        acted = Acted(game, False)
        acted.deed(deeds)
        acted.wait(2500)
        taken = acted.undo()
        assert acted.asked and not taken, (game.position(), deeds, taken)
    return len(several)


def small_positions(variant):
    """Every position of a game on the 3x3 board, one for all that are alike by symmetry."""
    known = set()
    found = []
    waiting = [Game(variant).position()]
    while waiting:
        position = waiting.pop()
        game = Game.from_position(position, variant)
        key = _alike(game)
        if key in known or game.over:
            continue
        known.add(key)
        found.append(position)
        for action in game.legal_actions():
            game.do(action)
            waiting.append(game.position())
            game.undo()
    return found


def _alike(game):
    """The same number for positions that are turned or mirrored images of each other."""
    cells = []
    for bit in SQUARE:
        cells.append(1 if game.white >> bit & 1 else 2 if game.black >> bit & 1 else 0)
    least = None
    for _ in range(2):
        for _ in range(4):
            number = 0
            for cell in cells:
                number = number * 3 + cell
            least = number if least is None else min(least, number)
            cells = [cells[at] for at in TURNED]
        cells = [cells[at] for at in MIRRORED]
    return ((least * 2 + game.turn) * 8 + game.hand[0]) * 8 + game.hand[1]


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


def test_all_of_the_small_board():
    for variant in ("three-mens-morris", "nine-holes", "picaria"):
        positions = small_positions(variant)
        assert len(positions) > 500
        cases = 0
        for position in positions[:: 40 if SLOW else 1]:
            cases += check_orders(Game.from_position(position, variant), False)
        assert cases > (250 if SLOW else 10000)


def test_every_variant():
    for seed, variant in enumerate(ids()):
        cases = 0
        for game, dice in sampled(variant, seed, 1 if SLOW else 8):
            cases += check_orders(game, dice.chance(30))
        assert cases


def test_nine_mens_morris():
    for game, _ in sampled("nine-mens-morris", 7, 3 if SLOW else 40):
        check_orders(game, False)


def test_pairs_of_turns():
    pairs = 0
    for seed, variant in enumerate(
        ("three-mens-morris", "six-mens-morris", "nine-mens-morris", "morabaraba")
    ):
        for game, dice in sampled(variant, seed, 3 if SLOW else 20):
            pairs += check_pairs(game, dice)
    assert pairs
