# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a host may hear besides records: pieces that come and go, buttons, complaints, asks.

Beside the app; each line goes to the conversation, which drops it if the host is not listening.
Nothing is made of text unless a host has asked for it.

    telemetry = Telemetry(talk, sight)
    telemetry.flips(flips, now)         # ~ lift at=c3 board=0008000 ms=1234
"""

from merels.board import WOOD


class Telemetry:
    """Tells only while the host wants telemetry."""

    def __init__(self, talk, sight):
        self._talk = talk
        self._sight = sight
        self._asks = 0

    def flips(self, flips, now):
        """These points have changed."""
        if not self._talk.telemetry:
            return
        for point in range(25):
            if flips >> point & 1:
                word = "drop" if self._sight.image >> point & 1 else "lift"
                self._tell("%s at=%s %s" % (word, WOOD[point], self._sight.words), now)

    def press(self, name, press, now):
        """This button may have gone down or up."""
        if press.turned and self._talk.telemetry:
            self._tell("%s button=%s" % ("press" if press.down else "release", name), now)

    def complaint(self, text, now):
        """A complaint has lasted: "code@point"."""
        if self._talk.telemetry:
            code, _, at = text.partition("@")
            self._tell("complain code=%s at=%s" % (code, at), now)

    def asks(self, count, now):
        """The board has asked the players so often: is it once more?"""
        if count != self._asks:
            self._asks = count
            if self._talk.telemetry:
                self._tell("ask " + self._sight.words, now)

    def _tell(self, words, now):
        self._talk.tell("%s ms=%d" % (words, now))
