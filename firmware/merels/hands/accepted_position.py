# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wood accepted as it is: a position of the same rules, from what the sensors see.

Asked by match.py when `back` is held or a host says `accept`.

    game = accepted(game, image, image, False)
"""

from merels.rules.game_words import playable
from merels.rules.position import SIDES


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
