# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The mode in which a host tests what is soldered: single LEDs, raw switches, how they bounce.

Loaded by services.py when a host asks for it, and forgotten at the end. Game and journal are left
alone. It ends with the conversation, so that a board whose cable was pulled plays again.

    asked(app, framing.parse(":4 selftest"), now)            # "ok selftest=on kind=matrix ..."
    asked(app, framing.parse(":5 selftest led=7"), now)    # "ok": the seventh of the chain shines
    asked(app, framing.parse(":6 selftest bounce"), now)     # "ok bounce=00000300... changes=..."
"""

from array import array

from merels.board import WOOD
from merels.clock import elapsed
from merels.lights import palette
from merels.modes.mode import Mode
from merels.modes.selftest_words import WORDS, kinds, leds
from merels.sensing.presses import HELD, NONE
from merels.unload import unload
from merels.wire import framing
from merels.wire.conversation import LIVE_MS

_BURST_MS = 50  # changes of a contact that follow within this are one bounce
_MOST = 255
_LOOK_MS = 250  # from one look at the conversation to the next
_COLOURS = {"white": palette.TEST, "red": palette.EXTRA, "blue": palette.HOST_FROM}


def asked(app, line, now):
    """The reply to a line whose word is `selftest`."""
    word = line.args[0] if line.args else ""
    mode = app.mode if app.is_mode("selftest") else None
    if word in WORDS:
        return "ok " + WORDS[word](app)
    if word not in ("", "bounce", "state", "stop"):
        return "err code=bad-word"
    if mode is None:
        if word == "stop" or word == "state":
            return "ok selftest=off"
        if word or line.values:
            return "err code=selftest-off"
        if app.mode:
            return "err code=busy"
        app.mode = mode = SelfTest(app, now)
        app.look_anew(now)
    mode.asked = now
    if word == "stop":
        mode.stop(app, now)
        return "ok selftest=off"
    if word == "bounce":
        return "ok " + mode.bounces()
    if word == "state":
        return "ok " + mode.words(app)
    if not line.values:
        return "ok selftest=on " + kinds(app)
    return mode.light(app, line.values, now)


class SelfTest(Mode):
    """asked: when a host last asked something of it."""

    name = "selftest"
    wait = _LOOK_MS

    def __init__(self, app, now):
        self.asked = now
        self._live = False
        self._meaning = palette.TEST
        self._lit = 0  # mask of the points, in the order of config.py
        self._seen = 0  # points where a piece was seen since a host last asked
        self._presses = [0, 0]
        self._scan = app.sight.scan
        self._began = array("i", [0] * 25)  # when the first change of the newest bounce was
        self._last = array("i", [0] * 25)  # when the last was
        self._longest = bytearray(25)  # ms of the longest bounce since a host last asked
        self._changes = bytearray(25)
        self._palette = app.lights.palette
        app.lights.palette = 0  # the colours mean themselves here

    # what the app asks of a mode

    def look(self, sight, now):
        """The image changed."""
        self._seen |= sight.image

    def step(self, app, now):
        """Count what changed since the last scan; end with the conversation."""
        changed = app.sight.scan ^ self._scan
        if changed:
            self._scan ^= changed
            for point in range(25):
                if changed >> point & 1:
                    self._count(point, now)
        if app.talk.live:
            self._live = True
        elif self._live or elapsed(now, self.asked) >= LIVE_MS:
            self.stop(app, now)

    def _count(self, point, now):
        if self._changes[point] < _MOST:
            self._changes[point] += 1
        if elapsed(now, self._last[point]) > _BURST_MS:
            self._began[point] = now
        self._last[point] = now
        length = min(elapsed(now, self._began[point]), _MOST)
        if length > self._longest[point]:
            self._longest[point] = length

    def press(self, new, back, app, now):
        """Short presses are counted; either button held ends it."""
        if new == HELD or back == HELD:
            self.stop(app, now)
            return
        self._presses[0] += new != NONE
        self._presses[1] += back != NONE

    def stop(self, app, now):
        """The wood is for playing again."""
        app.lights.palette = self._palette
        app.end_mode(now)
        unload("merels.modes.selftest", "merels.modes.selftest_words")

    def show(self, meanings, board):
        """Fill meanings (25 numbers of palette.py)."""
        for point in range(25):
            meanings[point] = self._meaning if self._lit >> point & 1 else palette.OFF

    # what a host asks

    def answer(self, app, line, now):
        """The reply to a request about this mode."""
        return asked(app, line, now)

    def words(self, app):
        """What is seen, and what was seen since the last time."""
        seen = self._seen | app.sight.image
        self._seen = 0
        return "selftest=on %s seen=%07x new=%d back=%d" % (
            app.sight.words, seen, self._presses[0], self._presses[1]
        )  # fmt: skip

    def bounces(self):
        """Of each point the longest bounce in ms, and how often it changed; both begin anew."""
        words = "bounce=%s changes=%s" % (_hex(self._longest), _hex(self._changes))
        for point in range(25):
            self._longest[point] = self._changes[point] = 0
        return words

    def light(self, app, values, now):
        """The reply to `led=7`, `led=all`, `led=off`, `point=a7,d7`, with `colour=red` or not."""
        colour = values.get("colour", "white")
        if colour not in _COLOURS:
            return "err code=bad-word"
        mask = 0
        if "point" in values:
            for point in values["point"].split(","):
                if point not in WOOD:
                    return "err code=no-such-point"
                mask |= 1 << WOOD.index(point)
        else:
            led = values.get("led", "")
            chain = leds(app)
            number = framing.decimal(led)
            if led == "all":
                mask = (1 << 25) - 1
            elif 1 <= number <= len(chain):
                mask = _place(app, chain[number - 1])
            elif led != "off":
                return "err code=no-such-led"
        self._lit = mask
        self._meaning = _COLOURS[colour]
        app.look_anew(now)
        return "ok"


def _place(app, name):
    """Mask of the point where the LED is that config.py has at this point, "-" for none."""
    if name not in WOOD:
        return 0
    bit = WOOD.index(name)
    order = app.lights.order
    return 1 << (bit if order is None else order.points[bit])


def _hex(numbers):
    return "".join(["%02x" % number for number in numbers])
