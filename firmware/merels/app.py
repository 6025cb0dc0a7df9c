# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board: ports, game, hands, lights, journal and host, stepped by one loop.

    app = App(ports)
    while True:
        wait = app.step(now_ms)     # ms until it has to run again if nothing changes

Every step goes through the house once: sensors -> debounce -> image -> hands -> game -> lights,
then journal and wire. `now_ms` counts modulo 2**30. A step waits for nothing, and allocates
nothing while nothing is committed. docs/architecture.md walks the whole way.
"""

import gc

from . import __version__, games, show
from .board import WOOD
from .clock import elapsed
from .conversation import Conversation
from .debounce import Debounce
from .errors import RulesError
from .hands import FOREVER, TAKE_BACK, TAKE_TURN, Hands
from .help import Hints
from .idle import Idle
from .journal import Journal
from .lights import Lights
from .menu import Menu
from .notes import Notes
from .presses import HELD, SHORT, Press
from .replay import Replay
from .requests import Requests
from .rest import Rest
from .settings import Settings

_EMPTY_MS = 3000  # an empty board held for so long starts the next game
_MOST_COMPLAINTS = 32
_NEW = 1
_BACK = 2


class App:
    """game: the one on the wood. finished: the one before it, until the first turn of this one.
    takebacks: turns taken back. complaints: the latest, "word@point". image: mask of the pieces
    seen."""

    def __init__(self, ports):
        self.ports = ports
        self.settings = Settings(ports.storage)
        self.settings.load()
        self.journal = Journal(ports.storage)
        self.journal.open()
        self.talk = Conversation(ports.console, self.journal, Requests(self))
        self.lights = Lights(ports.lights, FOREVER)
        self.hints = Hints()
        self.menu = Menu(self.settings, ports.sensors.points, self.change_settings)
        self._idle = Idle()
        self.finished = None
        self.takebacks = 0
        self.complaints = []
        self._notes = Notes(self.journal)
        self._rest = Rest()
        self._colour = ports.sensors.colour
        self._white = Debounce(0)  # without colour: every piece
        self._black = Debounce(0)
        self._new = Press()
        self._back = Press()
        self._started = False
        self._dirty = True
        self._had_pieces = False
        self._empty_since = 0
        self._restart = False
        self.game = _resumed(self.journal, ports.sensors.points)
        self._resumed = self.game is not None
        if self.game is None:
            self.game = self.next_game()
        self.hands = Hands(self.game, self._rest, self._colour)
        self._apply_settings()
        gc.collect()

    @property
    def image(self):
        return self._white.image | self._black.image

    # one step

    def step(self, now):
        """Run once at the time `now` (ms modulo 2**30); returns ms until the next necessary run.

        Raises SystemExit when a host asked for a restart: whoever runs the loop builds a new App.
        """
        self._scan(now)
        self._rest.step(now)
        choosing = self.menu.open
        if not choosing:
            self._act(now)
        self._press(now)
        wait = self._choose(now) if choosing else min(self._watch_empty(now), self.hands.wait)
        if self._idle.step(now):
            self._dirty = True
        if self._dirty:
            self._dirty = False
            self._show(now)
        elif self.lights.due(now):
            self.lights.step(now)
        elif self._notes.flush(self.hands.sync, now):
            gc.collect()
        wait = min(wait, self._idle.wait, self.talk.step(now), self.lights.wait(now))
        if self._restart and self.talk.idle:
            self.journal.flush()
            raise SystemExit
        return self._shortest(wait, now)

    def _shortest(self, wait, now):
        if self._dirty or self._white.pending or self._black.pending:
            return 1
        if self._new.wait:
            wait = min(wait, self._new.wait)
        if self._back.wait:
            wait = min(wait, self._back.wait)
        if self.journal.pending:
            wait = min(wait, self._notes.wait(self.hands.sync, now))
        return max(wait, 1)

    def _scan(self, now):
        sensors = self.ports.sensors
        scan = sensors.read()
        if not self._started:
            self._start(sensors.white if self._colour else scan, now)
            return
        if self._colour:
            flips = self._white.feed(sensors.white) | self._black.feed(sensors.black)
        else:
            flips = self._white.feed(scan)
        if flips:
            self._rest.changed(flips, now)
            self._idle.touch(now)
            self._see(now)
            if self.talk.telemetry:
                self._tell(flips, now)

    def _start(self, white, now):
        """The first scan: what stands on the wood at power-on stood there before."""
        self._started = True
        self._white.image = white
        if self._colour:
            self._black.image = self.ports.sensors.black
        words = "firmware=%s id=%s %s" % (__version__, self.ports.board_id, self.sensors_words())
        self._notes.boot(words, self.image, now)
        if not self._resumed:
            self._notes.game(self.game, self.image, now)
        self._see(now)
        self._idle.begin(self.game.over, now)
        if self._resumed:
            self.hands.resume()
        self._apply_settings()

    def _see(self, now):
        if self.menu.open:
            self.menu.see(self.image, now)
        else:
            self.hands.see(self._white.image, self._seen_black(), now)
        if self.image:
            self._had_pieces = True
        else:
            self._empty_since = now
        self._dirty = True

    def _seen_black(self):
        return self._black.image if self._colour else self._white.image

    def _act(self, now):
        hands = self.hands
        decision = hands.step(now)
        if hands.changed:
            hands.changed = False
            self._dirty = True
        if hands.complained:
            hands.complained = False
            if len(self.complaints) == _MOST_COMPLAINTS:
                self.complaints.pop(0)
            self.complaints.append("%s@%s" % (hands.complaint, WOOD[hands.at]))
            self.talk.tell("complain code=%s at=%s ms=%d" % (hands.complaint, WOOD[hands.at], now))
        if decision == TAKE_TURN:
            self._take_turn(now)
        elif decision == TAKE_BACK:
            for _ in range(hands.reading.depth):
                self.take_back(now, by_hand=True)

    def _press(self, now):
        raw = self.ports.buttons.read()
        if raw:
            self._idle.touch(now)
        new = self._new.step(raw & _NEW != 0, now)
        pressed = self._back.step(raw & _BACK != 0, now)
        if self.menu.open:
            if self.menu.press(new, pressed, now):
                self._dirty = True
        elif new == HELD:
            self.menu.begin(self.image, now)
            self._dirty = True
        elif new == SHORT:
            self.start(self.next_game(), now)
        elif pressed == SHORT:
            # while the board asks, the button answers: the turn was a correction or a take-back
            self.take_back(now, by_hand=self.hands.asking and self.hands.reading.rival)
        elif pressed == HELD:
            self.accept(now)

    def _choose(self, now):
        """The menu is open: what do the hands choose? ms until the next necessary run."""
        menu = self.menu
        if menu.open and menu.step(self._rest, now):
            self._dirty = True
        if menu.open:
            return menu.wait
        if menu.rules and not self.game.actions and not self.game.white | self.game.black:
            self.start(self.next_game(), now)
        self._empty_since = now
        self._see(now)
        if menu.moved:
            self.hands.resume()  # what was put down to choose is no turn
        return 1

    def _watch_empty(self, now):
        """An empty board, held so, ends the game on it and starts the next; ms until then."""
        if self.image or not self._had_pieces:
            return FOREVER
        left = _EMPTY_MS - elapsed(now, self._empty_since)
        if left > 0:
            return left
        self._had_pieces = False
        if self.game.over or self.game.white | self.game.black:
            self.start(self.next_game(), now)
        return FOREVER

    def _show(self, now):
        if self.menu.open:
            self.menu.show(self.lights.meanings)
        else:
            show.show(self.lights.meanings, self.game, self.hands, self.hints)
        self.lights.still = self._idle.still and not self.menu.open
        self.lights.dim = self._idle.asleep
        self.lights.begin(now)

    # what happens to the game

    def _take_turn(self, now):
        reading = self.hands.reading
        games.play(self.game, reading.action, reading.gone)
        self.finished = None
        if not self.game.middle:
            self._notes.turn(self.game, self.image, now)
        self._go_on(now)

    def take_back(self, now, by_hand=False):
        """Take the last turn back, or the half turn under way; False if there is none.

        by_hand: the wood shows it already; else the lights guide the pieces back.
        """
        game = self.game
        if not game.actions:
            return False
        half = game.middle
        game.undo_turn()
        if not half:
            self.takebacks += 1
            self._notes.takeback(game, self.image, now)
        self._go_on(now)
        if not by_hand:
            self.hands.distrust()
        return True

    def accept(self, now):
        """Take the board as it is: as a turn if it is one, else as a new position of this game.

        False, with a complaint, if the rules allow no such position.
        """
        if self.hands.sync or self.game.over:
            return True
        if self.hands.is_turn:
            self._take_turn(now)
            return True
        try:
            self.game = games.accepted(
                self.game, self._white.image, self._seen_black(), self._colour
            )
        except RulesError:
            self.hands.complain("cannot-accept")
            return False
        self._notes.position(self.game, self.image, now)
        self._go_on(now)
        return True

    def start(self, game, now=0):
        """Put this game, which may have turns or a position already, on the board.

        The one that was under way ends as unfinished.
        """
        old = self.game
        if old.actions:
            if not old.over:
                old.finish(None, "unfinished")
                self._notes.over(old, self.image, now)
            self.finished = old
        self.game = game
        self._notes.game(game, self.image, now)
        self.journal.keep_ack()
        self._go_on(now)
        self.hands.resume()

    def finish(self, winner, reason, now):
        """End the game by declaration. Raises RulesError if it is over."""
        self.game.finish(winner, reason)
        self._notes.over(self.game, self.image, now)
        self._go_on(now)

    def want(self, text):
        """A host asks for this move: only it is taken. Raises IllegalMove."""
        action, gone = games.asked(self.game, text)
        self.hands.want(action, gone)

    def change_setting(self, name, value):
        """Set and keep one setting, see change_settings."""
        self.change_settings({name: value})

    def change_settings(self, texts):
        """Set and keep settings, all or none.

        Raises BadSetting, RulesError if variant and rules make no game here, and OSError if they
        could not be kept: then they hold until power-off.
        """
        self.settings.change(texts, self._check_rules)
        self._apply_settings()
        self.settings.save()

    def _check_rules(self, variant, rules):
        game = games.of_words("variant=%s set=%s" % (variant, rules))
        games.fitting(game, self.ports.sensors.points)

    def next_game(self):
        """A new game of the settings."""
        return games.next_game(self.settings, self.ports.sensors.points)

    def restart(self):
        """Restart as soon as the host has its reply."""
        self._restart = True

    def request(self, text, now=0):
        """Answer a request as a host would send it, without its colon: the reply's text."""
        return self.talk.ask(text, now)

    def _go_on(self, now):
        self.hands.begin(self.game, now)
        self.hints.see(self.game)
        self._idle.begin(self.game.over, now)
        self._empty_since = now
        self._dirty = True

    def _apply_settings(self):
        self.hands.settle = self.settings.number("settle")
        self.lights.brightness = self.settings.number("brightness")
        self.lights.palette = self.settings.number("palette")
        self.hints.level = self.settings.number("help")
        self.hints.see(self.game)
        self._dirty = True

    # words for the wire

    def sensors_words(self):
        sensors = self.ports.sensors
        return "sensors=%s points=%d" % (
            "colour" if self._colour else "presence",
            25 if sensors.points >> 24 & 1 else 24,
        )

    def image_words(self):
        words = "board=%07x" % self.image
        if self._colour:
            words += " white=%07x black=%07x" % (self._white.image, self._black.image)
        return words

    def _tell(self, flips, now):
        for point in range(25):
            if flips >> point & 1:
                word = "drop" if self.image >> point & 1 else "lift"
                self.talk.tell("%s at=%s %s ms=%d" % (word, WOOD[point], self.image_words(), now))


def _resumed(journal, points):
    """The game under way when the power went, or None; also if it needs other wood than this."""
    try:
        game = Replay(journal).resume()
        return game and games.fitting(game, points)
    except (OSError, RulesError):
        return None  # an unreadable flash or other rules: begin anew, the records stay
