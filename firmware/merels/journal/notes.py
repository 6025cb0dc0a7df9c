# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What is written down, and when: records of the game, on flash at a quiet moment.

Between the app and the journal. One append costs 50 to 150 ms on the Pico, with interrupts off.
What hands did waits until the wood agrees with the game and the lights have been shown, but two
seconds at most: hands may still be moving, or correct themselves. What a button or a host said is
final; it waits only while the image is about to change. A flash that fails is tried again; when
more was played meanwhile than could wait, the game under way is told anew as soon as it works.

    notes.turn(game, image, now)
    notes.flush(agrees or (notes.said and steady), now)     # every step; writes when it should
"""

from merels.clock import elapsed
from merels.journal import records
from merels.journal.game_records import retell, turn_record
from merels.rules.game_words import rules_words

_LATEST_MS = 2000  # records wait so long at most for a quiet moment
_RETRY_MS = 5000  # before a flash that failed is tried again
_MOST = 32  # records told at once before they are written in between


class Notes:
    """said: something waits that a button or a host has said, so that the wood may differ from it
    for long."""

    def __init__(self, journal):
        self.said = False
        self._journal = journal
        self._since = 0
        self._failed = False
        self._game = None  # the game and the image that the last record was about
        self._image = 0
        self._gap = False  # a record of it was lost

    def boot(self, words, image, now):
        self.said = True
        self._add(records.BOOT, 0, 0, image, now, words.encode())

    def game(self, game, image, now):
        """A new game, with what has happened in it already."""
        self._about(game, image)
        self.said = True
        self._gap = False
        self._add(records.GAME, 0, 0, image, now, rules_words(game).encode())

        def note(kind, detail, position_hash, text):
            self._add(kind, detail, position_hash, image, now, text)

        retell(game, note)
        if game.over:
            self._over(game, image, now)

    def turn(self, game, image, now):
        """The last complete turn, and the end of the game if it was that."""
        self._about(game, image)
        kind, detail, text = turn_record(game)
        self._add(kind, detail, _hash(game), image, now, text)
        if game.over:
            self._over(game, image, now)

    def takeback(self, game, image, now, by_hand=False):
        """The last turn was taken back; by_hand: the wood has shown it."""
        self._about(game, image)
        if not by_hand:
            self.said = True
        self._add(records.TAKEBACK, game.ply, _hash(game), image, now)

    def position(self, game, image, now):
        """The game goes on from this position, which may be its end."""
        self._about(game, image)
        self.said = True
        self._add(records.EDIT, 0, _hash(game), image, now, game.position().encode())
        if game.over:
            self._over(game, image, now)

    def over(self, game, image, now):
        """The game was ended by declaration."""
        self._about(game, image)
        self.said = True
        self._over(game, image, now)

    def _over(self, game, image, now):
        self._add(records.OVER, records.over_detail(game.winner, game.reason), 0, image, now)

    def keep_ack(self):
        """A good moment to remember over a power cut what the host has."""
        self._journal.keep_ack()

    def flush(self, quiet, now):
        """Write what waits if it is time; True if something was written."""
        if not self._journal.pending or self.wait(quiet, now):
            return False
        if not self._write(now):
            return False
        if self._gap:
            self.game(self._game, self._image, now)
        return True

    def wait(self, quiet, now):
        """Milliseconds until flush should write what waits; 0: now."""
        if self._failed:
            return max(_RETRY_MS - elapsed(now, self._since), 0)
        return 0 if quiet else max(_LATEST_MS - elapsed(now, self._since), 0)

    def _about(self, game, image):
        self._game = game
        self._image = image

    def _add(self, kind, detail, position_hash, image, now, text=b""):
        journal = self._journal
        if not journal.pending and not self._failed:
            self._since = now
        elif journal.pending >= _MOST and not self._failed:
            self._write(now)
        if self._gap:  # whatever it is, the game will be told anew
            journal.lost += 1
        elif not journal.add(kind, detail, image, position_hash, now, text):
            self._gap = self._game is not None

    def _write(self, now):
        self._since = now
        self._failed = not self._journal.flush()
        if not self._failed:
            self.said = False
        return not self._failed


def _hash(game):
    return records.position_hash(game.position())
