# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The link: lines in, numbered requests out, replies found among everything else."""

import contextlib
import os
import socket
import threading

import pytest
import serial
from fakes.socket_board import BOOT, FakeBoard
from merels.wire import framing
from merels_host.board.bell import Bell
from merels_host.board.link import LONGEST, PING_RARELY, SILENT_AFTER, Link, is_reply
from merels_host.cli import main
from merels_host.errors import (
    LINE_IN_USE,
    BoardSilent,
    PortBusy,
    PortGone,
    ProtocolMismatch,
    RequestRefused,
)
from merels_host.simulator.simulate_command import SimulateCommand


class Port:
    """A serial port that holds what it is given and answers from a script."""

    def __init__(self, *incoming: bytes):
        self.incoming = list(incoming)
        self.written = b""
        self.timeout = None
        self.fails = None

    def read(self, size):
        if self.fails:
            raise self.fails
        if not self.incoming:
            return b""
        data = self.incoming.pop(0)
        if len(data) > size:
            self.incoming.insert(0, data[size:])
        return data[:size]

    def write(self, data):
        if self.fails:
            raise self.fails
        self.written += data

    def close(self):
        pass


class Clock:
    """Time that passes only when it is looked at."""

    def __init__(self, step=0.0):
        self.now = 0.0
        self.step = step

    def __call__(self):
        self.now += self.step
        return self.now


def opened(port, **more):
    link = Link("test", opener=lambda url: port, **more)
    link.open()
    return link


def texts(heard):
    return [one.text for one in heard]


def test_lines_arrive_whole_however_they_are_cut():
    link = opened(Port(b"@1 bo", b"ot x=1\r\n~ lift", b" at=c3\nhalf"))
    heard = []
    for _ in range(6):
        heard += texts(link.read(0))
    assert heard == ["@1 boot x=1", "~ lift at=c3"]


def test_the_line_before_ours_is_ended_first():
    port = Port()
    opened(port).send("state")
    assert port.written == b"\n" + framing.frame(":", "1 state").encode() + b"\n"


def test_bytes_that_are_no_text_stay_readable():
    link = opened(Port(b"caf\xe9 \xff\n"))
    [one] = link.read(0)
    assert one.text == "caf\\xe9 \\xff"
    assert one.line is None


def test_an_endless_line_is_cut_into_pieces():
    link = opened(Port(b"x" * (LONGEST * 2 + 5), b"\nok\n"))
    heard = []
    for _ in range(4):
        heard += texts(link.read(0))
    assert [len(text) for text in heard] == [LONGEST, LONGEST, 5, 2]


def test_a_long_line_that_ends_is_cut_too():
    link = opened(Port(b"x" * (LONGEST + 1) + b"\n"))
    assert [len(text) for text in texts(link.read(0))] == [LONGEST, 1]


def test_everything_passes_the_tap():
    tapped = []
    link = opened(Port(b"hello\n"), tap=lambda utc, way, text: tapped.append((way, text)))
    link.read(0)
    link.send("ack 3")
    assert tapped == [("in", "hello"), ("out", framing.frame(":", "1 ack 3"))]


def test_a_reply_is_found_among_records_and_these_wait():
    record = framing.frame("@", "1 boot") + "\n"
    echo = framing.frame(":", "1 state") + "\n"
    reply = framing.frame(":", "1 ok ply=3") + "\n"
    link = opened(Port((record + echo + reply + record).encode()))
    assert link.request("state") == {"ply": "3"}
    assert texts(link.read(0)) == [record.strip(), echo.strip(), record.strip()]


def test_a_reply_without_a_checksum_is_none():
    assert not is_reply(framing.parse(":1 ok"), 1)
    assert not is_reply(framing.parse(framing.frame(":", "2 ok")), 1)
    assert not is_reply(framing.parse(framing.frame(":", "1 state")), 1)
    assert not is_reply(None, 1)
    assert is_reply(framing.parse(framing.frame(":", "1 err code=x")), 1)


def test_a_refusal_names_the_request_and_the_code():
    link = opened(Port(framing.frame(":", "1 err code=bad-number").encode() + b"\n"))
    with pytest.raises(RequestRefused, match="refused `ack x`") as caught:
        link.request("ack x")
    assert caught.value.code == "bad-number"


def test_no_answer_is_silence_and_what_was_heard_is_kept():
    link = opened(Port(b"Traceback\n"), clock=Clock(0.5))
    with pytest.raises(BoardSilent, match="did not answer `state`"):
        link.request("state")
    assert texts(link.read(0)) == ["Traceback"]


def test_hello_understands_the_board():
    with FakeBoard([BOOT], board="e66", journal="7f") as board, Link(board.url) as link:
        hello = link.hello()
        assert (hello.board, hello.journal, hello.first, hello.last) == ("e66", "7f", 1, 1)
        assert board.hellos == [{"proto": "1"}]
        link.hello("7f", 1)
        assert board.hellos[1] == {"proto": "1", "journal": "7f", "have": "1"}


def test_hello_with_another_protocol_says_what_to_update():
    with (
        FakeBoard(proto=2) as board,
        Link(board.url) as link,
        pytest.raises(ProtocolMismatch, match="does not speak protocol 1"),
    ):
        link.hello()


def test_a_refusal_of_a_garbled_hello_is_not_believed():
    with FakeBoard([BOOT]) as board, Link(board.url) as link:
        answer = board._answer
        refused = []

        def garbled(line):
            if line.word == "hello" and len(refused) < 2:
                refused.append(line)
                return "err code=unknown-request"
            return answer(line)

        board._answer = garbled
        assert link.hello().last == 1
    assert len(refused) == 2


def test_hello_that_answers_with_another_protocol_is_a_mismatch_too():
    link = opened(Port(framing.frame(":", "1 ok proto=3 id=x").encode() + b"\n"))
    with pytest.raises(ProtocolMismatch, match="speaks protocol 3, this program 1"):
        link.hello()


def test_hello_is_repeated_until_patience_ends():
    port = Port()
    link = opened(port, clock=Clock(0.5))
    with pytest.raises(BoardSilent, match="nothing at test answers as a Merels board"):
        link.hello()
    assert port.written.count(b"hello") > 1


def test_a_board_at_the_prompt_is_recognised():
    link = opened(Port(b">>> \n"), clock=Clock(0.5))
    with pytest.raises(BoardSilent, match="stands at the MicroPython prompt"):
        link.hello()


def test_keep_alive_asks_only_after_a_while_and_notices_silence():
    port, clock = Port(), Clock()
    link = opened(port, clock=clock)
    assert link.keep_alive() == 0
    clock.now = 3.0
    assert link.keep_alive() == 1
    assert b"state" in port.written
    assert link.keep_alive() == 0
    clock.now = SILENT_AFTER + 0.1
    with pytest.raises(BoardSilent, match="has stopped answering"):
        link.keep_alive()


def test_what_nobody_answers_is_soon_followed_by_another():
    port, clock = Port(), Clock()
    link = opened(port, clock=clock)
    link.ping_after = PING_RARELY
    clock.now = 6.9
    assert link.keep_alive() == 0 and 0 < link.until_ping() < 0.2
    sent = []
    for tenth in range(70, 100):  # the board falls silent after 10 s without a request
        clock.now = tenth / 10
        if link.keep_alive():
            sent.append(tenth)
    assert sent == [70, 80, 90]
    port.incoming = [framing.frame(":", "3 ok ply=3").encode() + b"\n"]
    link.read(0)
    assert link.until_ping() == pytest.approx(9 + PING_RARELY - clock.now)


def test_with_a_bell_lines_come_as_without(monkeypatch):
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)
    bell = Bell()
    with FakeBoard([BOOT]) as board, Link(board.url) as link:
        link.bell = bell
        assert link.hello().last == 1
        link.send("state")
        assert link.read(10)
        board.cut()
        with pytest.raises(PortGone):
            for _ in range(100):
                link.read(0.1)
    bell.close()


def test_a_port_without_a_descriptor_is_looked_at_often():
    port, bell = Port(b"hello\n"), Bell()
    link = opened(port)
    link.bell = bell
    assert texts(link.read(60)) == ["hello"]
    link.read(60)
    assert port.timeout <= 1
    bell.close()


def test_log_text_does_not_count_as_an_answer():
    clock = Clock()
    link = opened(Port(b"Traceback\n"), clock=clock)
    clock.now = SILENT_AFTER + 0.1
    link.read(0)
    with pytest.raises(BoardSilent):
        link.keep_alive()


@pytest.mark.parametrize("call", ["read", "send"])
def test_a_port_that_dies_is_gone(call):
    port = Port()
    link = opened(port)
    port.fails = OSError(5, "Input/output error")
    with pytest.raises(PortGone, match="test has gone away"):
        link.read(0) if call == "read" else link.send("state")
    with pytest.raises(PortGone, match="gone away .*; look at its cable"):
        link.read(0) if call == "read" else link.send("state")


def test_a_board_that_takes_nothing_is_gone():
    port = Port()
    link = opened(port)
    port.fails = serial.SerialTimeoutException("Write timeout")
    with pytest.raises(PortGone, match="takes no more bytes"):
        link.send("state")


@pytest.mark.skipif(os.name == "nt", reason="needs a pty")
def test_a_pty_whose_other_end_closes_is_gone():
    ours, theirs = os.openpty()
    with Link(os.ttyname(theirs)) as link:
        os.write(ours, b"last words\n")
        assert texts(link.read(1)) == ["last words"]
        os.close(theirs)
        os.close(ours)
        with pytest.raises(PortGone):
            for _ in range(3):
                link.read(0.1)


def test_a_line_that_somebody_else_has_is_told_apart():
    class Ending(Port):
        def read(self, size):
            if not self.incoming:
                raise serial.SerialException("socket disconnected")
            return super().read(size)

    link = Link("socket://x:1", opener=lambda url: Ending(LINE_IN_USE.encode() + b"\n"))
    link.open()
    with pytest.raises(PortBusy, match="in use by another program; close that program"):
        link.hello()
    link = Link("socket://x:1", opener=lambda url: Ending(b"HTTP/1.1 400\r\n"))
    link.open()
    with pytest.raises(PortGone, match="hung up at once; check that a Merels board is there"):
        link.hello()
    # a board that has answered, or that only repeats the words, has gone away
    board = framing.frame("@", "1 boot").encode() + b"\n" + LINE_IN_USE.encode() + b"\n"
    link = Link("socket://x:1", opener=lambda url: Ending(board))
    link.open()
    with pytest.raises(PortGone, match="has gone away"):
        link.hello()


def test_a_second_recorder_of_a_simulated_board_is_told_why(tmp_path, capsys):
    with SimulateCommand() as board, Link(board.serial) as first:
        first.hello()
        for _ in range(3):
            out = str(tmp_path)
            assert main(["record", board.serial, "--out", out, "--archive", "none"]) == 3
            said = capsys.readouterr().err
            assert said == (
                f"merels: {board.serial} is in use by another program; close that program "
                "(another merels) and try again.\n"
            )
        first.request("state")


def test_a_server_that_hangs_up_at_once_is_told(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up():
            with contextlib.suppress(OSError):
                while True:
                    server.accept()[0].close()

        threading.Thread(target=hang_up, daemon=True).start()
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert main(["record", url, "--out", str(tmp_path), "--archive", "none"]) == 3
        assert "hung up at once" in capsys.readouterr().err
        server.shutdown(socket.SHUT_RDWR)


def test_a_flood_while_a_reply_is_awaited_is_bounded():
    port = Port(*[b"x" * 60000] * 400)
    link = opened(port, clock=Clock(0.001))
    with pytest.raises(BoardSilent):
        link.request("state")
    assert port.incoming == []
    kept = link.read(0)
    assert 1000 < len(kept) <= 2000
