# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The words of a position that only some games need; loaded for these alone.

marked=a1,d1       pieces that are swept when placing ends (placing-mill=delay)
banned=a1,d1       points that stay closed while placing (banned=yes)
used=white:a7-d7-g7,black:a1-d1-g1      lines that have paid (line-once=yes); without a
                   colour: for both
back=d6-d7         moves that would go straight back (no-straight-back=yes)
owes=...           why removals are due, if not for a line, the first being under way:
    white:black:full:1,black:white:full:1,white:moves      who removes, whose, why, how many;
                   at last who moves; why is full, count or blocked
    white:black:capture:d6:0:d7+d5     a capture: to where, removals that a line pays
                   instead, what may be taken
    white:placing  placing is over with this turn; before a capture, or alone for a line
    white:again    the same side plays once more after it (placing-mill=hand-again); likewise
"""

from merels.board import points_text
from merels.rules.position import SIDES


def write(game):
    """The words of a game for what is there, as a list."""
    board = game.board
    words = []
    if game.marked:
        words.append("marked=" + points_text(board, game.marked))
    if game.banned:
        words.append("banned=" + points_text(board, game.banned))
    used = []
    for side in (0, 1):
        for at in range(len(board.lines)):
            if game.used[side] >> at & 1:
                used.append(SIDES[side] + ":" + line_text(board, at))
    if used:
        words.append("used=" + ",".join(used))
    back = []
    for side in (0, 1):
        move = game.back[side]
        # What a removal has taken off the board goes nowhere.
        if move and (game.men[side] & ~game.marked) >> (move >> 5) & 1:
            back.append(game.text(move))
    if back:
        words.append("back=" + ",".join(back))
    owes = _owes_text(game)
    if owes:
        words.append("owes=" + owes)
    return words


def line_text(board, at):
    """A line as a7-d7-g7, by its number."""
    line = board.lines[at]
    return "-".join([board.name(bit) for bit in _ordered(board, at, line)])


def _ordered(board, at, line):
    middle = board.middles[at]
    ends = [bit for bit in range(25) if line >> bit & 1 and bit != middle]
    return ends[0], middle, ends[1]


def _owes_text(game):
    entries = []
    who = SIDES[game.turn]
    if game.owes:
        for side, whose, why, number_due in game.owes:
            if whose < 0:
                entries.append(SIDES[side] + ":moves")
            else:
                entries.append("%s:%s:%s:%d" % (SIDES[side], SIDES[whose], why, number_due))
    elif (
        game.due
        and game.placing
        and game.rules.placing is not None
        and not (game.hand[0] or game.hand[1])
    ):
        entries.append(who + ":placing")
    if game.again:
        entries.append(who + ":again")
    if game.claim:
        entries.append(
            "%s:%s:capture:%s:%d:%s"
            % (
                who,
                SIDES[1 - game.turn],
                game.board.name(game.at),
                game.lines_due,
                points_text(game.board, game.claim).replace(",", "+"),
            )
        )
    return ",".join(entries)
