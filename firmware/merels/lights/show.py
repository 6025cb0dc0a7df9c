# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Which point means what: the game and the hands, told by light.

Sits between hands and lights. `show` fills one meaning per point, the less important first, so
that the more important ones win; it depends on its arguments alone and allocates nothing. One
thing is told at a time: see TOGETHER in palette.py.

    show(lights.fresh(), game, hands, hints)
"""

from merels.hands import reading_kinds as kinds
from merels.lights import palette
from merels.lights.hints import SILENT
from merels.masks import lowest
from merels.rules.position import HAND, OFF


def show(meanings, game, hands, hints):
    """Fill meanings, 25 numbers of palette.py that are all OFF, for this game, these hands and
    this much help (a Hints of hints.py that has seen the game)."""
    if hints.level == SILENT:
        return
    if game.over:
        _over(meanings, game)
        return
    r = hands.reading
    asked = hands.wanted >= 0
    if hands.due and not hands.asking and (not asked or r.action == hands.wanted):
        _due(meanings, game, hands)
    elif hands.asking:
        _ask(meanings, game, r)
    elif hands.lost or hands.guiding:
        _last_played(meanings, game)
        _guide(meanings, hands.pair)
    elif r.kind == kinds.BACK:
        _last_move(meanings, game, r)
        _paint(meanings, r.touched, palette.TAKEBACK)
    elif r.kind == kinds.SWEEP:
        _last_move(meanings, game, r)
        _paint(meanings, r.stray, palette.REMOVABLE)
    elif asked:
        _last_move(meanings, game, r)
        _wanted(meanings, hands)
    elif r.targets:
        _in_hand(meanings, game, r, hints)
    else:
        _last_move(meanings, game, r)
        _paint(meanings, r.lifted, palette.LIFTED)
        if r.kind == kinds.SAME:
            _paint(meanings, hints.threats, palette.THREAT)
            _paint(meanings, hints.closing, palette.COMPLETES_MILL)
            _paint(meanings, hands.wanted_gone or game.removable(), palette.REMOVABLE)
    complaint = hands.complaint
    guided = complaint.late and r.missing >> complaint.at & 1
    if complaint.word and complaint.at != OFF and not guided:
        meanings[complaint.at] = palette.WRONG


def ask_new(meanings, standing):
    """`new` was touched: is the game of these pieces over?"""
    for point in range(25):
        meanings[point] = palette.OVER if standing >> point & 1 else palette.OFF


def _last_move(meanings, game, r):
    """Where the last piece came to, as far as the hands have shown it."""
    if r.kind <= kinds.STRAY and r.action >= 0:
        meanings[r.action & 31] = palette.LAST_MOVE
    elif game.ply:
        _last_played(meanings, game)
    elif r.kind == kinds.SAME and not game.white | game.black:
        _paint(meanings, game.board.points, palette.IDLE)


def _ask(meanings, game, r):
    """Both answers where they lie: the point that would count, and where a piece would go back."""
    differs = r.touched | r.stray
    arrived = differs & ~r.missing
    if arrived:
        _paint(meanings, arrived, palette.HINT)
    else:
        _last_played(meanings, game, palette.HINT)
    _paint(meanings, differs & r.missing, palette.MISSING)


def _last_played(meanings, game, meaning=palette.LAST_MOVE):
    to = _last_target(game.history) if game.ply else OFF
    if to != OFF:
        meanings[to] = meaning


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
    """The move that the host asks for, and what is in the hand meanwhile."""
    source = hands.wanted >> 5
    if source != HAND:
        meanings[source] = palette.HOST_FROM
    meanings[hands.wanted & 31] = palette.HOST_TO
    _paint(meanings, hands.wanted_gone, palette.REMOVABLE)
    _paint(meanings, hands.reading.lifted, palette.LIFTED)


def _guide(meanings, pair):
    """One step of the way back: the piece to take, and where it belongs."""
    if pair & 31 != OFF:
        meanings[pair & 31] = palette.EXTRA
    if pair >> 5 != OFF:
        meanings[pair >> 5] = palette.MISSING


def _in_hand(meanings, game, r, hints):
    """A piece was lifted that can go somewhere, or one that a mill to come may remove."""
    if r.own:
        _paint(meanings, hints.threats, palette.THREAT)
        _paint(meanings, r.targets, palette.TARGET)
        piece = lowest(r.own)
        _paint(meanings, r.targets & game.closing(piece), palette.COMPLETES_MILL)
    else:
        _paint(meanings, r.targets, palette.COMPLETES_MILL)
    _paint(meanings, r.lifted, palette.LIFTED)


def _due(meanings, game, hands):
    """A mill was closed: what may be removed for it, and what is in the way."""
    r = hands.reading
    if r.action >= 0:
        _mill(meanings, game, r.action)
    else:
        _last_move(meanings, game, r)
    wished = r.removable & hands.wanted_gone
    _paint(meanings, wished or r.removable or game.removable(), palette.REMOVABLE)
    _paint(meanings, r.stray & r.extra, palette.EXTRA)
    _paint(meanings, r.stray & r.missing & ~r.lifted, palette.MISSING)
    _paint(meanings, r.lifted, palette.LIFTED)


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
