# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The menu on the wood: points light as choices, then as the values of one of them.

Opened by the app when `new` is held; until it closes, the game stands still. A piece that comes to
a lit point or leaves it chooses that point; so do the buttons. It closes by itself when nothing
happens. What can be chosen is in menu_choices.py.

    menu.begin(image, now)              # menu.open
    menu.see(image, now), menu.press(SHORT, NONE, now), menu.step(rest, now)
    menu.show(lights.meanings)
"""

from merels.clock import elapsed
from merels.errors import RulesError
from merels.lights import palette
from merels.modes import menu_choices
from merels.sensing import presses

# Where choices and values lie: clockwise from a7, ring by ring from the outside. Never on d4.
PLACES = bytes(
    (0, 1, 2, 14, 23, 22, 21, 9, 3, 4, 5, 13, 20, 19, 18, 10, 6, 7, 8, 12, 17, 16, 15, 11)
)

LEAVE_MS = 15000  # it closes when nothing has happened for so long
_REST_MS = 250  # a piece chooses when it has rested for so long


class Menu:
    """open: does it show? moved: has the wood changed since it was opened? rules: has a choice
    changed the rules of the next game? begins: what it was closed for, one of
    menu_choices.BEGIN or "". wait: ms until step may do something without a touch.

    change(texts) sets and keeps settings; it may raise RulesError and OSError.
    """

    def __init__(self, settings, points, analog, change):
        self.open = self.rules = False
        self.begins = ""
        self._names = menu_choices.NAMES + ((menu_choices.CALIBRATE,) if analog else ())
        self.wait = LEAVE_MS
        self._settings = settings
        self._centre = points >> 24 & 1 != 0
        self._change = change
        self._before = self._image = self._since = 0
        self._used = 0  # points that have chosen, until they are again as they were before
        self._main_page(0)

    def begin(self, image, now):
        """Open, with this image of the wood."""
        self.open = True
        self.rules = False
        self.begins = ""
        self._before = self._image = image
        self._since = now
        self._used = 0
        self._main_page(0)

    @property
    def moved(self):
        return self._image != self._before

    def see(self, image, now):
        """The image changed."""
        self._image = image
        self._since = now

    def press(self, new, back, now):
        """What the buttons answered (see presses.py): `new` takes what is chosen, `back` goes on
        to the next and after the last one page back; either of them held closes. True if the
        lights may look different."""
        if new == presses.NONE and back == presses.NONE:
            return False
        self._since = now
        if new == presses.HELD or back == presses.HELD:
            self.open = False
        elif new == presses.SHORT:
            self._take()
        else:
            self._next()
        self._used |= self._image ^ self._before
        return True

    def step(self, rest, now):
        """Choose what the hands have chosen, or close; True if the lights may look different."""
        self.wait = LEAVE_MS - elapsed(now, self._since)
        if self.wait <= 0:
            self.open = False
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

    def show(self, meanings):
        """Fill meanings (25 numbers of palette.py)."""
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
            self.open = False

    def _take(self):
        if self._cursor < 0:
            self._back()
        elif not self._choice and self._texts[self._cursor] in menu_choices.BEGIN:
            self.open = False
            self.begins = self._texts[self._cursor]
        elif not self._choice:
            self._page_of(self._texts[self._cursor])
        else:
            value = self._texts[self._cursor]
            try:
                self._change(menu_choices.change(self._choice, value, self._settings))
            except (RulesError, OSError):
                self._refused = True
            else:
                self.rules = self.rules or self._choice in menu_choices.GAME
                self._back()
