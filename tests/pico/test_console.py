# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The console: never waits, never loses what it said it took, never writes a control character."""

from fakes import allocates, driver, ticks
from fakes.usb import Usb

UsbConsole = driver("console").UsbConsole


def _console(connected=True):
    usb = Usb(connected)
    return usb, UsbConsole(usb.stdin, usb.stdout)


def _write_all(console, data):
    """Write until nothing more fits; the number of bytes taken."""
    position = 0
    while True:
        taken = console.write(data, position, len(data))
        if not taken:
            return position
        position += taken


def test_reads_one_byte_at_a_time():
    usb, console = _console()
    assert console.read() == -1
    usb.incoming += bytes([58, 0, 255])
    assert [console.read() for _ in range(4)] == [58, 0, 255, -1]


def test_an_end_of_the_stream_is_no_byte():
    usb, console = _console()
    usb.incoming += b"x"
    usb.readinto = lambda buffer: 0
    console._source = usb
    assert console.read() == -1


def test_writes_the_part_it_is_given():
    usb, console = _console()
    assert console.write(b"0123456789", 2, 5) == 3
    assert usb.host_reads() == b"234"
    assert console.write(b"0123456789", 5, 5) == 0


def test_one_call_writes_little_so_that_the_next_scan_is_not_late():
    _, console = _console()
    assert 0 < console.write(bytes(b"x" * 200), 0, 200) <= 16


def test_a_long_text_arrives_whole():
    usb, console = _console()
    text = bytes([32 + k % 95 for k in range(1000)])
    heard = b""
    position = 0
    while position < len(text):
        position += _write_all(console, text[position : position + 90])
        heard += usb.host_reads(37)
    while usb.waiting:
        heard += usb.host_reads()
    assert heard == text
    assert usb.waited_ms == 0


def test_with_nobody_reading_it_stops_and_never_waits():
    usb, console = _console()
    start = ticks.now_us
    assert _write_all(console, b"x" * 1000) == 256
    for _ in range(100):
        assert console.write(b"y", 0, 1) == 0
    assert usb.waited_ms == 0 and ticks.now_us == start
    assert usb.host_reads(1) == b"x"
    assert console.write(b"yz", 0, 2) == 1  # room for one byte again, so one is written
    assert usb.waited_ms == 0


def test_what_was_not_taken_is_not_counted():
    usb, console = _console()
    usb.broken = True
    assert console.write(b"abc", 0, 3) == 0
    assert console.write(b"abc", 0, 3) == 3
    assert usb.host_reads() == b"abc"


def test_without_a_host_it_does_not_wait_either():
    usb, console = _console(connected=False)
    assert _write_all(console, b"x" * 300) == 300
    assert usb.waited_ms == 0


def test_never_a_control_character():
    usb, console = _console()
    everything = bytes(range(256))
    _write_all(console, everything)
    heard = usb.host_reads()
    assert len(heard) == 256
    for byte in range(256):
        printable = 32 <= byte <= 126 or byte == 10
        assert heard[byte] == (byte if printable else 63)


def test_an_idle_console_allocates_nothing():
    usb, console = _console()
    assert not allocates(console.read)
    assert not allocates(lambda: console.write(b"", 0, 0))
    usb.waiting += bytes(256)
    assert not allocates(lambda: console.write(b"full", 0, 4))


def test_the_model_waits_as_the_pico_does():
    usb, _ = _console()
    usb.write(bytes(250))
    assert usb.write(bytes(10)) == 6
    assert usb.waited_ms == 500
    try:
        usb.readinto(bytearray(1))
    except RuntimeError:
        pass
    else:
        raise AssertionError("a read with nothing to read came back")
