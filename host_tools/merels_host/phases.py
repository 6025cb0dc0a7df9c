# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The phase of a turn: a piece placed, moved along a line, or flying.

PHASES[phase_of(game, "d6-f6")]     # "moving"
"""

from merels.rules.game import Game

PHASES = ("placing", "moving", "flying")


def phase_of(game: Game | None, turn: str) -> int:
    """0, 1 or 2 (see PHASES) for a turn that `game` is about to play.

    A side that may fly flies, also where it goes to a neighbour. Without a game, as where these
    rules do not know it, nobody flies.
    """
    if "-" not in turn:
        return 0
    return 2 if game is not None and game.rules.fly and game.flies(game.turn) else 1
