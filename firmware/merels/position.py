# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Positions as text, in the words of the wire.

    white=a1,d1,g4 black=a7,d7,b6 hand=3,3 turn=white due=0 quiet=0

Read, an omitted word means no pieces, hand=0,0 turn=white due=0 quiet=0; written, only words
for what is not there are left out.
"""

from merels.board import count
from merels.errors import BadPosition, UnknownPoint

SIDES = ("white", "black")


def write(game):
    """The position of a game as text."""
    board = game.board
    words = []
    for side in (0, 1):
        if game.men[side]:
            words.append(SIDES[side] + "=" + points_text(board, game.men[side]))
    words.append("hand=%d,%d" % (game.hand[0], game.hand[1]))
    words.append("turn=" + SIDES[game.turn])
    words.append("due=%d" % game.due)
    words.append("quiet=%d" % game.quiet)
    return " ".join(words)


def points_text(board, mask):
    """The names of the points of a mask, sorted, with commas."""
    names = [board.name(bit) for bit in range(25) if mask >> bit & 1]
    names.sort()
    return ",".join(names)


def read(game, text):
    """Put a new game into the position of `text`. Raises BadPosition, naming the reason."""
    words = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise BadPosition("bad-word", "%r is not a word such as turn=white" % word)
        if key not in ("white", "black", "hand", "turn", "due", "quiet"):
            raise BadPosition("unknown-word", "a position has no word %r" % key)
        if key in words:
            raise BadPosition("word-twice", "the word %r is there twice" % key)
        words[key] = value
    for side in (0, 1):
        game.men[side] = points_mask(game.board, words.get(SIDES[side], ""))
    if game.men[0] & game.men[1]:
        raise BadPosition(
            "same-point-twice",
            "white and black both stand on %s"
            % points_text(game.board, game.men[0] & game.men[1]),
        )
    hand = words.get("hand", "0,0").split(",")
    if len(hand) != 2:
        raise BadPosition("bad-number", "hand= takes two numbers such as 3,3")
    for side in (0, 1):
        game.hand[side] = number(hand[side], "hand")
        if count(game.men[side]) + game.hand[side] > game.pieces:
            raise BadPosition(
                "too-many-pieces", "%s has more than %d pieces" % (SIDES[side], game.pieces)
            )
    turn = words.get("turn", "white")
    if turn not in SIDES:
        raise BadPosition("bad-turn", "turn= takes white or black, not %r" % turn)
    game.turn = SIDES.index(turn)
    game.due = number(words.get("due", "0"), "due")
    game.quiet = number(words.get("quiet", "0"), "quiet")
    if game.due:
        game.middle = 1
        if not count(game.removable()) >= 1:
            raise BadPosition("nothing-to-remove", "no piece may be removed")
    else:
        game.judge(False)


def points_mask(board, text):
    """The mask of point names with commas. Raises BadPosition."""
    mask = 0
    for name in text.split(",") if text else ():
        try:
            bit = 1 << board.bit(name)
        except UnknownPoint as error:
            raise BadPosition("unknown-point", str(error))
        if mask & bit:
            raise BadPosition("same-point-twice", "%s is named twice" % name)
        mask |= bit
    return mask


def number(text, name):
    """A number below 10000. Raises BadPosition."""
    if 0 < len(text) < 5 and all(["0" <= char <= "9" for char in text]):
        return int(text)
    raise BadPosition("bad-number", "%s= does not take %r" % (name, text))
