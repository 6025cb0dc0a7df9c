# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The menu on the wood: points light as choices, then as the values of one of them.

Begun by the app when `new` is held; until it closes, the game stands still. A piece that comes to
a lit point or leaves it chooses that point; so do the buttons. It closes by itself when nothing
happens. What can be chosen is in menu_choices.py.

    app.mode = Menu(app, now)
    app.mode.press(SHORT, NONE, app, now)       # takes what is chosen
"""

from merels.clock import elapsed
from merels.errors import RulesError
from merels.lights import palette
from merels.modes import menu_choices
from merels.modes.mode import Mode
from merels.sensing.presses import HELD, SHORT
from merels.unload import unload

# Where choices and values lie: clockwise from a7, ring by ring from the outside. Never on d4.
PLACES = bytes(
    (0, 1, 2, 14, 23, 22, 21, 9, 3, 4, 5, 13, 20, 19, 18, 10, 6, 7, 8, 12, 17, 16, 15, 11)
)

LEAVE_MS = 15000  # it closes when nothing has happened for so long
_REST_MS = 250  # a piece chooses when it has rested for so long


class Menu(Mode):
    """A mode that ends when something is chosen that begins another one, when the last page is
    left, or when nothing happens for LEAVE_MS."""

    name = "menu"

    def __init__(self, app, now):
        self._app = app
        self._settings = app.settings
        self._names = menu_choices.NAMES
        if app.sight.analog:
            self._names += (menu_choices.CALIBRATE,)
        self._centre = app.ports.sensors.points >> 24 & 1 != 0
        self._open = True
        self._begins = ""  # one of menu_choices.BEGIN that was chosen
        self._rules = False  # has a choice changed the rules of the next game?
        self._before = self._image = app.sight.image
        self._since = now
        self._used = 0  # points that have chosen, until they are again as they were before
        self.wait = LEAVE_MS
        self._main_page(0)

    def look(self, sight, now):
        """The image changed."""
        self._image = sight.image
        self._since = now

    def press(self, new, back, app, now):
        """`new` takes what is chosen, `back` goes on to the next and after the last one page back;
        either of them held closes."""
        self._since = now
        if new == HELD or back == HELD:
            self._open = False
        elif new == SHORT:
            self._take()
        else:
            self._next()
        self._used |= self._image ^ self._before
        if not self._open:
            self._close(now)

    def step(self, app, now):
        """Choose what the hands have chosen, or close."""
        if self._choose(app.sight.rest, now):
            app.show_anew()
        if not self._open:
            self._close(now)

    def stop(self, app, now):
        """Close without a choice."""
        self._begins = ""
        self._close(now)

    def _close(self, now):
        app = self._app
        app.resume(now, self._image != self._before)
        if self._begins:
            app.begin_mode(self._begins, now)
        elif self._rules and not app.game.actions and not app.game.white | app.game.black:
            app.match.start(app.next_game(), now)
        unload("merels.modes.menu", "merels.modes.menu_choices")

    def _choose(self, rest, now):
        """What have the hands chosen? True if the lights may look different."""
        self.wait = LEAVE_MS - elapsed(now, self._since)
        if self.wait <= 0:
            self._open = False
            return True
        differs = self._image ^ self._before
        fresh = differs & ~self._used
        if fresh:
            for place in range(len(self._texts)):
                point = 1 << PLACES[place]
                if fresh & point and self._texts[place] and self._rested(rest, point, now):
                    self._cursor = place
                    self._take()
                    self._used |= differs  # what lies about chooses nothing on the next page
                    return True
        again = self._used & ~differs
        while again:
            point = again & -again
            again ^= point
            if self._rested(rest, point, now):
                self._used ^= point
        return False

    def show(self, meanings, board):
        """Fill meanings: the choices of this page."""
        for point in range(25):
            meanings[point] = palette.OFF
        for place in range(len(self._texts)):
            if self._texts[place]:
                meanings[PLACES[place]] = palette.MENU
        if self._cursor >= 0:
            meanings[PLACES[self._cursor]] = palette.WRONG if self._refused else palette.CHOSEN

    def _rested(self, rest, point, now):
        left = rest.remaining(point, now, _REST_MS)
        if 0 < left < self.wait:
            self.wait = left
        return left <= 0

    def _main_page(self, cursor):
        self._choice = ""
        self._texts = self._names
        self._cursor = cursor
        self._refused = False

    def _page_of(self, choice):
        """The values of a choice; at first the one in force is chosen, if it is offered."""
        self._choice = choice
        self._texts = menu_choices.offered(choice, self._centre)
        self._refused = False
        self._cursor = -1
        value = menu_choices.in_force(choice, self._settings)
        for place in range(len(self._texts)):
            if value and self._texts[place] == value:
                self._cursor = place

    def _next(self):
        self._refused = False
        self._cursor += 1
        while self._cursor < len(self._texts) and not self._texts[self._cursor]:
            self._cursor += 1  # a variant that this wood cannot have
        if self._cursor == len(self._texts):
            self._back()

    def _back(self):
        if self._choice:
            self._main_page(menu_choices.NAMES.index(self._choice))
        else:
            self._open = False

    def _take(self):
        if self._cursor < 0:
            self._back()
        elif not self._choice and self._texts[self._cursor] in menu_choices.BEGIN:
            self._open = False
            self._begins = self._texts[self._cursor]
        elif not self._choice:
            self._page_of(self._texts[self._cursor])
        else:
            value = self._texts[self._cursor]
            try:
                self._app.change_settings(menu_choices.change(self._choice, value, self._settings))
            except (RulesError, OSError):
                self._refused = True
            else:
                self._rules = self._rules or self._choice in menu_choices.GAME
                self._back()
