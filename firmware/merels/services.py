# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Requests about the board as a machine, not about the game: crashes, pace, wires, sensors.

The modes that are begun here forget themselves at their end.

Beside requests.py, which loads this when one of its _SERVICES is asked for and forgets it again.

    services.answer(app, framing.parse(":4 crashes"), now)      # "ok crashes=0 kept=0"
"""

from merels.journal.crash_log import CrashLog, kept
from merels.unload import once
from merels.wire import framing

_ONCE = {
    "levels": "merels.sensing.level_words",
    "calibrate": "merels.modes.calibration",
}  # they only answer


def answer(app, line, now):
    """The reply to a line whose word is one of requests._SERVICES. Raises OSError."""
    if line.word == "crashes":
        return tell_crashes(log_of(app.ports), line, app.talk.log)
    if line.word == "selftest":
        from merels.modes import selftest

        return selftest.asked(app, line, now)
    if line.word in _ONCE:
        return once(_ONCE[line.word], lambda module: module.asked(app, line, now))
    if line.word == "learn":
        return learn(app, line, now)
    if line.word == "journal":
        return rename(app, line)
    from merels.modes.bench import asked

    return asked(app, line)


def rename(app, line):
    """`journal new`: records and game stay, and belong to a journal of another id from now on."""
    if line.args != ["new"]:
        return "err code=bad-word"
    app.journal.renew()
    app.talk.sent = 0  # nobody has heard these records under this id
    return "ok journal=" + app.journal.id


def learn(app, line, now):
    """The reply to `learn`, `learn state`, `learn skip`, `learn stop` or `learn reset`."""
    word = line.args[0] if line.args else ""
    learning = app.is_mode("learn")
    if word in ("stop", "skip") and learning:
        getattr(app.mode, word)(app, now)
    elif word == "reset":
        from merels.modes.learning import reset

        reset(app, now)
    elif not word and not learning:
        app.begin_mode("learn", now)
        learning = True
    elif word not in ("", "stop", "skip", "state"):
        return "err code=bad-word"
    return "ok " + (app.mode.words() if learning and app.mode else app.learnt)


def log_of(ports):
    """The crash log of this board."""
    guard = getattr(ports, "guard", None)
    return (guard and guard.crashes) or CrashLog(ports.storage)


def count(ports):
    """How many crashes are kept."""
    guard = getattr(ports, "guard", None)
    if not (guard and guard.crashes) and not kept(ports.storage):
        return 0
    return log_of(ports).count


def tell_crashes(log, line, say):
    """`crashes`: how many; `crashes 1`: the newest, its text as log text before the reply;
    `crashes clear`: forget them."""
    word = line.args[0] if line.args else ""
    if word == "clear":
        log.clear()
    elif word:
        number = framing.decimal(word)
        if not 1 <= number <= len(log.entries):
            return "err code=no-such-crash"
        times, words, text = log.entries[-number]
        for one in text.split("\n"):
            say("| " + one[:190])  # so that no line is taken for another kind
        return "ok count=%d %s" % (times, words)
    return "ok crashes=%d kept=%d" % (log.count, len(log.entries))
