# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Safe mode: blinks, answers, gives the prompt; needs neither app nor game."""

from fakes import driver, flash, ticks
from fakes.usb import Usb
from merels.journal.crash_log import CrashLog
from merels.wire import framing

safe = driver("safe")
UsbConsole = driver("console").UsbConsole
FlashFolder = driver("storage").FlashFolder


class Lights:
    def __init__(self, broken=False):
        self.broken = broken
        self.frames = []

    def write(self, frame):
        if self.broken:
            raise OSError(5)
        self.frames.append(bytes(frame))


def _mode(lights=None, crashes=None):
    usb = Usb(room=1 << 16)
    return safe.SafeMode(UsbConsole(usb.stdin, usb.stdout), lights, crashes, "e66"), usb


def _asked(text, crashes=None):
    """(log text, reply) that a request gets."""
    mode, usb = _mode(crashes=crashes)
    usb.incoming += text.encode() + b"\n"
    mode.step(0)
    lines = usb.host_reads().decode().split("\n")[:-1]
    said = [line for line in lines if not line.startswith(":")]
    replies = [framing.parse(line) for line in lines if line.startswith(":")]
    return said, replies[0] if replies else None


def _log():
    log = CrashLog(FlashFolder(flash.fresh_folder()))
    log.note("Traceback\n  in here\nValueError: odd", "firmware=1 where=start ms=0")
    return log


def test_hello_is_answered_with_the_sentence():
    said, reply = _asked(":1 hello proto=1", _log())
    assert said == [safe.SENTENCE]
    assert reply.number == 1 and reply.word == "ok" and reply.checked
    assert reply.values["safe"] == "yes" and reply.values["crashes"] == "1"
    assert reply.values["id"] == "e66"


def test_crashes_are_told():
    said, reply = _asked(":4 crashes 1", _log())
    assert said == ["| Traceback", "|   in here", "| ValueError: odd"]
    assert reply.values["where"] == "start"
    assert _asked(":4 crashes")[1].text == "4 err code=safe"


def test_other_requests_are_refused_and_nonsense_is_nothing():
    assert _asked(":2 state")[1].text == "2 err code=safe"
    assert _asked(":2 bye")[1].text == "2 ok"
    for nonsense in ("hello", ":1 hello *00000000", "", "@1 boot", "\x80", "x" * 300):
        mode, usb = _mode()
        usb.incoming += nonsense.encode() + b"\n"
        mode.step(0)
        assert usb.host_reads() == b"", nonsense


def test_restart_answers_first():
    mode, usb = _mode()
    usb.incoming += b":3 restart\n"
    try:
        mode.step(0)
    except SystemExit:
        assert usb.host_reads().startswith(b":3 ok ")
    else:
        raise AssertionError("it went on")


def test_the_corners_blink_and_nothing_else():
    lights = Lights()
    mode, _ = _mode(lights)
    for now in range(0, 3000, 5):
        mode.step(now)
    assert 5 <= len(lights.frames) <= 7
    bright = lights.frames[0]
    assert [i // 3 for i in range(75) if bright[i]] == [0, 2, 21, 23]
    assert lights.frames[1] == bytes(75)


def test_lights_that_are_broken_leave_the_console():
    mode, usb = _mode(Lights(broken=True))
    usb.incoming += b":1 hello\n"
    mode.step(0)
    assert b"safe=yes" in usb.host_reads()


def test_ctrl_c_ends_it():
    mode, _ = _mode()
    step = mode.step

    def stopped(now):
        if now > 100:
            raise KeyboardInterrupt
        step(now)

    mode.step = stopped
    ticks.now_us = 0
    try:
        mode.run()
    except KeyboardInterrupt:
        return
    raise AssertionError("it went on")
