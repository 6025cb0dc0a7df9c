# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Opening ports: what the operating system refuses becomes a named error with the next step."""

import errno
import os
import socket
import threading

import pytest
import serial
from merels_host.board import port
from merels_host.errors import (
    NoBoard,
    PortBusy,
    PortDenied,
    PortNotFound,
    PortRefused,
    UsageProblem,
)

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs a pty")


def refusing(monkeypatch, error):
    def serial_for_url(*args, **kwargs):
        raise error

    monkeypatch.setattr(port.serial, "serial_for_url", serial_for_url)


def test_a_missing_port_lists_those_that_exist(monkeypatch):
    found = [type("Port", (), {"device": name}) for name in ("/dev/ttyB", "/dev/ttyA")]
    monkeypatch.setattr(port.list_ports, "comports", lambda: found)
    refusing(monkeypatch, serial.SerialException(errno.ENOENT, "could not open port"))
    with pytest.raises(
        PortNotFound, match=r"no port COM9; .* are /dev/ttyA, /dev/ttyB\."
    ) as caught:
        port.open_port("COM9")
    assert caught.value.exit_code == 3


def test_a_missing_port_where_there_are_none(monkeypatch):
    monkeypatch.setattr(port.list_ports, "comports", list)
    with pytest.raises(PortNotFound, match="has no serial ports"):
        port.open_port("/dev/no-such-port-of-merels")


@posix_only
def test_a_port_that_another_holds_is_busy():
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    first = port.open_port(name)
    with pytest.raises(PortBusy, match="in use by another program; close"):
        port.open_port(name)
    first.close()
    port.open_port(name).close()
    os.close(ours)
    os.close(theirs)


def test_windows_says_access_denied_for_busy(monkeypatch):
    monkeypatch.setattr(port, "_WINDOWS", True)
    refusing(monkeypatch, serial.SerialException(errno.EACCES, "Access is denied."))
    with pytest.raises(PortBusy):
        port.open_port("COM3")


def test_a_port_that_is_not_ours_names_the_group(monkeypatch):
    monkeypatch.setattr(port, "_WINDOWS", False)
    refusing(monkeypatch, serial.SerialException(errno.EACCES, "Permission denied"))
    with pytest.raises(PortDenied, match=r"usermod -a -G dialout \$USER"):
        port.open_port("/dev/no-such-port-of-merels")


@pytest.mark.parametrize("kind", ["file", "folder"])
@posix_only
def test_what_is_no_serial_port_is_said_to_be_none(kind, tmp_path):
    path = tmp_path / "thing"
    path.write_text("") if kind == "file" else path.mkdir()
    with pytest.raises(PortNotFound, match="is not a serial port"):
        port.open_port(str(path))


def test_nobody_listening_points_to_the_simulator():
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    with pytest.raises(PortRefused, match="is `merels simulate` running there"):
        port.open_port(f"socket://127.0.0.1:{free}")


def test_an_unreachable_host_says_why(monkeypatch):
    def create_connection(*args, **kwargs):
        raise OSError(errno.EHOSTUNREACH, "No route to host")

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(PortRefused, match=r"cannot be reached \(No route to host\)"):
        port.open_port("socket://192.0.2.1:99")


def test_a_host_that_does_not_answer_says_so(monkeypatch):
    def create_connection(*args, **kwargs):
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(PortRefused, match=r"cannot be reached \(timed out\)"):
        port.open_port("socket://192.0.2.1:99")


def test_an_unknown_host_says_so(monkeypatch):
    def create_connection(*args, **kwargs):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(PortRefused, match=r"cannot be reached \(Name or service not known\)"):
        port.open_port("socket://x:99")


@pytest.mark.parametrize(
    "url", ["nosuch://x", "socket://", "socket://host:99999", "socket://h:1?a=b"]
)
def test_what_is_no_port_is_wrong_usage(url):
    with pytest.raises(UsageProblem, match="is not a port; write a device") as caught:
        port.open_port(url)
    assert caught.value.exit_code == 2


def test_anything_else_says_what_the_system_said(monkeypatch):
    refusing(monkeypatch, serial.SerialException(errno.EIO, "Input/output error"))
    with pytest.raises(NoBoard, match="Input/output error"):
        port.open_port("/dev/ttyACM0")


def test_a_socket_opens():
    with socket.create_server(("127.0.0.1", 0)) as server:
        accepted = []
        thread = threading.Thread(target=lambda: accepted.append(server.accept()[0]))
        thread.start()
        opened = port.open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        thread.join(300)
        assert opened.is_open
        opened.close()
        accepted[0].close()


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (errno.ENOENT, PortNotFound, "there is no port /dev/pts/12345 at the moment; it is the"),
        (errno.EACCES, PortDenied, "you may not open /dev/pts/12345 at the moment; it is the"),
    ],
)
def test_the_pty_of_a_simulator_is_known_as_one(monkeypatch, number, kind, words):
    monkeypatch.setattr(port, "_WINDOWS", False)
    refusing(monkeypatch, serial.SerialException(number, "no"))
    with pytest.raises(kind, match=words) as caught:
        port.open_port("/dev/pts/12345")
    assert "start merels simulate, and use the serial or the pty" in caught.value.message
    assert "usermod" not in caught.value.message


@posix_only
def test_a_link_to_a_pty_is_one_too_and_a_real_port_is_none(tmp_path):
    ours, theirs = os.openpty()
    (tmp_path / "link").symlink_to(os.ttyname(theirs))
    assert port.is_pty(str(tmp_path / "link"))
    os.close(ours)
    os.close(theirs)
    assert not any(map(port.is_pty, ("/dev/ttyACM0", "COM3", "socket://h:1", "/dev/cu.usbmodem1")))
