# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Counts how many games of a given length there are from a position: perft, the test that move
generators are compared by.

    perft(Game(), 3)                # [24, 552, 12144]

By actions, a removal is an action of its own; by turns, it belongs to its move. A game that is
over has no further ones. The last level is counted from the masks, without playing it.
"""

from merels.board import count
from merels.rules.position import HAND


def perft(game, depth, turns=False):
    """The counts for the depths 1 to `depth`, as a list. The game is left as it was."""
    counts = [0] * depth
    if depth > 0:
        if turns:
            _walk_turns(game, 0, counts)
        else:
            _walk_actions(game, 0, counts)
    return counts


def _walk_actions(game, level, counts):
    if level == len(counts) - 1:
        counts[level] += _number_of_actions(game)
        return
    actions = game.legal_actions()
    counts[level] += len(actions)
    for action in actions:
        game.do(action)
        _walk_actions(game, level + 1, counts)
        game.undo()


def _number_of_actions(game):
    if game.due:
        return count(game.removable())
    number = count(game.places())
    movable = game.movable()
    if not movable:
        return number
    for bit in range(25):
        if movable >> bit & 1:
            number += count(game.targets(bit))
    return number


def _walk_turns(game, level, counts):
    last = level == len(counts) - 1
    if last and not game.due and game.rules.captures is None:
        counts[level] += _number_of_turns(game, level, counts)
        return
    for action in game.legal_actions():
        game.do(action)
        if game.middle:
            _walk_turns(game, level, counts)
        else:
            counts[level] += 1
            if not last:
                _walk_turns(game, level + 1, counts)
        game.undo()


def _number_of_turns(game, level, counts):
    """How many turns can be played now, at the last level, with nothing due."""
    places = game.places()
    number = count(places)
    closing = game.closing()
    if closing:
        number += _more_for_closing(game, HAND, closing, level, counts)
    movable = game.movable()
    for bit in range(25 if movable else 0):
        if movable >> bit & 1:
            number += count(game.targets(bit))
            closing = game.closing(bit)
            if closing:
                number += _more_for_closing(game, bit, closing, level, counts)
    return number


def _more_for_closing(game, src, closing, level, counts):
    """How many turns more than moves there are among those from `src` that close a line."""
    more = 0
    for dst in range(25):
        if closing >> dst & 1:
            action = src * 32 + dst
            takes = count(game.takes(action))
            if takes and game.rules.per_line:
                game.do(action)
                _walk_turns(game, level, counts)
                game.undo()
                more -= 1
            elif takes:
                more += takes - 1
    return more
