# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Requests about the board as a machine, not about the game: crashes, pace, wires, sensors.

Beside requests.py, which loads this when one of its _SERVICES is asked for and forgets it again.

    services.answer(app, wire.parse(":4 crashes"), now)      # "ok crashes=0 kept=0"
"""

from . import wire
from .crash_log import CrashLog, kept
from .forget import forget

_ONCE = {"levels": "level_words", "calibrate": "calibration"}  # modules that only answer


def answer(app, line, now):
    """The reply to a line whose word is one of requests._SERVICES. Raises OSError."""
    if line.word == "crashes":
        return tell_crashes(log_of(app.ports), line, app.talk.log)
    if line.word == "selftest":
        from . import selftest

        return selftest.asked(app, line, now)
    if line.word in _ONCE:
        module = __name__[: __name__.rfind(".") + 1] + _ONCE[line.word]
        try:
            return __import__(module, None, None, ("asked",)).asked(app, line)
        finally:
            forget(module)
    from .bench import asked

    return asked(app, line)


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
        number = wire.decimal(word)
        if not 1 <= number <= len(log.entries):
            return "err code=no-such-crash"
        times, words, text = log.entries[-number]
        for one in text.split("\n"):
            say("| " + one[:190])  # so that no line is taken for another kind
        return "ok count=%d %s" % (times, words)
    return "ok crashes=%d kept=%d" % (log.count, len(log.entries))
