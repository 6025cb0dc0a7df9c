# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`merels simulate`: a board of its own process, reached by serial line, pty and control line."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from fakes.waiting import until
from merels.wire import framing
from merels_host.errors import SimulatorProblem
from merels_host.simulator import process
from merels_host.simulator.control import Control

START_S = 300.0
posix = pytest.mark.skipif(os.name != "posix", reason="POSIX only")


class Simulator:
    """A `merels simulate` in a process of its own."""

    def __init__(self, *options, **environment):
        command = [sys.executable, "-m", "merels_host", "simulate", *map(str, options)]
        paths = [path for path in sys.path if path]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
        )
        line = self.process.stdout.readline()
        if not line:
            self.process.wait(START_S)
            raise AssertionError(self.process.stderr.read())
        self.where = json.loads(line)

    def __enter__(self):
        self.hands = Control(self.where["control"])
        return self

    def __exit__(self, *_):
        self.hands.close()
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=START_S)

    def ask(self, words):
        return self.hands.ask(words)

    def state_when(self, holds, seconds=300.0):
        """The state as soon as `holds(state)`."""
        deadline = time.monotonic() + seconds
        while True:
            state = self.ask("state")
            if holds(state):
                return state
            assert time.monotonic() < deadline, state
            time.sleep(0.02)

    def firmware(self):
        """Process ids of the firmware's interpreter (Linux)."""
        return _children(self.process.pid)


def _children(pid):
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if words[1] == str(pid) and words[0] != "Z":
            found.append(int(status.parent.name))
    return found


def _is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _gone(pids, seconds=300.0):
    deadline = time.monotonic() + seconds
    while any(map(_is_running, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _port(url):
    return int(url.rpartition(":")[2])


def _request(port, number, words):
    """Send a request; returns the lines that came up to its reply, parsed."""
    port.write((framing.frame(":", f"{number} {words}") + "\n").encode())
    lines = []
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        line = framing.parse(port.readline().decode())
        if line is not None:
            lines.append(line)
            if line.kind == "request" and line.number == number:
                return lines
    raise AssertionError(f"no reply to {words}: {[line.text for line in lines]}")


@pytest.fixture(scope="module")
def board():
    """A board that tests share if they leave no trace on it."""
    with Simulator() as board:
        yield board


def test_the_first_line_says_where_everything_is(board):
    assert list(board.where) == ["serial", "pty", "control", "interpreter"]
    assert board.where["serial"].startswith("socket://127.0.0.1:")
    assert board.where["control"].startswith("socket://127.0.0.1:")
    assert (board.where["pty"] is None) == (os.name != "posix")
    assert process.micropython() or not os.environ.get("CI"), "CI has to have a MicroPython"
    expected = "MicroPython 1." if process.micropython() else "CPython 3."
    assert board.where["interpreter"].startswith(expected)


def test_the_serial_line_speaks_the_protocol(board):
    with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
        reply = _request(port, 1, "hello proto=1")[-1]
        assert reply.word == "ok" and reply.values["points"] == "25"
        assert reply.values["sensors"] == "presence"
        assert _request(port, 2, "bye")[-1].word == "ok"


@posix
def test_the_pty_speaks_the_protocol_too(board):
    with serial.Serial(board.where["pty"], timeout=0.5) as port:
        assert _request(port, 1, "hello proto=1")[-1].word == "ok"
        assert _request(port, 2, "bye")[-1].word == "ok"


def test_ctrl_c_gives_the_prompt_and_ctrl_d_the_game_again(tmp_path):
    with Simulator() as board:
        url = board.where["serial"]
        with serial.serial_for_url(url, timeout=0.5) as port:
            _request(port, 1, "hello proto=1")
            board.ask("drop d6 white")
            board.state_when(lambda state: state["moves"] == ["d6"])
            port.write(b":2 hel\x03")
            assert b"KeyboardInterrupt" in port.read_until(b">>> ")
            with pytest.raises(SimulatorProblem, match="the firmware is stopped; Ctrl-D"):
                board.ask("host state")
            port.write(b"\x02")
            assert port.read_until(b">>> ").startswith(b"\r\nMicroPython on a simulated board\r\n")
            port.write(b"1+1\x04\r")
            assert b"1+1\r\nA simulated board runs no Python" in port.read_until(b">>> ")
        arguments = ("record", url, "--archive", "none", "--out", tmp_path)
        ran = subprocess.run(
            [sys.executable, "-m", "merels_host", *arguments], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert ran.returncode == 3
        assert "stands at the MicroPython prompt; start its firmware with" in ran.stderr
        with serial.serial_for_url(url, timeout=0.5) as port:
            port.write(b"\x03\x04")
            assert port.read_until(b"soft reboot\r\n").endswith(b"MPY: soft reboot\r\n")
            hello = _request(port, 1, "hello proto=1")[-1]
            assert hello.values["ply"] == "1"
            board.ask("drop f4 black")
            board.state_when(lambda state: state["moves"] == ["d6", "f4"])
            port.write(b"\x03")
            port.read_until(b">>> ")
        board.ask("power off")
        board.ask("power on")
        with serial.serial_for_url(url, timeout=0.5) as port:
            assert _request(port, 1, "hello proto=1")[-1].values["ply"] == "2"


def test_mistakes_on_the_control_line_are_sentences(board):
    for words, said in (
        ("lift a7", "no piece stands on a7"),
        ("drop a7", "expected `drop POINT white|black`"),
        ("dance", "`dance` is nothing that hands can do"),
        ("end", "`end` is nothing"),
        ("", "asks for nothing"),
        ("drop q9 white", "no point `q9`"),
    ):
        with pytest.raises(SimulatorProblem, match=said):
            board.ask(words)


def test_frame_and_lights_have_their_shapes(board):
    frame = board.ask("frame")
    assert len(frame) == 25 and all(len(colour) == 3 for colour in frame)
    assert isinstance(board.ask("lights"), dict)


def test_a_turn_by_virtual_hands_arrives_everywhere():
    with Simulator() as board, serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
        _request(port, 1, "hello proto=1")
        assert board.ask("drop d6 white")["ok"] is True
        state = board.state_when(lambda state: state["moves"])
        assert state["moves"] == ["d6"] and state["wood"] == {"d6": "white"}
        assert state["sync"] is True and state["power"] is True and state["over"] is None
        assert {"position", "takebacks", "asks", "complaints", "lights", "ms"} <= set(state)
        assert "d6" in board.ask("lights")
        assert board.ask("frame")[4] != [0, 0, 0]
        words = []
        deadline = time.monotonic() + 300
        while "move" not in words:
            assert time.monotonic() < deadline, words
            line = framing.parse(port.readline().decode())
            if line and line.kind == "record":
                words.append(line.word)
        assert line.values["text"] == "d6" and line.values["board"] == "0000010"


def test_hosts_and_buttons_reach_the_firmware():
    with Simulator() as board:
        assert board.ask("host state")["reply"].startswith("ok ")
        board.ask("drop d6 white")
        board.state_when(lambda state: state["moves"] == ["d6"])
        board.ask("noise a7 8")
        board.ask("press back 100")
        board.state_when(lambda state: state["takebacks"] == 1 and state["moves"] == [])


def test_colour_sensors_and_24_points():
    with Simulator("--sensors", "colour", "--points", 24) as board:
        with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
            values = _request(port, 1, "hello proto=1")[-1].values
            assert (values["sensors"], values["points"]) == ("colour", "24")
        with pytest.raises(SimulatorProblem, match="no d4"):
            board.ask("drop d4 white")


def test_without_power_there_is_no_port_and_with_it_the_game_goes_on():
    with Simulator() as board:
        board.ask("drop d6 white")
        board.state_when(lambda state: state["moves"] == ["d6"])
        time.sleep(0.3)  # the record is on flash at a quiet moment
        with socket.create_connection(("127.0.0.1", _port(board.where["serial"])), 5) as client:
            board.ask("power off")
            assert client.recv(1) == b""
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", _port(board.where["serial"])), 5)
        state = board.ask("state")
        assert state["power"] is False and state["moves"] == ["d6"]
        assert board.ask("lights") == {} and board.ask("frame") == [[0, 0, 0]] * 25
        board.ask("power on")
        assert board.state_when(lambda state: state["sync"])["moves"] == ["d6"]
        with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
            assert _request(port, 1, "hello proto=1")[-1].values["ply"] == "1"


@pytest.mark.parametrize("cut", ["SIGTERM", "SIGKILL"])
@posix
def test_storage_and_pieces_outlive_the_process(tmp_path, cut):
    folder = tmp_path / "flash"
    with Simulator("--storage", folder) as board:
        with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
            hello = _request(port, 1, "hello proto=1")[-1].values
        board.ask("drop d6 white")
        board.state_when(lambda state: state["moves"] == ["d6"])
        time.sleep(0.3)
        board.process.send_signal(getattr(signal, cut))
        board.process.wait(300)
    with Simulator("--storage", folder) as board:
        state = board.state_when(lambda state: state["sync"])
        assert state["moves"] == ["d6"] and state["wood"] == {"d6": "white"}
        with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
            again = _request(port, 1, "hello proto=1")[-1].values
        assert (again["id"], again["journal"]) == (hello["id"], hello["journal"])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux only")
@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_the_firmware_ends_with_its_parent(end):
    with Simulator() as board:
        firmware = board.firmware()
        assert len(firmware) == 1
        board.process.send_signal(getattr(signal, end))
        assert board.process.wait(300) == (-signal.SIGKILL if end == "SIGKILL" else 0)
        assert _gone(firmware)
        assert board.process.stderr.read() == ""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux only")
def test_the_parent_ends_when_its_firmware_does():
    with Simulator() as board:
        os.kill(board.firmware()[0], signal.SIGKILL)
        assert board.process.wait(300) == 1
        assert board.process.stderr.read().startswith("merels: the firmware stopped by itself")


def test_the_temporary_flash_is_removed(tmp_path):
    with Simulator(TMPDIR=str(tmp_path), TEMP=str(tmp_path)) as board:
        assert list(tmp_path.iterdir())
        board.process.terminate()
        board.process.wait(300)
    assert os.name != "posix" or list(tmp_path.iterdir()) == []


def test_the_firmware_runs_on_cpython_where_it_must():
    with Simulator(**{process.OVERRIDE: "cpython"}) as board:
        assert board.where["interpreter"].startswith("CPython 3.")
        board.ask("drop d6 white")
        board.state_when(lambda state: state["moves"] == ["d6"])


def test_a_client_that_does_not_read_does_not_stop_the_board():
    with Simulator() as board:
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", _port(board.where["serial"])))
            for number in range(1, 400):
                client.sendall((framing.frame(":", f"{number} help") + "\n").encode())
            board.ask("drop d6 white")
            board.state_when(lambda state: state["moves"] == ["d6"])

        def answered():
            """The other client left a flood of requests behind, and perhaps half a line; while it
            is not known to have gone, the line is in use."""
            try:
                with serial.serial_for_url(board.where["serial"], timeout=0.5) as port:
                    port.write(b"\n" + framing.frame(":", "1000 hello proto=1").encode() + b"\n")
                    return b"1000 ok proto=1" in port.read(65536)
            except serial.SerialException:
                return False

        until(answered)


def test_a_script_is_acted_out_and_the_board_runs_on(tmp_path):
    script = tmp_path / "first.hands"
    script.write_text(
        "set settle=160\nafter d6\nat 0 drop f4 black\nat 3000 drop d2 white\nexpect moves d6 f4\n"
    )
    with Simulator("--play", script, "--speed", 6) as board:
        lines = [board.process.stderr.readline() for _ in range(2)]
        assert lines == [
            f"{script}:5: expected moves d6 f4, got d6 f4 d2\n",
            f"{script}: 1 different; moves d6 f4 d2\n",
        ]
        board.ask("drop a7 black")
        board.state_when(lambda state: state["moves"] == ["d6", "f4", "d2", "a7"])


def test_a_script_that_the_wood_refuses_is_named_and_the_board_runs_on(tmp_path):
    script = tmp_path / "air.hands"
    script.write_text("sensors colour\n\nat 0 lift d6\n")
    with Simulator("--play", script) as board:
        assert board.process.stderr.readline() == (
            f"merels: {script}:3: no piece stands on d6 to be lifted.\n"
        )
        assert board.ask("state")["power"] is True


def _fails(*options):
    with pytest.raises(AssertionError) as caught:
        Simulator(*options)
    return str(caught.value)


def test_wrong_calls_are_one_sentence_each(tmp_path):
    script = tmp_path / "s.hands"
    script.write_text("sensors colour\npoints 24\n")
    bad = tmp_path / "bad.hands"
    bad.write_text("at 0 fly d6\n")
    for options, said in (
        (["--play", tmp_path / "no.hands"], "cannot read the hand script"),
        (["--play", bad], "bad.hands:1: `fly` is nothing that hands can do"),
        (["--play", script, "--sensors", "presence"], "the hand script says colour"),
        (["--play", script, "--points", 25], "the hand script says 24"),
        (["--sensors", "eyes"], "--sensors is presence or colour, not eyes"),
        (["--points", 9], "--points is 24 or 25, not 9"),
        (["--speed", 0], "--speed is a number above 0"),
        (["--port", 70000], "port"),
    ):
        said_all = _fails(*options)
        assert said in said_all and said_all.count("\n") == 1 and "Traceback" not in said_all


def test_a_port_in_use_is_one_sentence(board):
    port = _port(board.where["serial"])
    assert _fails("--port", port).startswith(f"merels: port {port} cannot be used (")


def test_storage_that_is_no_folder_or_in_use_is_one_sentence(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    assert f"{file} is a file, not a folder" in _fails("--storage", file)
    if os.name == "posix":
        with Simulator("--storage", tmp_path / "flash"):
            assert "another simulated board runs on" in _fails("--storage", tmp_path / "flash")
