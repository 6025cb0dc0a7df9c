# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""What a host may ask of the board; docs/protocol.md has the table.

Here are the words of a game that is being recorded, one method each.

Called by conversation.py with a parsed line; the answer is the reply's text without its number:
"ok key=value ..." or "err code=WORD ...". Nothing raises out of here.

    requests.answer(framing.parse(":4 ack 17"), now)      # "ok"
"""

from merels import __version__
from merels.errors import BadOption, IllegalMove, RulesError, UnknownVariant
from merels.journal.records import SIDES, position_hash
from merels.rules import game_words
from merels.settings import BadSetting
from merels.unload import once
from merels.wire import framing

# Seldom asked: see services.py and rare_requests.py.
_SERVICES = ("bench", "calibrate", "crashes", "journal", "learn", "levels", "selftest")
_SELDOM = (
    "accept", "get", "help", "lights", "new", "position", "restart", "result", "set", "takeback"
)  # fmt: skip


class Requests:
    def __init__(self, app):
        self._app = app

    def answer(self, line, now):
        """The reply to one line."""
        # names of methods, so words with anything but letters find none
        method = getattr(self, "do_" + line.word, None)
        seldom = line.word in _SELDOM
        if method is None and not seldom and line.word not in _SERVICES:
            return "err code=unknown-request word=" + line.word[:40]
        try:
            if seldom:
                name = "merels.wire.rare_requests"
                return once(name, lambda module: module.answer(self._app, line, now))
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

    def do_move(self, line, now):
        app = self._app
        app.match.want(line.values.get("text", ""))
        return "ok"

    def do_bye(self, line, now):
        self._app.journal.keep_ack()
        self._app.talk.end()
        return "ok"

    def words(self):
        """All that may be asked."""
        own = [name[3:] for name in dir(self) if name.startswith("do_")]
        return sorted(own + list(_SELDOM) + list(_SERVICES))
