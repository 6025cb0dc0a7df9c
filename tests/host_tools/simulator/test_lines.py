# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The serial and the control line of a simulated board: one client or many, nothing ever waits."""

import json
import os
import selectors
import socket
import time

import pytest
from merels_host.errors import LINE_IN_USE, PortGone, PortRefused, SimulatorProblem
from merels_host.simulator.control import Control
from merels_host.simulator.control_line import MAX_LINE, ControlLine
from merels_host.simulator.line import IN_ROOM
from merels_host.simulator.serial_line import HOST, SerialLine, listen

WAIT_S = 300.0


class Loop:
    """A selector loop that runs until what a test waits for has come."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.typed = bytearray()
        self.taken = 0
        self.serial = None

    def until(self, holds):
        deadline = time.monotonic() + WAIT_S
        while not holds():
            assert time.monotonic() < deadline, "it did not come"
            for key, mask in self.selector.select(0.02):
                key.data(mask)
            if self.serial:
                self.serial.watch()

    def while_quiet(self, seconds=0.1):
        """Serve for a moment in which nothing is waited for."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)


def _connect(line):
    client = socket.create_connection((HOST, int(line.url.rpartition(":")[2])), WAIT_S)
    client.setblocking(False)
    return client


def _read(client, count=65536):
    """What has come: bytes, b"" at the end, None for nothing yet."""
    try:
        return client.recv(count)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


@pytest.fixture
def loop():
    loop = Loop()
    yield loop
    loop.selector.close()


@pytest.fixture
def serial(loop):
    def taken(count):
        loop.taken += count

    loop.serial = SerialLine(loop.selector, 0, loop.typed.extend, taken)
    yield loop.serial
    loop.serial.close()
    loop.serial = None


def test_bytes_go_both_ways(loop, serial):
    with _connect(serial) as client:
        client.sendall(b":1 hello\n")
        loop.until(lambda: loop.typed == b":1 hello\n")
        serial.from_board(b":1 ok\n")
        loop.until(lambda: loop.taken == 6)
        assert _read(client) == b":1 ok\n"


def test_what_is_said_to_nobody_is_lost_but_taken(loop, serial):
    serial.from_board(b"@1 boot\n")
    assert loop.taken == 8
    with _connect(serial) as client:
        client.sendall(b"x")
        loop.until(lambda: loop.typed)
        assert _read(client) is None


def test_a_second_client_is_turned_away_and_the_first_stays(loop, serial):
    with _connect(serial) as first:
        first.sendall(b"a")
        loop.until(lambda: loop.typed == b"a")
        with _connect(serial) as second:
            second.sendall(b"x")
            loop.until(lambda: _read(second) == LINE_IN_USE.encode() + b"\n")
            loop.until(lambda: _read(second) == b"")
        first.sendall(b"b")
        loop.until(lambda: loop.typed == b"ab")


def test_when_a_client_leaves_the_next_may_come_and_finds_nothing_old(loop, serial):
    with _connect(serial) as first:
        first.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        first.sendall(b"a")
        loop.until(lambda: loop.typed == b"a")
        serial.from_board(b"old" * 1_000_000)
        loop.while_quiet()
        assert loop.taken < 3_000_000
    loop.until(lambda: loop.taken == 3_000_000)
    with _connect(serial) as second:
        second.sendall(b"b")
        loop.until(lambda: loop.typed == b"ab")
        assert _read(second) is None


def test_a_client_that_does_not_read_holds_the_board_up_until_it_does(loop, serial):
    with _connect(serial) as client:
        client.sendall(b"a")
        loop.until(lambda: loop.typed == b"a")
        said = 0
        while said - loop.taken < 4096:  # a board stops at OUT_ROOM; say more than it would
            serial.from_board(b"x" * 4096)
            said += 4096
            loop.while_quiet(0.01)
            assert said < 50_000_000
        assert loop.taken < said
        read = bytearray()
        loop.until(lambda: len(read.__iadd__(_read(client) or b"")) == said)
        loop.until(lambda: loop.taken == said)


def test_a_board_that_does_not_read_holds_its_client_up(loop, serial):
    with _connect(serial) as client:
        client.sendall(b"x" * 5000)
        loop.while_quiet()
        assert len(loop.typed) == IN_ROOM
        serial.board_took(100)
        loop.until(lambda: len(loop.typed) == IN_ROOM + 100)
        loop.while_quiet(0.05)
        assert len(loop.typed) == IN_ROOM + 100


def test_an_unplugged_board_has_no_port_and_the_same_one_afterwards(loop, serial):
    url = serial.url
    with _connect(serial) as client:
        client.sendall(b"a")
        loop.until(lambda: loop.typed == b"a")
        serial.plug(False)
        loop.until(lambda: _read(client) == b"")
    with pytest.raises(ConnectionRefusedError):
        _connect(serial)
    serial.plug(False)
    serial.plug(True)
    serial.plug(True)
    assert serial.url == url
    with _connect(serial) as client:
        client.sendall(b"b")
        loop.until(lambda: loop.typed == b"ab")


def test_a_port_in_use_is_one_sentence():
    with listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SimulatorProblem, match=f"port {port} cannot be used .*--port"):
            listen(port)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pty")
def test_the_pty_is_a_serial_port_that_may_be_opened_again(loop, serial):
    import serial as pyserial

    for _ in range(2):
        loop.typed.clear()
        loop.taken = 0
        with pyserial.Serial(serial.pty, timeout=0) as port:
            port.write(b":1 hello\n\x03")
            loop.until(lambda: loop.typed == b":1 hello\n\x03")
            serial.from_board(b":1 ok\r\n")
            loop.until(lambda: loop.taken == 7)
            assert port.read(100) == b":1 ok\r\n"
        loop.while_quiet()
        serial.from_board(b"lost")
        assert loop.taken == 11


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pty")
def test_the_pty_and_the_port_share_the_board(loop, serial):
    import serial as pyserial

    with pyserial.Serial(serial.pty, timeout=0) as port:
        port.write(b"p")
        loop.until(lambda: loop.typed == b"p")
        with _connect(serial) as client:
            loop.until(lambda: _read(client) == b"")
    loop.while_quiet()
    with _connect(serial) as client:
        client.sendall(b"c")
        loop.until(lambda: loop.typed == b"pc")


@pytest.fixture
def control(loop):
    def ask(name, words):
        loop.asked.append(words)
        line.answer(name, words[1:] if words.startswith("!") else json.dumps(words))

    loop.asked = []
    line = ControlLine(loop.selector, ask)
    yield line
    line.close()


def _answers(loop, client, count):
    got = bytearray()
    loop.until(lambda: got.__iadd__(_read(client) or b"").count(b"\n") >= count)
    assert got.count(b"\n") == count
    return [json.loads(line) for line in got.splitlines()]


def test_each_line_gets_one_line_in_order(loop, control):
    with _connect(control) as client:
        client.sendall(b"lift d6\r\nlights\n  frame \n\nsta")
        assert _answers(loop, client, 4) == ["lift d6", "lights", "frame", ""]
        client.sendall(b"te\n")
        assert _answers(loop, client, 1) == ["state"]


def test_clients_get_their_own_answers(loop, control):
    with _connect(control) as one, _connect(control) as two:
        one.sendall(b"lift a7\n")
        two.sendall(b"lift d7\n")
        assert _answers(loop, one, 1) == ["lift a7"]
        assert _answers(loop, two, 1) == ["lift d7"]


def test_lines_that_are_no_lines_are_refused_in_their_turn(loop, control):
    with _connect(control) as client:
        client.sendall(b"a\n" + b"x" * 10 * MAX_LINE + b"\nb\n\xff\n" + b"c\x00\nd\n")
        one, long, two, odd, zero, three = _answers(loop, client, 6)
        assert (one, two, three) == ("a", "b", "d")
        assert "bytes at most" in long["error"]
        assert "plain ASCII" in odd["error"] and "plain ASCII" in zero["error"]
        assert all(len(words) < MAX_LINE for words in loop.asked)


def test_a_client_that_does_not_read_its_answers_is_not_read_either(loop, control):
    with _connect(control) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line = b"x" * 1000 + b"\n"
        sent = 0
        deadline = time.monotonic() + WAIT_S
        idle = 0
        while idle < 5:
            assert time.monotonic() < deadline
            try:
                sent += client.send(line * 50)
                idle = 0
            except BlockingIOError:
                idle += 1
            loop.while_quiet(0.02)
        asked = len(loop.asked)
        loop.while_quiet()
        assert len(loop.asked) == asked and asked * 1001 < sent


def test_a_client_that_leaves_early_leaves_no_trace(loop, control):
    with _connect(control) as client:
        client.sendall(b"lift a7\n")
    loop.until(lambda: loop.asked)
    with _connect(control) as client:
        client.sendall(b"lift d7\n")
        assert _answers(loop, client, 1) == ["lift d7"]


def test_the_client_says_when_no_board_is_there():
    with listen(0) as server:
        port = server.getsockname()[1]
    with pytest.raises(PortRefused, match=f"no simulated board answers at socket://{HOST}:{port}"):
        Control(f"socket://{HOST}:{port}")


def test_the_client_raises_the_boards_sentence_and_its_end():
    with listen(0) as server:
        server.setblocking(True)
        with Control(f"socket://{HOST}:{server.getsockname()[1]}") as hands:
            stream, _ = server.accept()
            stream.sendall(b'{"error": "no piece stands on a7"}\n')
            with pytest.raises(SimulatorProblem, match=r"lift a7: no piece stands on a7\."):
                hands.ask("lift a7")
            stream.close()
            with pytest.raises(PortGone):
                hands.ask("lift a7")
