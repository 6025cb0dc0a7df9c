# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Special rules of the placing phase and of its end.

What a mill made by placing does (placing-mill), points that stay closed (banned), an early end
(stop-at-two), who starts to move (defender-first), the full board (full). Loaded by the first
game in which one of them can matter.
"""

from merels.board import count


def removals(game, lines):
    """How many removals from the board `lines` lines closed by placing give."""
    mode = game.rules.placing_mill
    if mode in ("remove", "delay"):
        return lines
    if mode in ("hand", "hand-again"):
        if not game.rules.per_line:
            lines = 1
        return max(0, lines - game.hand[1 - game.turn])
    return 0


def moved(game, lines):
    """Take what `lines` lines closed by placing take from the opponent's hand; say if any."""
    if not lines or game.rules.placing_mill not in ("hand", "hand-again"):
        return False
    other = 1 - game.turn
    taken = min(lines if game.rules.per_line else 1, game.hand[other])
    game.hand[other] -= taken
    return taken > 0


def removed(game, bit):
    """Take a piece from the board, or mark it for later; close its point if points get closed."""
    if game.rules.placing_mill == "delay":
        game.marked |= bit
        return
    game.men[0] &= ~bit
    game.men[1] &= ~bit
    if game.rules.bans:
        game.banned |= bit


def again(game, lines):
    """Whether the player who has just placed plays once more, having closed `lines` lines."""
    return lines > 0 and game.rules.placing_mill == "hand-again"


def completed(game):
    """After a turn: if placing is over, do all that its end brings."""
    if game.rules.stop_at_two and count(empty(game)) <= 2:
        game.hand[0] = game.hand[1] = 0
    if game.hand[0] or game.hand[1]:
        return
    game.placing = 0
    game.men[0] &= ~game.marked
    game.men[1] &= ~game.marked
    game.marked = 0
    game.banned = 0
    if game.rules.defender_first:
        game.turn = 1 - game.rules.first
    if game.few():
        return
    if game.rules.placing_mill == "count":
        _count_mills(game)
    elif not empty(game):
        board_full(game)


def empty(game):
    """The empty points as a mask."""
    return game.board.points & ~(game.men[0] | game.men[1])


def board_full(game):
    """Apply the option `full` to a board without an empty point, nothing being due."""
    first = game.rules.first
    second = 1 - first
    mode = game.rules.full_board
    if mode == "first-loses":
        game.end(second, "board-full")
    elif mode == "draw":
        game.end(None, "board-full")
    elif mode == "first-removes":
        _owe(game, (first, second, "full", 1), (second, first, "full", 1))
    elif mode == "second-removes":
        _owe(game, (second, first, "full", 1), (first, second, "full", 1))
    else:
        _owe(game, (game.turn, 1 - game.turn, "full", 1))


def _count_mills(game):
    first = game.turn
    second = 1 - first
    mine = _lines(game, first)
    theirs = _lines(game, second)
    if not mine and not theirs:
        _owe(game, (first, first, "count", 1), (second, second, "count", 1))
        return
    if not mine or not theirs:
        mine, theirs = (2, 1) if mine else (1, 2)
    elif mine > theirs:
        mine = theirs + 1
    elif theirs > mine:
        theirs = mine + 1
    _owe(game, (first, second, "count", mine), (second, first, "count", theirs))


def _lines(game, side):
    men = game.men[side]
    return len([line for line in game.board.lines if line & men == line])


def _owe(game, *entries):
    game.rules.extra_removals.begin(game, entries, game.turn)
