# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The loop: scans in time, survives errors, lets Ctrl-C through, waits for no reader."""

import sys

from fakes import driver, ticks
from fakes.usb import Usb

loop = driver("loop")
UsbConsole = driver("console").UsbConsole


class Done(BaseException):
    """Ends a loop that has no end; as KeyboardInterrupt, no Exception."""


class App:
    """Steps through a script: each item is (microseconds the step takes, what it returns)."""

    watchdog = False

    def __init__(self, script):
        self.script = script
        self.started_us = []
        self.heard_ms = []

    def step(self, now_ms):
        if len(self.started_us) == len(self.script):
            raise Done
        took_us, outcome = self.script[len(self.started_us)]
        self.started_us.append(ticks.now_us)
        self.heard_ms.append(now_ms)
        ticks.sleep_us(took_us)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


class Guard:
    """Keeps what the loop tells it."""

    def __init__(self):
        self.said = []

    def begin(self, now):
        self.said.append("begin")

    def look(self, now, watched):
        pass

    def crashed(self, text, where, now):
        self.said.append(text.strip().split("\n")[-1])

    def let_go(self):
        self.said.append("let go")


def _run(script, start_us=0, usb=None, guard=None):
    ticks.now_us = start_us
    usb = usb or Usb()
    app = App(script)
    try:
        loop.run(app, UsbConsole(usb.stdin, usb.stdout), guard or Guard())
    except Done:
        pass
    return app, usb


def _gaps(app):
    starts = app.started_us
    return [starts[i + 1] - starts[i] for i in range(len(starts) - 1)]


def test_scans_every_two_milliseconds_whatever_the_app_would_wait():
    app, _ = _run([(600, wait) for wait in (1000, 2, 50, 1000, 3)])
    assert max(_gaps(app)) <= 2600
    assert sum(_gaps(app)) <= 4 * 2100


def test_a_step_that_took_long_is_followed_at_once():
    app, _ = _run([(5000, 1000), (300, 1000)])
    assert _gaps(app) == [5000]


def test_no_wait_when_the_app_asks_for_none():
    app, _ = _run([(300, 1), (300, 1), (300, 1)])
    assert _gaps(app) == [300, 300]


def test_the_time_wraps_at_two_to_the_thirty():
    app, _ = _run([(1000, 1)] * 4, start_us=1000 * ((1 << 30) - 2))
    assert app.heard_ms == [(1 << 30) - 2, (1 << 30) - 1, 0, 1]


def test_an_error_is_reported_and_the_app_goes_on():
    app, usb = _run([(100, ValueError("a strange thing")), (100, 1), (100, 1)], usb=Usb(room=4096))
    assert len(app.started_us) == 3
    assert 1000000 <= _gaps(app)[0] <= 1010000
    heard = usb.host_reads().decode()
    assert heard.startswith("\nTraceback")
    assert heard.endswith("ValueError: a strange thing\n")


def test_the_guard_is_told_and_let_go():
    guard = Guard()
    _run([(100, ValueError("odd")), (100, 1)], guard=guard)
    assert guard.said == ["begin", "ValueError: odd", "let go"]


def test_nobody_reading_the_report_delays_nothing():
    usb = Usb()
    usb.waiting += bytes(256)
    app, _ = _run([(100, ValueError("unread")), (100, 1)], usb=usb)
    assert usb.waited_ms == 0
    assert _gaps(app)[0] <= 1010000


def test_errors_without_end_leave_a_second_each():
    app, _ = _run([(100, OSError(5))] * 5)
    assert len(app.started_us) == 5
    assert min(_gaps(app)) >= 1000000


def test_log_text_is_a_line_of_its_own_and_none_is_none():
    for text, heard in (("", b""), ("GP4 is dead.", b"\nGP4 is dead.\n")):
        ticks.now_us = 0
        usb = Usb()
        loop.tell(text, UsbConsole(usb.stdin, usb.stdout))
        assert usb.host_reads() == heard
        assert ticks.now_us < 10000


def test_log_text_that_nobody_reads_delays_a_second():
    usb = Usb()
    usb.waiting += bytes(256)
    ticks.now_us = 0
    loop.tell("unread", UsbConsole(usb.stdin, usb.stdout))
    assert ticks.now_us <= 1010000 and usb.waited_ms == 0


def test_ctrl_c_and_exit_pass():
    for stop in (KeyboardInterrupt(), SystemExit()):
        try:
            _run([(100, stop), (100, 1)])
        except (KeyboardInterrupt, SystemExit) as error:
            assert type(error) is type(stop)
        else:
            raise AssertionError("the loop went on")


def test_no_memory_for_the_report():
    print_exception = loop.io.StringIO
    loop.io = type("io", (), {"StringIO": _no_memory})
    try:
        app, usb = _run([(100, ValueError("lost")), (100, 1)])
    finally:
        loop.io = type("io", (), {"StringIO": print_exception})
    assert len(app.started_us) == 2
    assert usb.host_reads() == b"\nAn error, and no memory left to say which.\n"


def _no_memory():
    raise MemoryError


if not hasattr(sys, "print_exception"):  # CPython

    def _print_exception(error, file):
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__, file=file)

    sys.print_exception = _print_exception
