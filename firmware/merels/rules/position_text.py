# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Positions as text, in the words of the wire.

    white=a1,d1,g4 black=a7,d7,b6 hand=3,3 turn=white due=0 quiet=0

Written here, read by position_reader.py. The words hand, turn, due and quiet are always there, a
word for what is not there is left out. What only some games have is in position_extras.py.
"""

from merels.board import points_text
from merels.rules.position import SIDES


def write(game):
    """The position of a game as text."""
    words = []
    for side in (0, 1):
        if game.men[side]:
            words.append(SIDES[side] + "=" + points_text(game.board, game.men[side]))
    words.append("hand=%d,%d" % (game.hand[0], game.hand[1]))
    words.append("turn=" + SIDES[game.turn])
    words.append("due=%d" % game.due)
    words.append("quiet=%d" % game.quiet)
    if game.kept is not None:
        from merels.rules import position_extras  # 2 KB that most games do without

        words += position_extras.write(game)
    return " ".join(words)
