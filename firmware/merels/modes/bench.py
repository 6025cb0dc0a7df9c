# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""How fast this board is, measured by itself while nobody plays.

In front of App.step for a second or so, when a host has asked with `bench`. Only steps in which
nothing happens count; as soon as hands do something it waits. The game and its journal are not
touched: what is written goes to a file of its own, which is removed again. At its end this module
is forgotten.

    Bench(app)            # from now on each step is measured
    app.bench             # in the end "bench=done steps=500 rate=497 ..."; times in microseconds
"""

import gc
from array import array

from merels.clock import elapsed
from merels.unload import unload

_STEPS = 500
_LIGHTS = 20  # steps that change the lights
_APPENDS = 3
_SCANS = 20
_LOOP_MS = 2  # the board's loop waits no longer
_UNSTEADY_US = 1000  # nor this, when a point is about to change
_FILE = "bench"
_SIZE = 64  # bytes: a long turn and what belongs to it


def asked(app, line):
    """The reply to `bench`, `bench state` or `bench stop`."""
    word = line.args[0] if line.args else ""
    running = not isinstance(app.bench, str)
    if word == "stop" and running:
        app.bench.end("bench=stopped")
    elif not word and not running:
        if not _free(app):
            return "err code=busy"
        Bench(app)
    elif word not in ("", "state", "stop"):
        return "err code=bad-word"
    return "ok " + (app.bench if isinstance(app.bench, str) else app.bench.words())


def _free(app):
    """Does nobody play just now?"""
    return app.hands.sync and not app.sight.unsteady and not app.mode and not app.journal.pending


class Bench:
    def __init__(self, app):
        self._app = app
        self._step = app.step
        self._us = app.ports.ticks_us
        self._steps = array("H", [0] * _STEPS)
        self._lights = array("H", [0] * _LIGHTS)
        self._count = 0
        self._lit = 0
        self._last = -1  # when the step before this one began, if it counted
        self._span = 0  # us between the beginnings of the steps that counted
        self._spans = 0
        self._appends = []
        self._rest = ""
        app.step = self.step
        app.bench = self

    def words(self):
        return "bench=running done=%d of=%d" % (self._count, _STEPS)

    def end(self, words):
        """The app goes on as if nothing had been."""
        if self._app.bench is self:
            self._app.step = None  # MicroPython keeps the value of a deleted attribute
            del self._app.step
            self._app.bench = words
            unload("merels.modes.bench")

    def step(self, now):
        """What the app does, with a watch in the hand."""
        app = self._app
        lighting = self._count == _STEPS and self._lit < _LIGHTS and _free(app)
        if lighting:
            app.match.changed = True
            app.lights.again()
        start = self._us()
        wait = self._step(now)
        took = min(elapsed(self._us(), start), 65535)
        if app.bench is not self or not _free(app):
            self._last = -1
            return wait
        if lighting:
            self._lights[self._lit] = took
            self._lit += 1
        elif self._count < _STEPS:
            self._steps[self._count] = took
            self._count += 1
            if self._last >= 0:
                self._span += elapsed(start, self._last)
                self._spans += 1
            self._last = start
        elif not self._rest:
            self._rest = self._measure()
        elif len(self._appends) < _APPENDS:
            self._append()
        else:
            self.end(self._result())
        return min(wait, _LOOP_MS)

    def _measure(self):
        """A scan, a collection, the heap."""
        sensors = self._app.ports.sensors
        start = self._us()
        for _ in range(_SCANS):
            sensors.read()
        scan = elapsed(self._us(), start) // _SCANS
        start = self._us()
        gc.collect()
        collect = elapsed(self._us(), start)
        free = gc.mem_free() if hasattr(gc, "mem_free") else -1  # type: ignore[attr-defined]
        return "scan=%d gc=%d free=%d" % (scan, collect, free)

    def _append(self):
        storage = self._app.ports.storage
        start = self._us()
        try:
            storage.append(_FILE, bytes(_SIZE))
            self._appends.append(elapsed(self._us(), start))
        except OSError:
            self._appends = [-1] * _APPENDS
        if len(self._appends) == _APPENDS:
            try:
                storage.remove(_FILE)
            except OSError:
                pass  # there is none

    def _result(self):
        steps = sorted(self._steps)
        median = steps[_STEPS // 2]
        light = sorted(self._lights)[_LIGHTS // 2]
        # at worst the change comes just after a scan; three that agree make a new image
        lift = 1000 * _LOOP_MS + 2 * max(_UNSTEADY_US, median) + light
        rate = 1000000 * self._spans // max(self._span, 1)
        words = "bench=done steps=%d rate=%d step=%d step99=%d most=%d light=%d lift=%d " % (
            _STEPS, rate, median, steps[_STEPS * 99 // 100], steps[-1], light, lift
        )  # fmt: skip
        return words + self._rest + " append=%d" % sorted(self._appends)[_APPENDS // 2]
