# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The wood accepted as it is: a position of the same rules, from what the sensors see.

Asked by match.py when `back` is held or a host says `accept`. Colours are never invented: what
sensors and the count of pieces do not tell is asked (modes/colour_questions.py).

    unknown(game, image)            # mask of the pieces whose colour nobody knows
    game = accepted(game, white, black)
"""

from merels.board import count
from merels.rules.game_words import playable
from merels.rules.position import SIDES


def unknown(game, image):
    """The new pieces of an image without colours, unless only one side can have put them there."""
    extra = image & ~(game.white | game.black)
    white = game.white & ~image
    black = game.black & ~image
    alone = not (game.hand[0] or game.hand[1] or (white and black))
    if alone and count(extra) <= count(white | black):
        return 0
    return extra


def coloured(game, image, others):
    """Masks of white and black: a piece that stands still keeps its colour, the new ones are of
    the side to move but for `others`; of the only side that lacks pieces if none is unknown."""
    extra = image & ~(game.white | game.black)
    side = game.turn
    if not unknown(game, image):
        side = 0 if game.white & ~image else 1
    seen = game.white & image | (extra & others if side else extra & ~others)
    return seen, image & ~seen


def accepted(game, white, black):
    """The position of these masks as a game of the same rules, the same side to move.

    More pieces of a colour than before come from its hand. Raises RulesError if the rules allow no
    such position, if there are more pieces than the game has, or if the game would be over there.
    """
    words = []
    hand = [0, 0]
    for side, mask in ((0, white), (1, black)):
        more = max(0, count(mask) - count(game.on(side)))
        hand[side] = max(0, game.hand[side] - more)
        if mask:
            names = [game.board.name(point) for point in range(25) if mask >> point & 1]
            words.append(SIDES[side] + "=" + ",".join(names))
    words.append("hand=%d,%d turn=%s" % (hand[0], hand[1], SIDES[game.turn]))
    return playable(game, " ".join(words))
