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


def _triples(game, bit):
    """(end, middle, end) of the lines through a point."""
    board = game.board
    found = []
    for number in range(len(board.lines)):
        line = board.lines[number]
        if line >> bit & 1:
            middle = board.middles[number]
            ends = [end for end in range(25) if line >> end & 1 and end != middle]
            found.append((ends[0], middle, ends[1]))
    return found


def leaps(game, bit):
    """Where the piece on `bit` may jump, as a mask."""
    if not game.rules.leap or game.hand[game.turn]:
        return 0
    both = game.men[0] | game.men[1] | game.banned
    takable = game.unprotected(1 - game.turn)
    reach = 0
    for first, middle, last in _triples(game, bit):
        if bit in (first, last) and takable >> middle & 1:
            reach |= (1 << first | 1 << last) & ~both
    return reach


def _captured(game, src, dst):
    """(pieces a leap takes, pieces that other captures may take) when `src` goes to `dst`."""
    own = game.men[game.turn] & ~game.marked
    if src != 31:
        own &= ~(1 << src)
    takable = game.unprotected(1 - game.turn)
    other = game.men[1 - game.turn] & ~game.marked
    jumped = taken = 0
    for first, middle, last in _triples(game, dst):
        if dst == middle:
            pair = 1 << first | 1 << last
            if game.rules.intervention and other & pair == pair:
                taken |= pair & takable
            continue
        far = last if dst == first else first
        if takable >> middle & 1:
            if game.rules.leap and src == far and not game.hand[game.turn]:
                jumped |= 1 << middle
            if game.rules.custodian and own >> far & 1:
                taken |= 1 << middle
    return jumped, taken


def takes(game, action):
    """The pieces one of which may be removed first if `action` is played now."""
    src = action >> 5
    dst = action & 31
    if game.rules.wins and game.closed(src, dst):
        return 0
    jumped, taken = _captured(game, src, dst)
    if jumped:
        return jumped
    if game.due_after(src, dst):
        taken |= game.unprotected(1 - game.turn)
    return taken


def before(game, src, dst, due):
    """Find what the move `src` to `dst`, not yet made, captures; returns the removals due."""
    jumped, taken = _captured(game, src, dst)
    game.at = dst
    game.lines_due = 0 if jumped else due
    game.claim = jumped or taken
    if jumped:
        return 1
    if due or not taken:
        if not taken:
            game.lines_due = 0
        return due
    return _most(game, taken, dst)


def _most(game, taken, dst):
    """2 if an intervention can take two pieces, else 1."""
    for first, middle, last in _triples(game, dst):
        if middle == dst and taken >> first & 1 and taken >> last & 1:
            return 2
    return 1


def targets(game):
    """The pieces that may be removed now, as a mask."""
    mask = game.claim
    if game.lines_due:
        mask |= game.unprotected(1 - game.turn)
    return mask


def removed(game, bit):
    """The first or second piece of a capture or of the mill beside it was removed."""
    claim = game.claim
    if not claim & bit:
        game.due = game.lines_due - 1
        game.claim = game.lines_due = 0
        return
    game.claim = game.lines_due = game.due = 0
    for first, middle, last in _triples(game, game.at):
        if middle == game.at and (1 << first | 1 << last) & bit:
            partner = (1 << first | 1 << last) & ~bit & claim
            if partner:
                game.claim = partner
                game.due = 1
