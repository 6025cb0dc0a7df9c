# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a host may ask of the board, one method a word; docs/protocol.md has the table.

Called by conversation.py with a parsed line; the answer is the reply's text without its number:
"ok key=value ..." or "err code=WORD ...". Nothing raises out of here.

    requests.answer(framing.parse(":4 get settle"), now)      # "ok settle=200"
"""

from merels import __version__
from merels.errors import BadOption, BadPosition, IllegalMove, RulesError, UnknownVariant
from merels.journal.records import MAX_TEXT, SIDES, position_hash
from merels.rules import game_words
from merels.settings import BadSetting
from merels.wire import framing

_POSITION = ("white", "black", "hand", "turn", "due", "quiet", "marked", "banned", "used", "back",
             "owes")  # fmt: skip

_SERVICES = (
    "bench",
    "calibrate",
    "crashes",
    "journal",
    "learn",
    "levels",
    "selftest",
)  # seldom asked: see services.py
_DECLARED = ("unfinished", "resigned", "agreed")  # how players may end a game


class Requests:
    def __init__(self, app):
        self._app = app

    def answer(self, line, now):
        """The reply to one line."""
        # names of methods, so words with anything but letters find none
        method = getattr(self, "do_" + line.word, None)
        if method is None and line.word not in _SERVICES:
            return "err code=unknown-request word=" + line.word[:40]
        try:
            if method is None:
                app = self._app  # a mode may be asked many times a second, and is loaded
                answer = app.mode.answer(app, line, now) if app.is_mode(line.word) else ""
                return answer or app.serve(line, now)
            return method(line, now)
        except IllegalMove as error:
            return "err code=illegal-move text=%s why=%s" % (error.move[:40], error.why)
        except UnknownVariant:
            return "err code=unknown-variant"
        except BadOption:
            return "err code=bad-option"
        except game_words.NoCentre:
            return "err code=needs-centre"
        except RulesError as error:
            return "err code=bad-position why=" + getattr(error, "why", "unclear")
        except BadSetting:
            return "err code=bad-setting"
        except OSError:
            return "err code=storage"

    def do_hello(self, line, now):
        app = self._app
        journal = app.journal
        have = framing.decimal(line.values.get("have", "0"))
        if line.values.get("proto", str(framing.PROTO)) != str(framing.PROTO):
            return "err code=proto proto=%d" % framing.PROTO
        if have < 0 or line.values.get("journal", journal.id) != journal.id:
            have = 0
        first = app.talk.begin(min(have, journal.last), now)
        crashes = app.crashes()
        told = "ok proto=%d firmware=%s id=%s journal=%s first=%d last=%d game=%d ply=%d %s %s" % (
            framing.PROTO,
            __version__,
            app.ports.board_id,
            journal.id,
            first,
            journal.last,
            journal.game,
            app.game.ply,
            game_words.rules_words(app.game),
            app.sight.sensors_words,
        )
        return told + (" crashes=%d" % crashes if crashes else "")

    def do_ack(self, line, now):
        if not line.checked:
            return "err code=ack-unchecked"
        number = framing.decimal(line.args[0]) if len(line.args) == 1 else -1
        if number < 0:
            return "err code=bad-number"
        if not self._app.talk.ack(number, now):
            return "err code=ack-too-high sent=%d" % self._app.talk.sent
        return "ok"

    def do_state(self, line, now):
        app = self._app
        game = app.game
        over = "no"
        if game.over:
            over = "%s winner=%s" % (
                game.reason, "none" if game.winner is None else SIDES[game.winner]
            )  # fmt: skip
        journal = app.journal
        words = "ok game=%d ply=%d turn=%s due=%d over=%s sync=%s %s pos=%08x" % (
            journal.game,
            game.ply,
            SIDES[game.turn],
            1 if app.hands.due else game.due,
            over,
            "yes" if app.hands.sync else "no",
            app.sight.words,
            position_hash(game.position()),
        )
        words += " last=%d pending=%d dropped=%d storage=%s ms=%d" % (
            journal.last,
            journal.pending,
            app.talk.dropped,
            journal.fault or "ok",
            now,
        )
        return words + (" " + app.sight.calibration if app.sight.analog else "")

    def do_new(self, line, now):
        app = self._app
        self._start(self._rules(line) or app.next_game(), now)
        return "ok game=%d" % app.journal.game

    def do_position(self, line, now):
        app = self._app
        if line.values.get("from") == "wood":
            app.begin_mode("set-up", now)
            return "ok"
        words = ["%s=%s" % item for item in line.values.items() if item[0] in _POSITION]
        self._start(game_words.standing(self._rules(line) or app.game, " ".join(words)), now)
        return "ok game=%d" % app.journal.game

    def _start(self, game, now):
        game_words.fitting(game, self._app.ports.sensors.points)
        if len(game.position()) > MAX_TEXT:
            raise BadPosition("too-long", "The position takes more than %d bytes." % MAX_TEXT)
        self._app.leave_mode(now)
        self._app.match.start(game, now)

    def _rules(self, line):
        """A game of the line's variant= and set=, or None if it has neither."""
        words = ["%s=%s" % item for item in line.values.items() if item[0] in ("variant", "set")]
        return game_words.of_words(" ".join(words)) if words else None

    def do_move(self, line, now):
        app = self._app
        app.match.want(line.values.get("text", ""))
        return "ok"

    def do_takeback(self, line, now):
        if not self._app.match.take_back(now):
            return "err code=nothing-to-take-back"
        return "ok ply=%d" % self._app.game.ply

    def do_accept(self, line, now):
        if self._app.game.over:
            return "err code=game-over"
        if not self._app.accept(now):
            return "err code=%s" % ("asking" if self._app.mode else "cannot-accept")
        return "ok"

    def do_result(self, line, now):
        side = line.values.get("winner", "none")
        reason = line.values.get("reason", "")
        if side not in ("white", "black", "none") or reason not in _DECLARED:
            return "err code=bad-result"
        if self._app.game.over:
            return "err code=game-over"
        self._app.match.finish(None if side == "none" else SIDES.index(side), reason, now)
        return "ok"

    def do_get(self, line, now):
        names = [name for name in self._app.settings.names() if name in line.args]
        for name in line.args:
            self._app.settings.get(name)
        names = names or self._app.settings.names()
        return "ok " + " ".join(["%s=%s" % (n, self._app.settings.get(n)) for n in names])

    def do_set(self, line, now):
        app = self._app
        texts = dict(line.values)
        telemetry = texts.pop("telemetry", None)  # for this conversation only
        if not line.values or telemetry not in (None, "on", "off"):
            return "err code=bad-setting"
        if texts:
            app.change_settings(texts)
        if telemetry:
            app.talk.telemetry = telemetry == "on"
        return "ok"

    def do_lights(self, line, now):
        shown = self._app.lights.shown()
        return " ".join(["ok"] + ["%s=%s" % (p, shown[p]) for p in sorted(shown)])

    def do_help(self, line, now):
        words = [name[3:] for name in dir(self) if name.startswith("do_")]
        words = sorted(words + list(_SERVICES))
        self._app.talk.log("Requests start with a colon: " + ", ".join(words))
        return "ok"

    def do_bye(self, line, now):
        self._app.journal.keep_ack()
        self._app.talk.end()
        return "ok"

    def do_restart(self, line, now):
        self._app.restart()
        return "ok"
