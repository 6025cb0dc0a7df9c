# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What happens to a side that cannot move, when it does not simply lose or draw.

Loaded by the first game with blocked=passes, removes, removes-then-opponent or both-remove.
"""


def stuck(game):
    """Apply the option `blocked`: the side to move can do nothing and owes nothing."""
    side = game.turn
    other = 1 - side
    mode = game.rules.when_blocked
    if mode == "passes":
        game.turn = other
        if not game.can_act():
            game.end(None, "blocked")
        return
    take = (side, other, "blocked", 1)
    if mode == "both-remove":
        game.rules.extra_removals.begin(game, (take, (other, side, "blocked", 1)), side)
    else:
        game.rules.extra_removals.begin(game, (take,), side if mode == "removes" else other)
    if not game.due:
        # Not one opposing piece stands beside an own one: there is no way out.
        game.owes = ()
        game.turn = side
        game.end(other, "blocked")
