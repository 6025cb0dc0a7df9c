# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Mills with a memory: line-once (a line pays once for each player) and no-straight-back.

Loaded by the first game that has one of the two. Works on the game's `used` (for each side
the numbers of the lines that have paid, as bits) and `back` (for each side the move that would
go straight back into the mill it has just left, as an action, or 0).
"""

HAND = 31


def paying(game, own, dst):
    """How many lines through `dst` are closed by the pieces `own` and have not paid yet."""
    used = game.used[game.turn]
    lines = 0
    for line in game.board.lines:
        if line >> dst & 1 and line & own == line and not used & 1:
            lines += 1
        used >>= 1
    return lines


def moved(game, src, dst, paid):
    """Remember what a move just made means for later ones; `paid` if its lines were paid."""
    side = game.turn
    own = game.men[side] & ~game.marked
    if paid and game.rules.line_once:
        bit = 1
        for line in game.board.lines:
            if line >> dst & 1 and line & own == line:
                game.used[side] |= bit
            bit <<= 1
    game.back[side] = 0
    if src != HAND and game.rules.no_straight_back and closes(game, own, dst):
        before = own & ~(1 << dst) | 1 << src
        if closes(game, before, src):
            game.back[side] = dst * 32 + src


def closes(game, own, bit):
    """Whether the pieces `own` have a line through `bit`."""
    for line in game.board.lines_at[bit]:
        if line & own == line:
            return True
    return False


def straight_back(game, bit):
    """Where the piece on `bit` may not go because it came from there, as a mask."""
    side = game.turn
    src = game.back[side] >> 5
    dst = game.back[side] & 31
    if src == bit:
        own = game.men[side] & ~(1 << src) | 1 << dst
        if closes(game, own, dst):
            return 1 << dst
    return 0
