# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which point means what: the game and the hands, told by light.

Sits between hands and lights. `show` fills one meaning per point, the less important first, so
that the more important ones win; it depends on its arguments alone and allocates nothing.

    show(lights.meanings, game, hands)
"""

from . import kinds, palette
from .masks import lowest
from .position import HAND, OFF


def show(meanings, game, hands):
    """Fill meanings (25 numbers of palette.py) for this game and these hands."""
    for point in range(25):
        meanings[point] = palette.OFF
    if game.over:
        _over(meanings, game)
        return
    r = hands.reading
    _last_move(meanings, game, r)
    if hands.wanted >= 0:
        _wanted(meanings, hands)
    if hands.lost:
        _guide(meanings, hands.pair)
    elif r.kind == kinds.SWEEP:
        _paint(meanings, r.stray, palette.REMOVABLE)
    elif hands.due:
        _mill(meanings, game, r.action)
        _paint(meanings, r.removable, palette.REMOVABLE)
        _paint(meanings, r.stray & r.extra, palette.EXTRA)
        _paint(meanings, r.stray & r.missing & ~r.lifted, palette.MISSING)
        _paint(meanings, r.lifted, palette.LIFTED)
    elif r.kind == kinds.SAME:
        if game.due:
            _paint(meanings, game.removable(), palette.REMOVABLE)
    elif r.kind == kinds.BACK:
        _paint(meanings, r.touched, palette.TAKEBACK)
    else:
        _under_way(meanings, game, r)
    if hands.asking:
        _paint(meanings, r.touched | r.stray, palette.HINT)
    if hands.complaint and hands.at != OFF:
        meanings[hands.at] = palette.WRONG


def _last_move(meanings, game, r):
    if game.ply:
        to = _last_target(game.history)
        if to != OFF:
            meanings[to] = palette.LAST_MOVE
    elif r.kind == kinds.SAME and not game.white | game.black:
        _paint(meanings, game.board.points, palette.IDLE)


def _last_target(history):
    """Where the last piece was put; OFF if only removals are known."""
    row = history.rows - 1
    while row >= 0:
        action = history.action(row)
        if action & 31 != OFF:
            return action & 31
        row -= 1
    return OFF


def _wanted(meanings, hands):
    source = hands.wanted >> 5
    if source != HAND:
        meanings[source] = palette.HOST_FROM
    meanings[hands.wanted & 31] = palette.HOST_TO
    _paint(meanings, hands.wanted_gone, palette.REMOVABLE)


def _guide(meanings, pair):
    """One step of the way back: the piece to take, and where it belongs."""
    if pair & 31 != OFF:
        meanings[pair & 31] = palette.EXTRA
    if pair >> 5 != OFF:
        meanings[pair >> 5] = palette.MISSING


def _under_way(meanings, game, r):
    if r.kind <= kinds.STRAY and r.action >= 0:
        meanings[r.action & 31] = palette.LAST_MOVE
    _paint(meanings, r.lifted, palette.LIFTED)
    _paint(meanings, r.targets, palette.TARGET)
    if r.kind == kinds.LIFTED:
        _paint(
            meanings,
            r.targets & game.closing(lowest(r.lifted & game.on(game.turn))),
            palette.COMPLETES_MILL,
        )
    elif r.kind == kinds.FIRST:
        _paint(meanings, r.targets, palette.COMPLETES_MILL)


def _mill(meanings, game, action):
    """The lines through the move's target that the mover's pieces fill."""
    source = action >> 5
    target = 1 << (action & 31)
    pieces = game.on(game.turn) | target
    if source != HAND:
        pieces &= ~(1 << source)
    for line in game.board.lines:
        if line & target and line & pieces == line:
            _paint(meanings, line, palette.MILL)


def _over(meanings, game):
    winner = game.winner
    if winner is None:
        _paint(meanings, game.white | game.black, palette.OVER)
    else:
        _paint(meanings, game.on(winner), palette.OVER)


def _paint(meanings, mask, meaning):
    point = 0
    while mask:
        if mask & 1:
            meanings[point] = meaning
        mask >>= 1
        point += 1
