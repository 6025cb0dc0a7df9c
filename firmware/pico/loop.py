# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Steps the app for ever: the one loop of the board.

`start.py` calls it last. Nothing that comes in ends it: an error in a step is reported as log
text, the guard keeps it, and the app goes on, because all that matters is on flash. Ctrl-C ends it
and gives the prompt; SystemExit, with which the app asks for a restart, makes MicroPython start
main.py again; the guard's Unsafe leads to safe mode.

    ports = Ports(config)
    tell(ports.sensors.problem(), ports.console)
    run(App(ports), ports.console, Guard(ports.storage))
"""

import gc
import io
import sys
from time import sleep_ms, ticks_diff, ticks_ms

_LOOK_MS = 100  # between two looks of the guard
_PAUSE_MS = 1000  # after an error, so that one that comes back leaves time to read and to type


def run(app, console, guard):
    """Call app.step(now_ms) again and again: a quiet step takes a millisecond, and whoever sleeps
    sees a piece later.

    Only KeyboardInterrupt and SystemExit end it, and Unsafe, which the guard raises.
    """
    try:
        looked = ticks_ms()
        guard.begin(looked)
        guard.look(looked, app.watchdog)
        while True:
            now = ticks_ms()  # modulo 2**30, which is what the app counts in
            if ticks_diff(now, looked) >= _LOOK_MS:
                looked = now
                guard.look(now, app.watchdog)
            try:
                app.step(now)
            except Exception as error:
                guard.crashed(_report(error, console), "loop", ticks_ms())
    finally:
        guard.let_go()


def tell(text, console):
    """Write a line of log text as far as the host takes it within a second; "" is no line."""
    if text:
        write(("\n" + text + "\n").encode(), console)


def _report(error, console):
    """Write the traceback as far as the host takes it within the pause, and return it; never wait
    for longer."""
    gc.collect()
    start = ticks_ms()
    text = traceback(error)
    write(text.encode(), console)
    wait = _PAUSE_MS - ticks_diff(ticks_ms(), start)
    if wait > 0:
        sleep_ms(wait)
    return text


def write(data, console):
    """Write until all is taken or a second is over."""
    position = 0
    start = ticks_ms()
    while position < len(data) and ticks_diff(ticks_ms(), start) < _PAUSE_MS:
        position += console.write(data, position, len(data))
        sleep_ms(1)


def traceback(error):
    """The traceback as text, on lines of its own."""
    try:
        text = io.StringIO()  # the type stubs give it no methods
        text.write("\n")  # type: ignore[attr-defined]
        sys.print_exception(error, text)  # type: ignore[arg-type]
        return text.getvalue()  # type: ignore[attr-defined]
    except MemoryError:
        return "\nAn error, and no memory left to say which.\n"
