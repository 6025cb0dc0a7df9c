# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the position text that position.py writes.

    game = Game.from_position("white=a1,d1,g4 black=a7,d7,b6 hand=3,3 turn=white")

An omitted word means no pieces, hand=0,0 turn=white due=0 quiet=0. A position that cannot be is
refused with a BadPosition whose `why` is one of

    bad-word unknown-word word-twice bad-number bad-turn unknown-point same-point-twice
    too-many-pieces too-few-pieces two-winners no-line too-many-due nothing-to-remove
    not-in-this-game not-a-piece not-empty not-a-line not-a-move bad-owes
"""

from merels.board import count
from merels.errors import BadPosition, UnknownPoint
from merels.position import SIDES
from merels.position_text import points_text

WORDS = ("white", "black", "hand", "turn", "due", "quiet")
EXTRA_WORDS = ("marked", "banned", "used", "back", "owes")
MOST = 9999  # of any number


def read(game, text):
    """Put a new game into the position of `text`. Raises BadPosition."""
    words = _split(text)
    for side in (0, 1):
        game.men[side] = points_mask(game.board, words.get(SIDES[side], ""))
    both = game.men[0] & game.men[1]
    if both:
        names = points_text(game.board, both)
        raise BadPosition("same-point-twice", "White and black both stand on %s." % names)
    _read_hand(game, words.get("hand", "0,0"))
    turn = words.get("turn", "white")
    if turn not in SIDES:
        raise BadPosition("bad-turn", "turn= takes white or black, not %r." % turn)
    game.turn = SIDES.index(turn)
    game.due = number(words.get("due", "0"), "due")
    game.quiet = number(words.get("quiet", "0"), "quiet")
    game.placing = 1 if game.hand[0] or game.hand[1] else 0
    for name in EXTRA_WORDS:
        if name in words:
            from merels import position_extras_reader

            position_extras_reader.read(game, words)
            break
    if game.due:
        game.middle = 0 if game.owes else 1
        if not (game.owes or game.claim):
            _check_due(game)
    else:
        _judge(game)


def _split(text):
    words = {}
    for word in text.split():
        at = word.find("=")
        if at < 1:
            raise BadPosition("bad-word", "%r is not a word such as turn=white." % word)
        key = word[:at]
        if key not in WORDS and key not in EXTRA_WORDS:
            raise BadPosition(
                "unknown-word",
                "A position has no word %r; it has %s." % (key, " ".join(WORDS + EXTRA_WORDS)),
            )
        if key in words:
            raise BadPosition("word-twice", "The word %r is there twice." % key)
        words[key] = word[at + 1 :]
    return words


def _read_hand(game, text):
    hand = text.split(",")
    if len(hand) != 2:
        raise BadPosition("bad-number", "hand= takes two numbers such as 3,3, not %r." % text)
    few = 0
    for side in (0, 1):
        game.hand[side] = number(hand[side], "hand")
        have = count(game.men[side]) + game.hand[side]
        if have > game.rules.pieces:
            raise BadPosition(
                "too-many-pieces",
                "%s has %d pieces on the board and in hand; the game has %d."
                % (SIDES[side], have, game.rules.pieces),
            )
        few += have < game.rules.minimum
    # The end of placing may sweep pieces of both sides, or take what both have in hand.
    both_at_once = game.rules.placing_mill == "delay" or game.rules.stop_at_two
    if few == 2 and not (both_at_once and (game.men[0] or game.men[1]) and game.hand == [0, 0]):
        raise BadPosition(
            "too-few-pieces", "Both sides have fewer than %d pieces." % game.rules.minimum
        )


def _check_due(game):
    lines = [line for line in game.board.lines if line & game.men[game.turn] == line]
    if not lines or game.rules.wins:
        raise BadPosition("no-line", "No removal can be due: no line is there to pay for it.")
    if game.due > (len(lines) if game.rules.per_line else 1):
        raise BadPosition("too-many-due", "due=%d is more than the lines pay." % game.due)
    if not game.removable() or game.due > count(game.men[1 - game.turn] & ~game.marked):
        raise BadPosition("nothing-to-remove", "There is not that much to remove.")


def _judge(game):
    if (
        game.rules.placing is not None
        and not game.placing
        and not game.rules.placing.empty(game)
        and not game.few()
    ):
        # Nothing but the end of placing leaves a full board behind.
        game.rules.placing.board_full(game)
    if game.rules.wins:
        winners = [side for side in (0, 1) if _has_line(game, side)]
        if len(winners) == 2:
            raise BadPosition("two-winners", "Both sides have a line; only one can have won.")
        # A side that is blocked besides has lost by that (situation E58 of the test data).
        if winners and (game.rules.blocked is not None or game.can_act()):
            game.end(winners[0], "line")
    game.judge(False)


def _has_line(game, side):
    for line in game.board.lines:
        if line & game.men[side] == line:
            return True
    return False


def points_mask(board, text):
    """The mask of point names with commas. Raises BadPosition."""
    mask = 0
    for name in text.split(",") if text else ():
        bit = 1 << point_bit(board, name)
        if mask & bit:
            raise BadPosition("same-point-twice", "%s is named twice." % name)
        mask |= bit
    return mask


def point_bit(board, name):
    """The bit of a point name. Raises BadPosition."""
    try:
        return board.bit(name)
    except UnknownPoint as error:
        raise BadPosition("unknown-point", str(error)) from None


def number(text, name):
    """A number of at most four digits. Raises BadPosition."""
    if 0 < len(text) < 5 and not text.strip("0123456789"):
        return int(text)
    raise BadPosition("bad-number", "%s= takes a number up to %d, not %r." % (name, MOST, text))
