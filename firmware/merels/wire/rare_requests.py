# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Requests that a host seldom sends: another game, positions, settings, what the lights show.

Beside requests.py, which loads this when one of its _SELDOM is asked for and unloads it again.

    answer(app, framing.parse(":4 get settle"), now)      # "ok settle=200"
"""

from merels.errors import BadPosition
from merels.journal.records import MAX_TEXT, SIDES
from merels.rules import game_words

_POSITION = ("white", "black", "hand", "turn", "due", "quiet", "marked", "banned", "used", "back",
             "owes")  # fmt: skip

_DECLARED = ("unfinished", "resigned", "agreed")  # how players may end a game


def answer(app, line, now):
    """The reply to a line whose word is one of requests._SELDOM. Raises what requests.py tells."""
    return globals()["do_" + line.word](app, line, now)


def do_new(app, line, now):
    _start(app, _rules(line) or app.next_game(), now)
    return "ok game=%d" % app.journal.game


def do_position(app, line, now):
    if line.values.get("from") == "wood":
        app.begin_mode("set-up", now)
        return "ok"
    words = ["%s=%s" % item for item in line.values.items() if item[0] in _POSITION]
    _start(app, game_words.standing(_rules(line) or app.game, " ".join(words)), now)
    return "ok game=%d" % app.journal.game


def _start(app, game, now):
    game_words.fitting(game, app.ports.sensors.points)
    if len(game.position()) > MAX_TEXT:
        raise BadPosition("too-long", "The position takes more than %d bytes." % MAX_TEXT)
    app.leave_mode(now)
    app.match.start(game, now)


def _rules(line):
    """A game of the line's variant= and set=, or None if it has neither."""
    words = ["%s=%s" % item for item in line.values.items() if item[0] in ("variant", "set")]
    return game_words.of_words(" ".join(words)) if words else None


def do_takeback(app, line, now):
    if not app.match.take_back(now):
        return "err code=nothing-to-take-back"
    return "ok ply=%d" % app.game.ply


def do_accept(app, line, now):
    if app.game.over:
        return "err code=game-over"
    if not app.accept(now):
        return "err code=asking" if app.mode else "err code=cannot-accept"
    return "ok"


def do_result(app, line, now):
    side = line.values.get("winner", "none")
    reason = line.values.get("reason", "")
    if side not in ("white", "black", "none") or reason not in _DECLARED:
        return "err code=bad-result"
    if app.game.over:
        return "err code=game-over"
    app.match.finish(None if side == "none" else SIDES.index(side), reason, now)
    return "ok"


def do_get(app, line, now):
    names = [name for name in app.settings.names() if name in line.args]
    for name in line.args:
        app.settings.get(name)
    names = names or app.settings.names()
    return "ok " + " ".join(["%s=%s" % (n, app.settings.get(n)) for n in names])


def do_set(app, line, now):
    texts = dict(line.values)
    telemetry = texts.pop("telemetry", None)  # for this conversation only
    if not line.values or telemetry not in (None, "on", "off"):
        return "err code=bad-setting"
    if texts:
        app.change_settings(texts)
    if telemetry:
        app.talk.telemetry = telemetry == "on"
    return "ok"


def do_lights(app, line, now):
    shown = app.lights.shown()
    return " ".join(["ok"] + ["%s=%s" % (p, shown[p]) for p in sorted(shown)])


def do_help(app, line, now):
    app.talk.log("Requests start with a colon: " + ", ".join(app.talk.words()))
    return "ok"


def do_restart(app, line, now):
    app.restart()
    return "ok"
