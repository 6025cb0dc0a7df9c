# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What the board complains about now: one word and its point, at once by light, and told later.

The readings and hands.py name a word and a point; the lights show the point as `wrong`, the state
and hand scripts carry `word@point`. What each word says stands in merels_host/complaint_words.py.

    complaint.say("blocked-piece", 4)
    complaint.wait(0)       # ms until it counts
"""

from merels.rules.position import OFF

_COMPLAINT_MS = 200  # a complaint shows at once and counts after this


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
