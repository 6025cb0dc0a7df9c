# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Setting a position up on the wood: what stands where becomes a game.

Begun from the menu or by a host. Colour sensors see a position as it is. With presence sensors
white's pieces come first: whatever stands when `next` is called is white, what comes after is
black; a piece that leaves is forgotten.

    set_up = SetUp(app, now)        # of a board whose sensors tell no colour
    set_up.see(image, image)        # white's pieces
    set_up.next()                   # True: now black's
    set_up.see(image, image)
    set_up.next()                   # False: all is said, see words()
"""

from merels.errors import RulesError
from merels.lights import palette
from merels.modes.mode import Mode
from merels.rules import game_words
from merels.rules.position import SIDES
from merels.sensing.presses import HELD, SHORT
from merels.unload import unload


class SetUp(Mode):
    """white, black: masks of the pieces so far. whites: are white's pieces being put down?
    refused: the rules allow no game from what stood at the last attempt."""

    def __init__(self, app, now):
        self._colour = app.sight.colour
        self.whites = not self._colour
        self.white = self.black = 0
        self.refused = False

    def see(self, white, black):
        """The image changed: masks of white and black, the same mask twice without colour."""
        self.refused = False
        if self._colour:
            self.white = white
            self.black = black
        elif self.whites:
            self.white = white
        else:
            self.white &= white
            self.black = white & ~self.white

    def look(self, sight, now):
        """The image changed."""
        self.see(sight.white, sight.black)

    def press(self, new, back, app, now):
        """`new` goes on and ends it with white to move, `back` ends it with black to move; held,
        either leaves everything as it was."""
        if new == HELD or back == HELD:
            self.stop(app, now)
        elif new == SHORT and self.next():
            self.look(app.sight, now)
        elif not self.whites:
            self._finish(app, 0 if new == SHORT else 1, now)

    def _finish(self, app, turn, now):
        try:
            game = game_words.playable(app.game, self.words(app.game.board, turn))
        except RulesError:
            self.refused = True
            return
        app.end_mode(now, game)
        unload("merels.modes.set_up")

    def stop(self, app, now):
        """Leave everything as it was."""
        app.end_mode(now)
        unload("merels.modes.set_up")

    def next(self):
        """Go on to black's pieces; False if there is nothing to go on to."""
        going_on = self.whites
        self.whites = False
        return going_on

    def show(self, meanings, board):
        """Fill meanings (25 numbers of palette.py): whose piece is where, and where one may go."""
        for point in range(25):
            bit = 1 << point
            meaning = palette.OFF
            if self.white & bit:
                meaning = palette.SET_WHITE
            elif self.black & bit:
                meaning = palette.SET_BLACK
            elif board.points & bit:
                meaning = palette.IDLE
            if self.refused and meaning > palette.IDLE:
                meaning = palette.WRONG
            meanings[point] = meaning

    def words(self, board, turn):
        """The position text: these pieces, empty hands, this side (0 or 1) to move."""
        words = ["turn=" + SIDES[turn]]
        for side, mask in ((0, self.white), (1, self.black)):
            names = [board.name(point) for point in range(25) if mask >> point & 1]
            if names:
                words.append(SIDES[side] + "=" + ",".join(names))
        return " ".join(words)
