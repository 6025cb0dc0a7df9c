# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Making games and telling them: from words, from the settings, from the wood, as records.

Beside the app and replay.py; the rules themselves are in game.py.

    game = of_words("variant=six-mens-morris set=protect=never")
    rules_words(game)                       # the same words again
    game = accepted(game, image, image, False)
"""

from . import options as table
from . import records
from .errors import BadOption, RulesError
from .game import OFF, Game
from .masks import lowest
from .records import SIDES


class NoCentre(RulesError):
    """The game is played on d4 too, and this board has no such point."""


def of_words(words):
    """The game of a game record's words. Raises UnknownVariant, BadOption."""
    variant = "nine-mens-morris"
    options = {}
    for word in words.split():
        key, _, value = word.partition("=")
        if key == "variant":
            variant = value
        elif key == "set" and value:
            options = _options(value)
    return Game(variant, **options)


def _options(text):
    options = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOption("%r is not an option such as fly=off." % part)
        if name.replace("_", "-") not in table.names():
            raise BadOption("There is no option %r." % name)
        options[name] = value
    return options


def rules_words(game):
    """The words of a game record: "variant=nine-mens-morris set=fly=off"."""
    words = "variant=" + game.variant
    if game.changed:
        words += " set=" + ",".join(["%s=%s" % item for item in sorted(game.changed.items())])
    return words


def fitting(game, points):
    """The game, if it can be played on these points of the wood (mask). Raises NoCentre."""
    if game.board.points & ~points:
        raise NoCentre("%s is played on d4 too, which this board does not have." % game.variant)
    return game


def next_game(settings, points):
    """A new game of the settings; of the standard rules if they make none on these points."""
    words = "variant=%s set=%s" % (settings.get("variant"), settings.get("rules"))
    try:
        return fitting(of_words(words), points)
    except RulesError:
        return Game()


def standing(game, words):
    """A game of the same rules at the position of the words. Raises BadPosition."""
    return Game.from_position(words, game.variant, **game.changed)


def playable(game, words):
    """The same, but refused as well if that game would be over at once. Raises RulesError."""
    found = standing(game, words)
    if found.over:
        raise RulesError("A game that begins there is over at once (%s)." % found.reason)
    return found


def play(game, action, gone):
    """Play a reading: its action (-1: none) and the removals of the mask, as far as each may
    still be removed when its turn comes."""
    if action >= 0:
        game.do(action)
    while gone & game.removable():
        point = lowest(gone & game.removable())
        gone ^= 1 << point
        game.do(point * 32 + OFF)


def asked(game, text):
    """(action, mask of removals) of a move that a host asks for. Raises IllegalMove."""
    before = game.actions
    game.play(text)
    action = -1
    gone = 0
    for row in range(before, game.actions):
        done = game.history.action(row)
        if done & 31 == OFF:
            gone |= 1 << (done >> 5)
        else:
            action = done
    while game.actions > before:
        game.undo()
    return action, gone


def turn_record(game):
    """(kind, detail, text) of the record of the last complete turn."""
    action = -1
    removals = []
    plain = True
    row = game.history.start(game.ply - 1)
    while row < game.actions:
        done = game.history.action(row)
        if done & 31 == OFF:
            removals.append(done >> 5)
        else:
            plain = plain and not removals and action < 0
            action = done
        row += 1
    if plain and len(removals) <= 2:
        return records.MOVE, records.move_detail(action, removals), b""
    return records.LONG_MOVE, 0, game.turn_text(game.ply - 1).encode()


def retell(game, note):
    """Tell a game that has turns or a set-up position already, as if it was played now.

    Calls note(kind, detail, hash, text) for the position it starts from, if that is not the
    variant's own, and for each complete turn.
    """
    declared = (game.winner, game.reason) if game.declared else None
    actions = [game.history.action(row) for row in range(game.actions)]
    while game.actions:
        game.undo()
    text = game.position()
    if text != Game(game.variant, **game.changed).position():
        note(records.EDIT, 0, records.position_hash(text), text.encode())
    for action in actions:
        game.do(action)
        if not game.middle:
            kind, detail, text = turn_record(game)
            note(kind, detail, records.position_hash(game.position()), text)
    if declared and not game.over:
        game.finish(*declared)


def accepted(game, white, black, colour):
    """The position on the wood as a game of the same rules, the same side to move.

    white, black: masks of the pieces seen (without colour the same mask twice: then a piece that
    stands still keeps its colour and a new one takes that of a missing neighbour, of any missing
    piece, or of a hand). Raises RulesError if the rules allow no such position, if there are more
    pieces than the game has, or if the game would be over there.
    """
    hand = [game.hand[0], game.hand[1]]
    if not colour:
        white, black = _coloured(game, white, hand)
    words = []
    for side, mask in ((0, white), (1, black)):
        if mask:
            names = [game.board.name(point) for point in range(25) if mask >> point & 1]
            words.append(SIDES[side] + "=" + ",".join(names))
    words.append("hand=%d,%d turn=%s" % (hand[0], hand[1], SIDES[game.turn]))
    return playable(game, " ".join(words))


def _coloured(game, image, hand):
    """Masks of white and black for pieces whose colour nobody sees; takes from the hands."""
    seen = [game.white & image, game.black & image]
    missing = [game.white & ~image, game.black & ~image]
    extra = image & ~(game.white | game.black)
    for near in (True, False):
        for point in range(25):
            if not extra >> point & 1:
                continue
            reach = game.board.adjacent[point] if near else -1
            for side in (game.turn, 1 - game.turn):
                candidates = missing[side] & reach
                if candidates:
                    missing[side] ^= candidates & -candidates
                    seen[side] |= 1 << point
                    extra ^= 1 << point
                    break
    for point in range(25):
        if extra >> point & 1:
            side = game.turn  # with both hands empty: what was removed last was the mover's
            if not hand[side] and hand[1 - side]:
                side = 1 - side
            if hand[side]:
                hand[side] -= 1
            seen[side] |= 1 << point  # too many pieces: the position is refused by name
    return seen[0], seen[1]
