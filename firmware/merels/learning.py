# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The mode in which the app learns its wiring: Learn with sensors, lights, buttons and storage.

Loaded by the app when menu or host ask for it, and forgotten at the end. Sensors and LEDs are
meanwhile in the order of config.py; at the end the order found is kept and holds at once, or all
is as it was before.

    app.begin_learning(now)             # app.mode is a Learning until it ends by itself
    app.mode.words()                    # "learn=names done=0 of=3 ask=a7"
"""

from . import order
from .forget import forget
from .learn import REST_MS, Learn
from .presses import HELD, NONE


class Learning:
    name = "learn"

    def __init__(self, app, now):
        self._before = app.sight.order, app.lights.order
        self._learn = Learn(25 if app.ports.sensors.points >> 24 & 1 else 24)
        self.wait = REST_MS
        _use(app, None, None)

    def look(self, sight):
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
            found = order.orders(learn.sensors, learn.lights)
            try:
                points = 25 if app.ports.sensors.points >> 24 & 1 else 24
                order.save(app.ports.storage, points, learn.sensors, learn.lights)
            except OSError:
                words += " storage=fault"  # holds until power-off
        self._leave(app, words, found, now)

    def _leave(self, app, words, orders, now):
        app.learnt = words
        _use(app, *orders)
        app.end_mode(now)
        _forget()


def reset(app, now):
    """Return to the order of config.py. Raises OSError, and then nothing has changed."""
    try:
        order.forget(app.ports.storage)
    finally:
        _forget()
    app.learnt = "learn=off"
    _use(app, None, None)
    app.end_mode(now)


def _use(app, sensors, lights):
    app.sight.order = sensors
    app.lights.order = lights
    app.sight.begin()


def _forget():
    forget("merels.learn")  # and this module
    forget("merels.turned")
