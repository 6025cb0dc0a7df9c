# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every legal turn of many positions, in every order of its lifts and drops, is read as that turn.

All positions of the 3x3 board, but for its symmetries, and a sample of the larger boards.
"""

import sys

from fuzz.acted import Acted, deeds_of, image_after, orders, sampled, turns_of
from fuzz.turn import meaning, turn_of
from merels.rules.game import Game
from merels.rules.variants import ids

SLOW = sys.implementation.name == "micropython"  # a smaller sample there
SQUARE = (6, 7, 8, 11, 24, 12, 15, 16, 17)  # the wood's points of the 3x3 board, row by row
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # where each of them comes from when the board is turned
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
SOON, LATER = 50, 600  # ms between two deeds


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
            flies = turn.moves and not game.board.adjacent[turn.source] >> turn.target & 1
            for gap in (SOON, LATER) if flies else (0, SOON, LATER):  # nothing flies in no time
                if gap == LATER and [image for image in parts if image in images + past]:
                    continue  # it says something else on the way, and says it long enough
                if (
                    gap == LATER
                    and turn.moves
                    and deeds.index((turn.source, -1)) > deeds.index((turn.target, turn.side))
                ):
                    continue  # a piece that is put down was taken before
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
