# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The talk with one host over the console: lines in, replies and records out, silence otherwise.

The last room of the board's stream (journal -> wire). It never waits for a reader: bytes go out
as far as they fit, one line after the other; replies first, then records (at most WINDOW of them
unacknowledged), then telemetry if nothing else is there. With no live host nothing is written.

    talk.hear(now)              # reads what came in
    talk.write(now)             # writes what fits
    talk.tell("lift at=c3 ...") # telemetry: sent soon or never
"""

from merels.clock import elapsed
from merels.journal.replay import Replay
from merels.wire import framing

LIVE_MS = 10000  # a host not heard for so long is gone
FOREVER = 1 << 20  # ms; nothing to wait for
AGAIN_MS = 2000  # unacknowledged records are sent again after this
WINDOW = 16
_MOST_REPLIES = 8
_MOST_TOLD = 8  # telemetry that waits while the line is busy
_BYTES_A_STEP = 16  # of input: bounds the time of one step


class Conversation:
    """live: a host said hello and was heard since. dropped: lines that were not for us. sent: the
    newest record number sent to anyone, ever since power-on."""

    def __init__(self, console, journal, requests):
        self.live = False
        self.telemetry = False
        self.dropped = 0
        self.sent = 0
        self._console = console
        self._journal = journal
        self._replay = Replay(journal)
        self._requests = requests
        self._heard = 0
        self._line = bytearray(framing.MAX_LINE)
        self._used = 0
        self._too_long = False
        self._more = False  # has only part of what came in been read?
        self._replies = []
        self._told = []
        self._out = b""
        self._at = 0
        self._id = ""  # of the journal that this host knows
        self._next = 1  # the next record to send
        self._have = 0  # what this host has acknowledged
        self._progress = 0  # when it last did, or when we last began anew

    def words(self):
        """All that a host may ask."""
        return self._requests.words()

    @property
    def busy(self):
        """Is there more to read or to write than one step can?"""
        return self._more or self._out or self._replies or self._told

    @property
    def idle(self):
        """Is nothing left to write?"""
        return not self._out and not self._replies

    # in

    def hear(self, now):
        """Read what came in, one line at most; True if there was one."""
        byte = self._console.read()
        count = 0
        while byte >= 0:
            count += 1
            line = self._take(byte, now)
            if line or count == _BYTES_A_STEP:
                self._more = True
                return line
            byte = self._console.read()
        self._more = False
        return False

    def write(self, now):
        """Write what fits; returns ms until there is more to write by itself, if not `busy`."""
        if (self.live or self._replies) and elapsed(now, self._heard) >= LIVE_MS:
            self.end()
            self._replies = []  # nobody waits for these any more
        if self.live or self._replies or self._out:
            return self._write(now)
        return FOREVER

    def _take(self, byte, now):
        """Take a byte; True if it has ended a line."""
        if byte == 10 or byte == 13:
            whole = self._used > 0
            if self._too_long or self._used:
                self._take_line(now)
            self._used = 0
            self._too_long = False
            return whole
        if self._used == framing.MAX_LINE:
            self._too_long = True
        else:
            self._line[self._used] = byte
            self._used += 1
        return False

    def _take_line(self, now):
        line = None
        if not self._too_long:
            line = _parsed(self._line, self._used)
        if line is None or line.kind != "request" or line.word in ("ok", "err", ""):
            self.dropped += 1
            return
        self._heard = now
        if len(self._replies) < _MOST_REPLIES:
            self._replies.append(self._answer(line, now))
        else:
            self.dropped += 1

    def _answer(self, line, now):
        number = "%d " % line.number if line.number >= 0 else ""
        return number + self._requests.answer(line, now)

    def ask(self, text, now):
        """The answer to a request that did not come over the console."""
        line = framing.parse(framing.frame(framing.REQUEST, text))
        if line is None or len(text) > framing.MAX_LINE:
            return "err code=unknown-request"  # over the console it would have been nobody's
        return self._answer(line, now)

    # what requests ask of it

    def begin(self, have, now):
        """A host said hello: it has the records up to `have`. Returns the number of the oldest
        record there is, or of the next one that can be read if those before it are lost."""
        journal = self._journal
        self.live = True
        self.telemetry = False
        self._told = []
        self._id = journal.id
        self._progress = now
        self._have = max(have, journal.first - 1)
        self._next = self._have + 1
        if self._found(now) and self._replay.number > self._next:
            return self._replay.number
        return journal.first

    def ack(self, number, now):
        """True if the number was sent; then it counts as kept by the host."""
        if number > self.sent:
            return False
        if number > self._have:
            self._have = number
            self._progress = now
            self._next = max(self._next, number + 1)
        self._journal.ack(number)
        return True

    def end(self):
        """The host is gone or said bye: silence."""
        self.live = False
        self.telemetry = False
        if self._told:
            self._told = []

    def tell(self, text):
        """Send telemetry soon if a host wants it; of what waits too long the oldest is gone."""
        if self.live and self.telemetry:
            if len(self._told) == _MOST_TOLD:
                self._told.pop(0)
            self._told.append(text)

    def log(self, text):
        """A line of log text, before the next reply."""
        self._replies.append("\n" + text)

    # out

    def _write(self, now):
        while True:
            if not self._out and not self._choose(now):
                return self._until(now)
            taken = self._console.write(self._out, self._at, len(self._out))
            self._at += taken
            if self._at < len(self._out):
                return self._until(now)  # it did not fit; go on when there is room
            self._out = b""

    def _choose(self, now):
        """Take the next line to write; False if there is none."""
        if self._replies:
            reply = self._replies.pop(0)
            if reply[0] == "\n":
                self._out = (reply[1:] + "\n").encode()
                self._at = 0
            else:
                self._put(framing.REQUEST, reply)
            return True
        if not self.live:
            return False
        if self._next > self._have + 1 and elapsed(now, self._progress) >= AGAIN_MS:
            self._next = self._have + 1
            self._progress = now
        if self._journal.id != self._id:
            self.end()  # the flash was read only now: the host has to ask anew whose records come
            return False
        if self._next <= min(self._journal.last, self._have + WINDOW) and self._put_record(now):
            return True
        if self._told:
            self._put(framing.TELEMETRY, self._told.pop(0))
            return True
        return False

    def _put_record(self, now):
        if not self._found(now):
            return False
        replay = self._replay
        if replay.number > self._next:  # those before it are lost
            if self._next > self._have + 1:
                return False  # first of all the host has to have what was before them
            self._have = replay.number - 1
            self._next = replay.number
        if self._next == self._have + 1:
            self._progress = now
        self._put(framing.RECORD, replay.text())
        self.sent = max(self.sent, self._next)
        self._next += 1
        return True

    def _found(self, now):
        """Put the replay on the next record to send; False if there is none to be read."""
        try:
            self._replay.seek(self._next)
        except OSError as error:
            self._journal.failed(error)
            self._replay.record = None
        if self._replay.record is None:
            self._next = self._journal.last + 1  # tried again with those not acknowledged
            self._progress = now
            return False
        return True

    def _put(self, sigil, text):
        self._out = (framing.frame(sigil, text) + "\n").encode()
        self._at = 0

    def _until(self, now):
        if not self.live:
            return FOREVER
        wait = LIVE_MS - elapsed(now, self._heard)
        if self._next > self._have + 1:
            wait = min(wait, AGAIN_MS - elapsed(now, self._progress))
        return max(wait, 1)


def _parsed(buffer, used):
    try:
        return framing.parse(bytes(buffer[:used]).decode())
    except ValueError:  # no text
        return None
