# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels ports: which ports are boards, and a sentence for each that is none, or not now."""

import json
import os
import re
from types import SimpleNamespace

import pytest
import serial
from fakes.socket_board import BOOT, FakeBoard
from merels_host import cli
from merels_host.board import find, probe
from merels_host.errors import PortDenied


def port(device, vid=None, serial_number=None):
    return SimpleNamespace(
        device=device, vid=vid, pid=5, serial_number=serial_number, description="Board"
    )


@pytest.fixture(autouse=True)
def plug_in(monkeypatch):
    monkeypatch.setattr(probe, "_PATIENCE", 0.3)
    monkeypatch.setattr("merels_host.board.prompt._PATIENCE", 0.2)
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time.sleep", lambda seconds: None)

    def ports(*found):
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)

    ports()
    return ports


def told(capsys, *words):
    assert cli.main(["ports", *words]) == 0
    return capsys.readouterr().out


def test_no_ports_at_all(capsys):
    assert "no serial ports at the moment" in told(capsys)
    assert json.loads(told(capsys, "--json")) == []


def test_boards_are_greeted_and_others_are_left_alone(plug_in, capsys, monkeypatch):
    with FakeBoard([BOOT], board="e66") as board:
        plug_in(port(board.url, 0x2E8A, "e66"), port("COM1"))
        lines = told(capsys).splitlines()
        said = json.loads(told(capsys, "--json"))
        assert board.hellos == [{"proto": "1"}] * 2
    assert re.fullmatch(r"COM1 +Board; not a Pico, so not asked", lines[0])
    assert lines[1].endswith("board e66, firmware 0.0.test, 1 records")
    assert [(one["status"], one["board"]) for one in said] == [
        ("not-asked", None),
        ("board", "e66"),
    ]
    assert (said[1]["records"], said[1]["journal"], said[1]["vid"]) == (1, "0badcafe", 0x2E8A)


def test_a_port_that_is_named_is_greeted_whatever_it_is(capsys):
    with FakeBoard([BOOT], board="e66") as board:
        assert "board e66" in told(capsys, board.url)
        board.silent = True
        [said] = json.loads(told(capsys, board.url, "--json"))
    assert said["status"] == "unknown"
    assert "answers as a Merels board" in said["words"]


def test_a_missing_port(capsys):
    [said] = json.loads(told(capsys, "/dev/no-such-port-of-merels", "--json"))
    assert said["status"] == "missing"


@pytest.mark.skipif(os.name == "nt", reason="needs a pty")
def test_a_busy_port(capsys):
    ours, theirs = os.openpty()
    with serial.Serial(os.ttyname(theirs), exclusive=True):
        [said] = json.loads(told(capsys, os.ttyname(theirs), "--json"))
    assert said["status"] == "busy"
    os.close(ours)
    os.close(theirs)


def test_a_port_that_may_not_be_opened(capsys, monkeypatch):
    def denied(url):
        raise PortDenied("you may not open it.")

    monkeypatch.setattr("merels_host.board.link.Link.open", lambda self: denied(self.url))
    [said] = json.loads(told(capsys, "/dev/ttyACM0", "--json"))
    assert (said["status"], said["words"]) == ("denied", "you may not open it.")


def test_no_port_is_opened_at_1200_baud(plug_in, capsys, monkeypatch):
    speeds = []

    def opened(url, **more):
        speeds.append(more["baudrate"])
        raise serial.SerialException(5, "no")

    monkeypatch.setattr("merels_host.board.port.serial.serial_for_url", opened)
    plug_in(port("COM9", 0x2E8A))
    told(capsys)
    assert speeds == [115200]


def test_the_udev_rules_are_printed(capsys):
    rules = told(capsys, "--udev")
    assert 'ATTRS{idVendor}=="2e8a", TAG+="uaccess"' in rules
    for line in rules.splitlines():
        assert not line or line.startswith("#") or re.fullmatch(
            r'(?:[A-Z_]+(?:\{\w+\})?(?:==|\+=|=)"[^"]*"(?:, |$))+', line
        )  # fmt: skip


def test_a_board_is_found_by_its_serial_number(plug_in):
    plug_in(port("COM1"), port("COM7", 0x2E8A, "E66"))
    assert find.port_of("e66") == "COM7"
    assert find.port_of("e67") is None


def test_where_to_look_next(plug_in, tmp_path):
    plug_in(port("COM7", 0x2E8A, "e66"))
    assert find.Whereabouts("COM3").next() == "COM3"
    assert find.Whereabouts("COM3").next("e66") == "COM7"
    assert find.Whereabouts("COM3").next("other") == "COM3"
    assert find.Whereabouts("socket://x:1").next("e66") == "socket://x:1"
    pattern = find.Whereabouts(str(tmp_path / "tty*"))
    assert pattern.next() == str(tmp_path / "tty*")
    for name in ("ttyB", "ttyA", "other"):
        (tmp_path / name).write_text("")
    names = [os.path.basename(pattern.next()) for _ in range(3)]
    assert names == ["ttyA", "ttyB", "ttyA"]
