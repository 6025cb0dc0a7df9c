# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Captures without a mill: custodian, intervention and leap, each along a line of three.

Custodian: a piece comes to one end, an own piece stands on the other, the opposing piece between
them is taken. Intervention: a piece steps between two opposing pieces and takes both. Leap: a
piece jumps from end to end over an opposing piece and takes it. Only pieces that `protect` lets
go are taken. One move makes one kind of capture: where a mill is closed as well, or where
several captures are possible, the first piece removed decides; a leap takes what it jumps over
and pays no mill.

State of the game: `claim` (the pieces that captures may take), `at` (where the capturing piece
has come to) and `lines_due` (removals that a mill pays instead). Loaded by the first game that
has one of the three options.
"""


def leaps(game, bit):
    """Where the piece on `bit` may jump, as a mask."""
    if not game.rules.leap or game.hand[game.turn]:
        return 0
    board = game.board
    free = board.points & ~(game.men[0] | game.men[1] | game.banned)
    takable = game.unprotected(1 - game.turn)
    here = 1 << bit
    reach = 0
    for number in range(len(board.lines)):
        line = board.lines[number]
        middle = 1 << board.middles[number]
        if line & here and middle != here and middle & takable:
            reach |= line & ~here & ~middle & free
    return reach


def _jumped(game, src, dst):
    """The pieces that are jumped over from `src` to `dst`, as far as they may be taken."""
    if not game.rules.leap or src == 31 or game.hand[game.turn]:
        return 0
    board = game.board
    takable = game.unprotected(1 - game.turn)
    ends = 1 << src | 1 << dst
    jumped = 0
    for number in range(len(board.lines)):
        middle = 1 << board.middles[number]
        if board.lines[number] == ends | middle:
            jumped |= middle & takable
    return jumped


def _taken(game, src, dst):
    """The pieces that custodian and intervention take when a piece comes from `src` to `dst`."""
    board = game.board
    here = 1 << dst
    own = game.men[game.turn] & ~game.marked
    if src != 31:
        own &= ~(1 << src)
    other = game.men[1 - game.turn] & ~game.marked
    takable = game.unprotected(1 - game.turn)
    taken = 0
    for number in range(len(board.lines)):
        line = board.lines[number]
        if not line & here:
            continue
        middle = 1 << board.middles[number]
        rest = line & ~here
        if middle == here:
            if game.rules.intervention and other & rest == rest:
                taken |= rest & takable
        elif game.rules.custodian and own & rest == rest & ~middle:
            taken |= middle & takable
    return taken


def takes(game, action):
    """The pieces one of which may be removed first if `action` is played now."""
    src = action >> 5
    dst = action & 31
    if game.over or game.due or (game.rules.wins and game.closed(src, dst)):
        return 0
    taken = _jumped(game, src, dst)
    if taken:
        return taken
    taken = _taken(game, src, dst)
    if game.due_after(src, dst):
        taken |= game.unprotected(1 - game.turn)
    return taken


def before(game, src, dst, due):
    """Find what the move `src` to `dst`, not yet made, captures; returns the removals due."""
    jumped = _jumped(game, src, dst)
    taken = jumped or _taken(game, src, dst)
    game.at = dst
    game.claim = taken
    game.lines_due = due if taken and not jumped else 0
    if jumped:
        return 1
    if due or not taken:
        return due
    return 2 if _pair(game, taken, 0) else 1


def _pair(game, claim, bit):
    """What an intervention takes besides `bit` (0: both), if it takes two pieces; else 0."""
    board = game.board
    middle = 1 << game.at
    for number in range(len(board.lines)):
        ends = board.lines[number] & ~middle
        if board.middles[number] == game.at and ends & claim == ends and (ends & bit or not bit):
            return ends & ~bit
    return 0


def targets(game):
    """The pieces that may be removed now, as a mask."""
    mask = game.claim
    if game.lines_due:
        mask |= game.unprotected(1 - game.turn)
    return mask


def removed(game, bit):
    """The first or second piece of a capture, or of the mill beside it, was removed."""
    claim = game.claim
    lines_due = game.lines_due
    game.claim = game.lines_due = 0
    if not claim & bit:
        game.due = lines_due - 1
        return
    game.claim = _pair(game, claim, bit)
    game.due = 1 if game.claim else 0
