# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Reads the position text that position_text.py writes.

    game = Game.from_position("white=a1,d1,g4 black=a7,d7,b6 hand=3,3 turn=white")

An omitted word means no pieces, hand=0,0 turn=white due=0 quiet=0. A position that cannot be is
refused with a BadPosition whose `why` is one of

    bad-word unknown-word word-twice bad-number bad-turn unknown-point same-point-twice
    too-many-pieces too-few-pieces two-winners no-line too-many-due nothing-to-remove
    not-in-this-game not-a-piece not-empty not-a-line not-a-move bad-owes
"""

from merels.board import count, points_text
from merels.errors import BadPosition, UnknownPoint
from merels.rules.position import SIDES

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
            _read_extras(game, words)
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


def _read_extras(game, words):
    """Take the extra words of a position into a new game. Raises BadPosition."""
    for name, there in (
        ("marked", game.rules.placing_mill == "delay"),
        ("banned", game.rules.bans),
        ("used", game.rules.line_once),
        ("back", game.rules.no_straight_back),
        ("owes", game.kept is not None),
    ):
        if name in words and not there:
            raise BadPosition("not-in-this-game", "This game has no use for %s=." % name)
    both = game.men[0] | game.men[1]
    owes = [entry.split(":") for entry in _list(words.get("owes", ""))]
    if owes and owes[0][1:] == ["placing"]:
        _read_placing(game, words["owes"], owes.pop(0)[0])
    if owes and owes[0][1:] == ["again"]:
        _read_again(game, words["owes"], owes.pop(0)[0])
    game.marked = points_mask(game.board, words.get("marked", ""))
    if game.marked & ~both or (game.marked and not game.placing):
        raise BadPosition("not-a-piece", "marked= names points without a piece to be swept.")
    game.banned = points_mask(game.board, words.get("banned", ""))
    if game.banned & both or (game.banned and not game.placing):
        raise BadPosition("not-empty", "banned= names points that are not closed.")
    for text in _list(words.get("used", "")):
        _read_used(game, text)
    for text in _list(words.get("back", "")):
        _read_back(game, text)
    if owes:
        _read_owes(game, words["owes"], owes)


def _list(text):
    return text.split(",") if text else []


def _read_used(game, text):
    sides = (0, 1)
    at = text.find(":")
    if at >= 0:
        if text[:at] not in SIDES:
            raise BadPosition("not-a-line", "%r is not a line such as white:a7-d7-g7." % text)
        sides = (SIDES.index(text[:at]),)
    mask = points_mask(game.board, text[at + 1 :].replace("-", ","))
    if mask not in game.board.lines:
        raise BadPosition("not-a-line", "%r is not a line such as a7-d7-g7." % text)
    for side in sides:
        game.used[side] |= 1 << game.board.lines.index(mask)


def _read_back(game, text):
    parts = text.split("-")
    if len(parts) != 2:
        raise BadPosition("not-a-move", "%r is not a move such as d6-d7." % text)
    src = point_bit(game.board, parts[0])
    dst = point_bit(game.board, parts[1])
    for side in (0, 1):
        if game.men[side] >> src & 1 and src != dst and not game.back[side]:
            game.back[side] = src * 32 + dst
            return
    raise BadPosition("not-a-move", "back=%s is no move of a piece on the board." % text)


def _bad_owes(text):
    return BadPosition("bad-owes", "owes=%s does not say what is due here." % text)


def _read_placing(game, text, who):
    if who != SIDES[game.turn] or not game.due or game.placing or game.rules.placing is None:
        raise _bad_owes(text)
    game.placing = 1


def _read_again(game, text, who):
    there = game.due and game.placing and game.rules.placing_mill == "hand-again"
    if who != SIDES[game.turn] or not there:
        raise _bad_owes(text)
    game.again = 1


def _read_owes(game, text, entries):
    first = entries[0]
    if not game.due or first[0] != SIDES[game.turn]:
        raise _bad_owes(text)
    if len(entries) == 1 and len(first) == 6 and first[2] == "capture":
        _read_capture(game, text, first)
    else:
        _read_entries(game, text, entries)


def _read_capture(game, text, entry):
    if game.rules.captures is None or entry[1] != SIDES[1 - game.turn]:
        raise _bad_owes(text)
    game.at = point_bit(game.board, entry[3])
    game.lines_due = number(entry[4], "owes")
    game.claim = points_mask(game.board, entry[5].replace("+", ","))
    takable = game.men[1 - game.turn] & ~game.marked
    if (
        not game.claim
        or game.claim & ~takable
        or not game.men[game.turn] >> game.at & 1
        or game.due > max(2, game.lines_due)
    ):
        raise _bad_owes(text)


def _read_entries(game, text, entries):
    if game.again:
        raise _bad_owes(text)  # a turn of that kind is begun by a removal, not by a mill
    owes = []
    for entry in entries[:-1]:
        if (
            len(entry) != 4
            or entry[0] not in SIDES
            or entry[1] not in SIDES
            or entry[2] not in ("full", "count", "blocked")
        ):
            raise _bad_owes(text)
        owes.append(
            (
                SIDES.index(entry[0]),
                SIDES.index(entry[1]),
                entry[2],
                number(entry[3], "owes"),
            )
        )
    last = entries[-1]
    if game.rules.extra_removals is None or not owes or len(last) != 2 or last[1] != "moves":
        raise _bad_owes(text)
    if last[0] not in SIDES or owes[0][3] != game.due:
        raise _bad_owes(text)
    game.owes = tuple(owes) + ((SIDES.index(last[0]), -1, "moves", 0),)
    if not game.rules.extra_removals.targets(game) or game.due > count(
        game.men[owes[0][1]] & ~game.marked
    ):
        raise _bad_owes(text)
