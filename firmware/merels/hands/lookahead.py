# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One turn ahead: what would be so after an action, found out by playing it and taking it back.

Asked by reading.py and pending_turn.py about one action at a time. Playing and undoing allocates
nothing, because a game keeps room for a few more actions than it has played.

    is_next(moment, game, action, arrived, left, others)    # the action, and an answer to it?
"""

from merels.masks import at_most, lowest, single
from merels.rules.position import HAND, OFF
from merels.sensing.point_age import LIMIT


def may_have_moved(game, piece, arrived):
    """May the opponent of the mover have moved a piece of his, one of these, to where one has
    arrived?"""
    other = 1 - game.turn
    if game.hand[other] and not game.rules.slides:
        return False
    if game.flies(other):
        return True
    while piece:
        if game.board.adjacent[lowest(piece)] & arrived:
            return True
        piece &= piece - 1
    return False


def came_after(moment, one, other):
    """Did the one point change after the other, or with it?"""
    return moment.age(lowest(one)) <= moment.age(lowest(other))


def marks(game):
    """Does a removal mark the piece for now, so that it stays on its point?"""
    return game.rules.placing is not None and game.placing and game.rules.placing_mill == "delay"


def sweeps(game, action, piece, others):
    """Would marking this piece, after the action (-1: none), end the placing, and is everything
    that is off swept with it?"""
    if not single(piece):
        return False
    rows = game.actions
    if action >= 0:
        game.peek(action)
    game.peek(lowest(piece) * 32 + OFF)
    fits = not game.placing and not others & (game.white | game.black)
    while game.actions > rows:
        game.undo()
    return fits


def removes(game, action, pieces):
    """May all these pieces be removed, one after the other, after the action (-1: none)?"""
    rows = game.actions
    if action >= 0:
        game.peek(action)
    while pieces & game.removable():
        piece = pieces & game.removable()
        piece &= -piece
        pieces ^= piece
        game.peek(lowest(piece) * 32 + OFF)
    while game.actions > rows:
        game.undo()
    return not pieces


def is_next(moment, game, action, arrived, left, others):
    """Would the opponent's complete turn, after this action, explain what else is different?"""
    removed = left & game.on(game.turn)  # the reply may have closed a mill as well
    moved = left ^ removed
    if not single(arrived) or others & ~(arrived | left) or not at_most(left, 2):
        return False
    if moved and not single(moved):
        return False
    if removed and not (single(removed) and came_after(moment, removed, arrived)):
        return False
    game.peek(action)
    fits = 0
    if not game.due and not game.over:
        fits = (game.targets(lowest(moved)) if moved else game.places()) & arrived
        if fits and removed:
            fits = game.takes((lowest(moved) if moved else HAND) * 32 + lowest(arrived)) & removed
    game.undo()
    return fits != 0


def removed_before(r, moment, game, action, takes, others):
    """The removal (a mask) with which the action is a complete turn, and what else is different
    the opponent's complete reply; 0 if there is none. A removal that was forgotten comes after
    the reply (rule 15).

    The removed piece is none that may have gone to where one arrived, unless it still stood then.
    """
    arrived = others & r.extra
    answered = others & r.own  # what the reply has removed
    left = others & r.missing & ~answered
    if not single(arrived) or not at_most(left, 2) or not at_most(answered, 1):
        return 0
    came = moment.age(lowest(arrived)) - moment.slack
    found = 0
    best = -1
    pieces = left & takes
    while pieces:
        gone = pieces & -pieces
        pieces ^= gone
        mover = left ^ gone
        game.peek(action)
        game.peek(lowest(gone) * 32 + OFF)
        fits = 0
        if not game.due and not game.over:
            fits = (game.targets(lowest(mover)) if mover else game.places()) & arrived
            if fits and answered:
                source = lowest(mover) if mover else HAND
                fits = game.takes(source * 32 + lowest(arrived)) & answered
        game.undo()
        game.undo()
        age = moment.age(lowest(gone))
        if came > age:
            age += LIMIT  # it still stood then
        elif not mover and may_have_moved(game, gone, arrived):
            continue
        # of two the one that still stood when the other arrived, or that left first
        if fits and age > best:
            best = age
            found = gone
    return found
