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

from merels import __version__
from merels.clock import elapsed
from merels.errors import RulesError
from merels.hands.hands import FOREVER
from merels.hands.reading_kinds import BACK
from merels.journal.journal import Journal
from merels.journal.notes import Notes
from merels.journal.replay import Replay
from merels.lights import show
from merels.lights.hints import SILENT, Hints
from merels.lights.idle import Idle
from merels.lights.lights import Lights
from merels.lights.sound import Sound
from merels.masks import at_most
from merels.match import Match
from merels.rules import game_words
from merels.rules.game_words import unload_tables
from merels.sensing.presses import HELD, NONE, SHORT, Press
from merels.sensing.sight import Sight
from merels.settings import Settings
from merels.unload import once
from merels.wire.conversation import Conversation
from merels.wire.requests import Requests
from merels.wire.telemetry import Telemetry

_EMPTY_MS = 3000  # an empty board held for so long starts the next game
_ASKED_MS = 3000  # a second press of `new` within so long ends the game under way
_UNSTEADY_MS = 8  # a contact that bounces for longer is no reason to do nothing else
_NEW = 1
_BACK = 2


class App:
    """match: the game on the wood and its hands. mode: what the wood shows instead, a Mode of the
    room modes/, or None. learnt: words of the last learning.
    sight: the image. watchdog: shall what runs this be reset when it hangs? bench: a Bench, or
    words of the last."""

    def __init__(self, ports):
        self.ports = ports
        self.settings = Settings(ports.storage)
        self.settings.load()
        self.journal = Journal(ports.storage)
        self.journal.open()
        self.talk = Conversation(ports.console, self.journal, Requests(self))
        self.lights = Lights(ports.lights, FOREVER)
        self.sound = Sound(getattr(ports, "buzzer", None))
        self.hints = Hints()
        self.mode = None
        self.learnt = "learn=off"
        self.bench = "bench=off"
        points = 25 if ports.sensors.points >> 24 & 1 else 24
        sensors, self.lights.order = once(
            "merels.sensing.point_order", lambda module: module.load(ports.storage, points)
        )
        self.sight = Sight(ports.sensors, sensors)
        self._telemetry = Telemetry(self.talk, self.sight)
        self._idle = Idle()
        self._notes = Notes(self.journal)
        self._new = Press()
        self._back = Press()
        self._started = False
        self._dirty = True
        self._had_pieces = False
        self._empty_since = 0
        self._cleared = False  # since the game ended
        self._asks_new = False
        self._asked_at = 0
        self._restart = False
        self._raw = 0  # the contacts of the buttons
        self._steady = 0  # when no point was about to change
        self._stepped = self._wait = 0  # when all was looked at, and how long that holds
        self.watchdog = False
        resumed = _resumed(self.journal, ports.sensors.points)
        self._resumed = resumed is not None
        self.match = Match(resumed or self.next_game(), self.sight, self._notes)
        self._apply_settings()

    @property
    def game(self):
        return self.match.game

    @property
    def hands(self):
        return self.match.hands

    # one step

    def step(self, now):
        """Run once at the time `now` (ms modulo 2**30); returns ms until the next necessary run.

        Raises SystemExit when a host asked for a restart: whoever runs the loop builds a new App.
        """
        if not self._started:
            self._start(now)
        flips = self.sight.step(now)
        if flips:
            self._see(flips, now)
        if not self.mode:
            if flips:
                self._wait = 0
                return 1
            unsteady = self.sight.unsteady
            if not unsteady:
                self._steady = now
            elif elapsed(now, self._steady) < _UNSTEADY_MS and not self._is_due(now):
                return 1  # scan again at once
            if not self.talk.hear(now) and not unsteady and self._is_quiet(now):
                if self.talk.busy:
                    self._wait = min(self._wait, self.talk.write(now))
                elif not self.lights.moving:
                    return self._wait
                elif self.lights.due(now):
                    self.lights.step(now)
                return self._next_step(now)
        else:
            self.talk.hear(now)
        self.sight.rest.step(now)
        if not self.mode and self.match.step(now):
            self._telemetry.complaint(self.match.complaints[-1], now)
            self.sound.complain(now)
        if self.match.moved:
            self._follow(now)
            self._wait = 0
            return 1  # a turn was taken, which took long: lights and the rest follow at once
        self._telemetry.asks(self.match.hands.asks, now)
        self._press(now)
        if self._asks_new and elapsed(now, self._asked_at) >= _ASKED_MS:
            self._asks_new = False
            self._dirty = True
        if self.mode:
            self.mode.step(self, now)
        wait = self._watch_empty(now)
        self._follow(now)
        if self._dirty:
            self._show(now)
        elif self.lights.due(now):
            self.lights.step(now)
        elif self._notes.flush(self._quiet(), now):
            unload_tables()
            gc.collect()
        wait = min(wait, self.sound.step(now), self._idle.wait, self.talk.write(now))
        if self._restart and self.talk.idle:
            self.journal.flush()
            raise SystemExit
        self._stepped = now
        self._wait = self._shortest(wait, now)
        return self._next_step(now)

    def _next_step(self, now):
        """ms until the next necessary step, quiet or not."""
        return 1 if self.talk.busy else min(self._wait, self.lights.wait(now))

    def _is_quiet(self, now):
        """Is nothing due, and are the buttons as they were? Nearly all steps end here."""
        if self.ports.buttons.read() != self._raw or self._dirty or self._restart:
            return False
        if self._is_due(now):
            return False
        self._wait -= elapsed(now, self._stepped)
        self._stepped = now
        return True

    def _is_due(self, now):
        """Is there something that may not wait any longer?"""
        return elapsed(now, self._stepped) >= self._wait

    def _shortest(self, wait, now):
        if self._dirty or self.sight.unsteady:
            return 1
        if self.mode:
            wait = min(wait, self.mode.wait)
        else:
            wait = min(wait, self.hands.wait)
        if self._new.wait:
            wait = min(wait, self._new.wait)
        if self._asks_new:
            wait = min(wait, _ASKED_MS - elapsed(now, self._asked_at))
        if self._back.wait:
            wait = min(wait, self._back.wait)
        if self.journal.pending:
            wait = min(wait, self._notes.wait(self._quiet(), now))
        return max(wait, 1)

    def _quiet(self):
        """Is this a good moment to write down what has happened?"""
        return self.hands.sync or (self._notes.said and not self.sight.unsteady)

    def _start(self, now):
        """What stands on the wood at power-on stood there before."""
        self._started = True
        self.sight.begin()
        words = "firmware=%s id=%s %s" % (
            __version__,
            self.ports.board_id,
            self.sight.sensors_words,
        )
        self._notes.boot(words, self.sight.image, now)
        if not self._resumed:
            self.match.begin(now)
        self.look_anew(now)
        if self._resumed:
            self._had_pieces = True  # an empty board now was cleared while nobody looked
            self.hands.resume()

    def _see(self, flips, now):
        """The image has changed."""
        self._asks_new = False  # play goes on
        self._idle.touch(now)
        self.look_anew(now)
        if not self.mode:
            self._show(now)  # light follows the hand at once; all else follows a step later
            self.match.changed = False
        self._telemetry.flips(flips, now)

    def look_anew(self, now):
        """The image is a new one, or is looked at by another."""
        if self.mode:
            self.mode.look(self.sight, now)
        else:
            self.match.see(now)
        if self._standing:
            self._had_pieces = True
        else:
            self._empty_since = now
            self._cleared = self.game.over
        self._dirty = True

    def _follow(self, now):
        """What the match has changed, the lights and all else follow."""
        match = self.match
        if match.moved:
            match.moved = False
            self.hints.see(match.game)
            self._idle.begin(match.game.over, now)
            self._empty_since = now
        if match.changed:
            match.changed = False
            self._dirty = True
        if self._idle.step(now):
            self._dirty = True

    def _press(self, now):
        raw = self.ports.buttons.read()
        if raw == self._raw and not (self._new.wait or self._back.wait or raw):
            return  # nothing is pressed, and was not
        self._raw = raw
        if raw:
            self._idle.touch(now)
        new = self._new.step(raw & _NEW != 0, now)
        back = self._back.step(raw & _BACK != 0, now)
        self._telemetry.press("new", self._new, now)
        self._telemetry.press("back", self._back, now)
        if new != NONE or back != NONE:
            self._dirty = True
            if self.mode:
                self.mode.press(new, back, self, now)
            else:
                self._press_match(new, back, now)

    def _press_match(self, new, back, now):
        match = self.match
        if new == HELD:
            self.begin_mode("menu", now)
        elif new == SHORT:
            self._press_new(now)
        elif back == SHORT:
            match.back(now)
        else:
            self.accept(now)

    def _press_new(self, now):
        """A touch ends no game: while pieces stand, `new` asks, and a second press answers."""
        if self.game.over or not self._standing or self._asks_new:
            self._asks_new = False
            self.match.start(self.next_game(), now)
        else:
            self._asks_new = True
            self._asked_at = now

    @property
    def _standing(self):
        """Mask of the pieces that stand on points of the game."""
        return self.sight.image & self.game.board.points

    def accept(self, now):
        """Take the board as it is; False if it cannot be, or not before the colours of its pieces
        have been asked."""
        if self.mode:
            return False
        accepted = self.match.accept(now)
        if self.match.unknown:
            self.begin_mode("colours", now)
        return accepted

    def is_mode(self, name):
        """Does the wood show this mode?"""
        return self.mode is not None and self.mode.name == name

    def begin_mode(self, name, now):
        """From now on the wood shows this mode: "menu", "set-up", "learn", "colours" or
        "calibrate"."""
        self.leave_mode(now)
        # each is loaded for its time alone
        if name == "menu":
            from merels.modes.menu import Menu as Begun
        elif name == "set-up":
            from merels.modes.set_up import SetUp as Begun
        elif name == "learn":
            from merels.modes.learning import Learning as Begun
        elif name == "colours":
            from merels.modes.colour_questions import ColourQuestions as Begun
        else:
            from merels.modes.calibration import Calibrating as Begun
        self.mode = Begun(self, now)
        self.look_anew(now)

    def leave_mode(self, now):
        """Stop the mode that is shown, if there is one."""
        if self.mode:
            self.mode.stop(self, now)

    def end_mode(self, now, game=None):
        """The wood is for playing again: this game, or the one under way."""
        self._had_pieces = False  # what was cleared for the mode ends no game
        self.resume(now, not game)
        if game:
            self.match.start(game, now)

    def resume(self, now, moved):
        """Go on with the game. moved: has a mode moved the wood? What was put down for it is no
        turn."""
        self.mode = None
        self._empty_since = now
        self.look_anew(now)
        if moved:
            self.hands.resume()

    def show_anew(self):
        """The lights may look different."""
        self._dirty = True

    def _watch_empty(self, now):
        """An empty board, held so, ends the game on it and starts the next, and so does the first
        piece on a board that was cleared after the end; ms until then."""
        if self.mode or not self._had_pieces:
            return FOREVER
        standing = self._standing
        if standing:
            return self._watch_first(standing, now) if self._cleared else FOREVER
        if self.hands.reading.kind == BACK and not (self.game.over or self.hands.resumed):
            return FOREVER  # the last of many take-backs
        left = _EMPTY_MS - elapsed(now, self._empty_since)
        if left > 0:
            return left
        self._had_pieces = False
        if self.game.over or self.game.white | self.game.black:
            self.match.start(self.next_game(), now)
        return FOREVER

    def _watch_first(self, standing, now):
        if not self.game.over or not at_most(standing, 2):
            self._cleared = False
            return FOREVER
        left = self.sight.rest.remaining(standing, now, self.hands.settle)
        if left > 0:
            return left
        self._cleared = False
        game = self.next_game()
        if not standing & ~game.places():
            self.match.start(game, now, seen=True)
        return FOREVER

    def _show(self, now):
        self._dirty = False
        if self.mode:
            self.mode.show(self.lights.fresh(), self.game.board)
        else:
            meanings = self.lights.fresh()
            show.show(meanings, self.game, self.hands, self.hints)
            if self._asks_new and self.hints.level != SILENT:
                show.ask_new(meanings, self._standing)
            self.sound.see(self.hands.due, now)
        self.lights.still = self._idle.still and not self.mode
        self.lights.dim = self._idle.asleep
        self.lights.begin(now)

    # what hosts and the menu may change

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
        game = game_words.of_words("variant=%s set=%s" % (variant, rules))
        game_words.fitting(game, self.ports.sensors.points)

    def next_game(self):
        """A new game of the settings."""
        return game_words.next_game(self.settings, self.ports.sensors.points)

    def serve(self, line, now):
        """The reply to a request about the board as a machine, see services.py."""
        return once("merels.services", lambda services: services.answer(self, line, now))

    def crashes(self):
        """How many crashes are kept."""
        return once("merels.services", lambda services: services.count(self.ports))

    def restart(self):
        """Restart as soon as the host has its reply."""
        self._restart = True

    def request(self, text, now=0):
        """Answer a request as a host would send it, without its colon: the reply's text."""
        self._wait = 0  # whatever it does may have consequences
        return self.talk.ask(text, now)

    def _apply_settings(self):
        self.hands.settle = self.settings.number("settle")
        self.lights.brightness = self.settings.number("brightness")
        self.lights.palette = self.settings.number("palette")
        self.hints.level = self.settings.number("help")
        self.hands.silent = self.hints.level == SILENT
        self.sound.on = self.settings.get("sound") == "on" and not self.hands.silent
        self.hints.see(self.game)
        self.watchdog = self.settings.get("watchdog") == "on"
        self._dirty = True


def _resumed(journal, points):
    """The game under way when the power went, or None; also if it needs other wood than this."""
    try:
        game = Replay(journal).resume()
        return game and game_words.fitting(game, points)
    except (OSError, RulesError):
        return None  # an unreadable flash or other rules: begin anew, the records stay
