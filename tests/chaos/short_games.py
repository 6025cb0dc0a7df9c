# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Short random games, known before they are played.

game = short_game(random.Random(7), most=20)
game.turns          # ["d6", "f4", "d6-f6xb4"]
"""

from dataclasses import dataclass

from merels.board import WOOD
from merels.rules.game import OFF, Game

from chaos.second_thoughts import a_detour

DETOURS = 0.2  # of all turns: another one is played first, and taken back
VARIANTS = (
    "nine-mens-morris", "nine-mens-morris", "three-mens-morris", "six-mens-morris",
    "five-mens-morris", "morabaraba", "lasker-morris", "twelve-mens-morris",
)  # fmt: skip


@dataclass(frozen=True)
class ShortGame:
    """turns: texts with removals glued on. deeds: for each turn what hands do on the wood, as
    (point of the wood, side or None for a lift). over: as it must be recorded. declared: the
    request that ends it, "" if the rules do. detours: what is played and taken back, by the ply
    before it."""

    variant: str
    turns: list
    deeds: list
    over: tuple
    declared: str
    detours: dict

    def story(self):
        """What the journal has of it: texts of turns, "takeback N" with the plies that remain."""
        told = []
        for ply, turn in enumerate(self.turns):
            if ply in self.detours:
                told += [self.detours[ply].turn, f"takeback {ply}"]
            told.append(turn)
        return told


def short_game(dice, most):
    """A game of at most `most` turns, with mills and removals rather more often than by chance."""
    variant = dice.choice(VARIANTS)
    game = Game(variant)
    deeds = []
    detours = {}
    while not game.over and game.ply < most:
        ply = game.ply
        actions, turn = _play_turn(dice, game)
        deeds.append(turn)
        if dice.random() < DETOURS:
            text = game.turn_text(ply)
            game.undo_turn()
            _, other = _play_turn(dice, game)
            other_text, over = game.turn_text(ply), game.over
            game.undo_turn()
            for action in actions:
                game.do(action)
            if other_text != text and not over:
                detours[ply] = a_detour(dice, turn, other_text, other)
    outcome = game.outcome()
    if outcome is not None:
        return ShortGame(
            variant, game.turns(), deeds, (outcome.winner, outcome.reason), "", detours
        )
    winner, reason = dice.choice(
        ((0, "resigned"), (1, "resigned"), (None, "agreed"), (None, "unfinished"))
    )
    name = "none" if winner is None else ("white", "black")[winner]
    request = f"result winner={name} reason={reason}"
    return ShortGame(variant, game.turns(), deeds, (winner, reason), request, detours)


def _play_turn(dice, game):
    """Play a turn; its actions, and what hands do."""
    side = game.turn
    played, deeds = [], []
    while True:
        actions = [game.parse(text) for text in game.legal()]
        closing = [a for a in actions if a & 31 != OFF and game.takes(a)]
        action = dice.choice(closing if closing and dice.random() < 0.7 else actions)
        played.append(action)
        deeds += _deeds(action, side)
        game.do(action)
        if game.over or not game.middle:
            return played, deeds


def _deeds(action, side):
    source, target = action >> 5, action & 31
    deeds = []
    if source < 25:
        deeds.append((WOOD[source], None))
    if target < 25:
        deeds.append((WOOD[target], side))
    return deeds
