# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board may complain about, the one list of words and sentences; and what it does now.

reading.py and hands.py name a word and a point; the lights show the point as `wrong`, the state
and hand scripts carry `word@point`, and docs/playing.md has this table.

    >>> sentence("blocked-piece", "d6")
    'The piece on d6 cannot move: put it back.'
"""

from merels.rules.position import OFF

_COMPLAINT_MS = 200  # a complaint shows at once and counts after this

SENTENCES = (
    ("not-your-turn", "It is the other player's turn: put the piece back on %s."),
    ("blocked-piece", "The piece on %s cannot move: put it back."),
    ("place-first", "Pieces in hand are placed first: put the piece back on %s."),
    ("illegal-target", "No piece may come to %s now: take it away again."),
    ("wrong-colour", "The piece on %s has the wrong colour for this turn: take it away again."),
    ("two-lifted", "Two pieces are in the air: put one back on %s."),
    ("not-removable", "The piece on %s may not be removed: put it back."),
    ("removal-due", "A mill was closed: remove one of the lit pieces first, then %s."),
    ("not-the-asked-move", "The host asked for another move: put the piece on %s back."),
    ("cannot-accept", "The board cannot be read as a position; look at %s."),
)


def sentence(word, point):
    """The sentence for a word of the list. Raises KeyError for a word that is not in it."""
    return dict(SENTENCES)[word] % point


class Complaint:
    """The complaint of a moment. word, at: what and where, empty and OFF if there is none.
    lasted: set when it has lasted; whoever counts complaints takes it. late: the board was out of
    step before, and guides."""

    def __init__(self):
        self.word = ""
        self.at = OFF
        self.lasted = self.late = self._counted = False

    def say(self, word, at, late=False):
        """Complain about this from now on; True if that is new."""
        if word == self.word and at == self.at:
            return False
        self.word = word
        self.at = at
        self.late = late
        self._counted = False
        return True

    def wait(self, age):
        """Count a complaint of this age in ms; ms until it will count, 0 if there is nothing to
        wait for."""
        if not self.word or self._counted or self.at == OFF:
            return 0
        if age >= _COMPLAINT_MS:
            self._counted = self.lasted = True
            return 0
        return _COMPLAINT_MS - age
