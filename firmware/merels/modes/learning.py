# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The mode in which the app learns its wiring, from pieces put where they are asked for.

First all points shine: a piece is wanted on a7, then d7, then b6. Then a single LED shines: a
piece is wanted on it, three times. When the wiring is only turned or mirrored that is all; else
every point and every LED is asked for, in reading order. Two points at the end prove it. Sensors
and LEDs are meanwhile in the order of config.py; at the end the order found is kept and holds at
once, or all is as it was before. Loaded when menu or host ask for it.

    app.begin_mode("learn", now)           # app.mode is a Learning until it ends by itself
    app.mode.words()                    # "learn=names done=0 of=3 ask=a7"
"""

from merels.board import WOOD
from merels.lights import palette
from merels.modes.mode import Mode
from merels.modes.orientation import filled, turned
from merels.sensing import point_order
from merels.sensing.point_age import LIMIT
from merels.sensing.presses import HELD, NONE
from merels.unload import unload

REST_MS = 250  # a piece counts when it has rested for so long
_FEW = (0, 1, 3)  # a7, d7, b6
_PROOF = (23, 17)  # g1, e3

NAMES = 0
LIGHTS = 1
CHECK = 2
PHASES = ("names", "lights", "check")
_SHOWN = (palette.MENU, palette.HINT, palette.TARGET)  # all points shine: the first, second, ...


class Learn:
    """sensors, lights: 25 bytes each, once result is "turned" or "points". phase: NAMES, LIGHTS or
    CHECK. wait: ms until step may do something."""

    def __init__(self, points):
        self._points = points
        self._image = -1
        self._fresh = 0
        self._saw = ""  # why the last piece did not count
        self.wait = 0
        self._begin(False)

    def _begin(self, thorough):
        self._thorough = thorough
        self.result = ""
        self.sensors = self.lights = bytes(range(25))
        self._whole = False  # was every point asked for?
        self._enter(NAMES)

    def _enter(self, phase):
        self.phase = phase
        self._saw = ""
        self._known = {}
        self._at = 0
        every = range(self._points) if self._thorough else ()
        first = _PROOF if phase == CHECK else _FEW
        self._order = list(first)
        if phase != CHECK:
            self._order += [point for point in every if point not in first]
            if self._thorough:
                self._order.sort()

    @property
    def asked(self):
        """The point (NAMES, CHECK) or the LED (LIGHTS) that a piece is wanted on."""
        return self._order[self._at]

    def see(self, image):
        """The image changed: the pieces that came count once they rest."""
        if self._image >= 0:
            self._fresh |= image & ~self._image
            if image & ~self._image:
                self._saw = ""
        self._image = image
        self._fresh &= image

    def step(self, rest, now):
        """Take the piece that has come; True if something happened."""
        self.wait = LIMIT
        fresh = self._fresh
        if not fresh or self.result:
            return False
        self.wait = rest.remaining(fresh, now, REST_MS)
        if self.wait:
            return False
        self._fresh = 0
        self.wait = 1
        if fresh & (fresh - 1):
            self._saw = " saw=two"  # at once they say nothing
            return False
        sensor = 0
        while not fresh >> sensor & 1:
            sensor += 1
        self._take(sensor)
        return True

    def skip(self):
        """Nothing shines, or no piece is seen there: go on to the next."""
        if self.phase == CHECK:
            self._proved(False)
        else:
            self._next()

    def _take(self, sensor):
        done = self.phase, self._at
        if self.phase == CHECK:
            self._proved(self.sensors[sensor] == self.asked)
        elif self.phase == NAMES:
            if sensor not in self._known:
                self._known[sensor] = self.asked
                self._next()
        else:
            point = self.sensors[sensor]
            if point not in self._known.values():
                self._known[self.asked] = point
                self._next()
        if done == (self.phase, self._at) and not self.result:
            point = self._known[sensor] if self.phase == NAMES else self.sensors[sensor]
            self._saw = " saw=used at=" + WOOD[point]

    def _next(self):
        self._saw = ""
        self._at += 1
        if self._at < len(self._order):
            return
        found = turned(self._known) if len(self._known) > 1 else None
        if found is None and len(self._order) < self._points:
            asked = self._order
            self._order = asked + [p for p in range(self._points) if p not in asked]
            return
        if found is None:
            found = filled(self._known)
            self._whole = True
        if self.phase == NAMES:
            self.sensors = found
            self._enter(LIGHTS)
        else:
            self.lights = found
            self._enter(CHECK)

    def _proved(self, right):
        if right:
            self._at += 1
            if self._at == len(self._order):
                self.result = "points" if self._whole else "turned"
                self._at = 0
        elif self._thorough:
            self.result = "failed"
        else:
            self._begin(True)

    def show(self, meanings):
        """Fill meanings (25 numbers of palette.py), in the order of config.py."""
        everywhere = self.phase == NAMES
        meaning = _SHOWN[self._at % 3] if everywhere else palette.TEST
        led = self.asked
        if self.phase == CHECK:
            led = self.lights.index(bytes((self.asked,)))
        for point in range(25):
            meanings[point] = meaning if everywhere or point == led else palette.OFF

    def words(self):
        """How far it is, for a host."""
        if self.result:
            return "learn=" + self.result
        words = "learn=%s done=%d of=%d" % (PHASES[self.phase], self._at, len(self._order))
        if self.phase != LIGHTS:  # where that LED is, only the person sees
            words += " ask=" + WOOD[self.asked]
        return words + self._saw


class Learning(Mode):
    name = "learn"

    def __init__(self, app, now):
        self._before = app.sight.order, app.lights.order
        self._learn = Learn(25 if app.ports.sensors.points >> 24 & 1 else 24)
        self.wait = REST_MS
        _use(app, None, None)

    def look(self, sight, now):
        """The image changed."""
        self._learn.see(sight.image)
        self.wait = REST_MS

    def step(self, app, now):
        """Take what has come, and end when all is learnt."""
        if self._learn.step(app.sight.rest, now):
            app.look_anew(now)
        self.wait = self._learn.wait
        if self._learn.result:
            self._end(app, now)

    def press(self, new, back, app, now):
        """`back` goes on without an answer; either button held leaves all as it was."""
        if new == HELD or back == HELD:
            self.stop(app, now)
        elif back != NONE:
            self.skip(app, now)

    def skip(self, app, now):
        """Go on without an answer."""
        self._learn.skip()
        app.look_anew(now)
        if self._learn.result:
            self._end(app, now)

    def stop(self, app, now):
        """End with the order of before."""
        self._leave(app, "learn=stopped", self._before, now)

    def show(self, meanings, board):
        self._learn.show(meanings)

    def words(self):
        return self._learn.words()

    def _end(self, app, now):
        learn = self._learn
        words = learn.words()
        found = self._before
        if learn.result != "failed":
            found = point_order.orders(learn.sensors, learn.lights)
            try:
                points = 25 if app.ports.sensors.points >> 24 & 1 else 24
                point_order.save(app.ports.storage, points, learn.sensors, learn.lights)
            except OSError:
                words += " storage=fault"  # holds until power-off
        self._leave(app, words, found, now)

    def _leave(self, app, words, orders, now):
        app.learnt = words
        _use(app, *orders)
        app.end_mode(now)
        _unload()


def reset(app, now):
    """Return to the order of config.py. Raises OSError, and then nothing has changed."""
    try:
        point_order.forget(app.ports.storage)
    finally:
        _unload()
    app.learnt = "learn=off"
    _use(app, None, None)
    app.end_mode(now)


def _use(app, sensors, lights):
    app.sight.order = sensors
    app.lights.order = lights
    app.sight.begin()


def _unload():
    unload("merels.modes.learning", "merels.modes.orientation")
