# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What happened so far: one row for each action, kept in chunks, for undo and repetition.

A row has the two masks as they were BEFORE the action, a packed word and the quiet count; a
second array has for every turn the row it began with. Memory is taken a chunk at a time and
goes back when the game does. The fields of the word:

    action 0-9, white's hand 10-13, black's hand 14-17, due 18-21, turn 22, middle 23, placing 24
"""

from array import array

CHUNK = 32  # rows; a power of two
WORDS = 4  # a row: white, black, word, quiet


class History:
    """Rows of a game; `rows` is how many are in use, `turns` how many turns have begun."""

    def __init__(self):
        self.rows = 0
        self.capacity = 0
        self.chunks = []
        self.starts = []

    def reserve(self, rows):
        """Make sure that `rows` more fit."""
        while self.capacity < self.rows + rows:
            self.capacity += CHUNK
            self.chunks.append(array("I", [0] * (CHUNK * WORDS)))
            self.starts.append(array("I", [0] * CHUNK))

    def white(self, row):
        """White's mask before the action of this row."""
        return self.chunks[row // CHUNK][row % CHUNK * WORDS]

    def black(self, row):
        """Black's mask before the action of this row."""
        return self.chunks[row // CHUNK][row % CHUNK * WORDS + 1]

    def word(self, row):
        """The packed word of this row."""
        return self.chunks[row // CHUNK][row % CHUNK * WORDS + 2]

    def action(self, row):
        """The action of this row."""
        return self.word(row) & 1023

    def start(self, turn):
        """The row with which this turn began, 0 for the first turn."""
        return self.starts[turn // CHUNK][turn % CHUNK]

    def push(self, game, action):
        """Keep the state of `game` before `action`."""
        row = self.rows
        if row == self.capacity:
            self.reserve(1)
        chunk = self.chunks[row // CHUNK]
        at = row % CHUNK * WORDS
        white, black = game.men
        chunk[at] = white
        chunk[at + 1] = black
        white, black = game.hand
        chunk[at + 2] = (
            action
            | white << 10
            | black << 14
            | game.due << 18
            | game.turn << 22
            | game.middle << 23
            | game.placing << 24
        )
        chunk[at + 3] = game.quiet
        if not (game.middle and row):
            turn = game.ply
            self.starts[turn // CHUNK][turn % CHUNK] = row
        self.rows = row + 1

    def pop(self, game):
        """Give `game` back the state that the last row has."""
        self.rows -= 1
        row = self.rows
        chunk = self.chunks[row // CHUNK]
        at = row % CHUNK * WORDS
        game.men[0] = chunk[at]
        game.men[1] = chunk[at + 1]
        word = chunk[at + 2]
        game.hand[0] = word >> 10 & 15
        game.hand[1] = word >> 14 & 15
        game.due = word >> 18 & 15
        game.turn = word >> 22 & 1
        if not game.middle:
            game.ply -= 1
        game.middle = word >> 23 & 1
        game.placing = word >> 24 & 1
        game.quiet = chunk[at + 3]

    def seen(self, game, origin):
        """How often the position of `game` stood in the run of quiet moves that ends now.

        The run goes back to the last placing or removal; the position that the run started
        from counts only with `origin`.
        """
        white, black = game.men
        turn = game.turn
        times = 1
        row = self.rows - 1
        while row >= 0:
            chunk = self.chunks[row // CHUNK]
            at = row % CHUNK * WORDS
            word = chunk[at + 2]
            if word & 31 == 31 or word >> 5 & 31 == 31:
                break
            if (
                chunk[at] == white
                and chunk[at + 1] == black
                and word >> 22 & 1 == turn
                and (origin or (row and self._quiet(row - 1)))
            ):
                times += 1
            row -= 1
        return times

    def _quiet(self, row):
        word = self.word(row)
        return word & 31 != 31 and word >> 5 & 31 != 31
