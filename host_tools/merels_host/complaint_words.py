# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board may complain about, the one list of words and sentences.

The board shows a point and tells the word (`word@point`); these are the words in full, for whoever
has a screen, and for the table of docs/playing.md.

    >>> sentence("blocked-piece", "d6")
    'The piece on d6 cannot move: put it back.'
"""

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
