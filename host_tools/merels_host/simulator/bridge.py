# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A running simulated board: the firmware's process, and the lines on which others reach it.

The parent of `run`. One loop passes bytes between the board's console and the serial line, and
requests between the control line and the board; nothing in it ever waits for one of them.

    with Bridge(folder) as bridge:
        print(bridge.serial, bridge.control)
        bridge.loop()
"""

import binascii
import json
import secrets
import selectors
import socket
import time
from collections.abc import Callable

from merels_host.errors import SimulatorProblem
from merels_host.simulator import process
from merels_host.simulator.connection import Connection
from merels_host.simulator.control_line import ControlLine
from merels_host.simulator.serial_line import HOST, SerialLine

START_S = 15.0  # a child that has not called back by then will not
LOOK_S = 0.05  # how often the pty is looked at

_PLAY = "play"  # the name of the request that acts a script out; clients are called by numbers


class Bridge:
    """Starts the firmware in its own process and serves its lines until closed."""

    def __init__(
        self,
        folder: str,
        port: int = 0,
        sensors: str = "presence",
        points: int = 25,
        hold: tuple[int, ...] = (),
        build: str = "",
    ) -> None:
        """folder: the board's flash. hold: files that the child keeps open (POSIX). build: see
        `run`; with one, its config decides what the sensors see and the points.

        Raises SimulatorProblem when the port is in use or the firmware does not start.
        """
        self._selector = selectors.DefaultSelector()
        self._half = b""
        self._on_played: Callable[[dict], None] | None = None
        self._stopped = False
        self._serial = SerialLine(self._selector, port, self._typed, self._taken)
        self._control = ControlLine(self._selector, self._ask)
        try:
            board = [folder, sensors, str(points), *(["build"] if build else [])]
            self._process, stream, self.interpreter, rest = _start(board, hold, build)
        except BaseException:
            self._serial.close()
            self._control.close()
            self._selector.close()
            raise
        stream.setblocking(False)
        self._child = Connection(self._selector, stream, self._came, self._ended)
        if rest:
            self._came(rest)

    def __enter__(self) -> "Bridge":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @property
    def serial(self) -> str:
        """The serial line's URL."""
        return self._serial.url

    @property
    def pty(self) -> str | None:
        """The pty's path, None where there are none."""
        return self._serial.pty

    @property
    def control(self) -> str:
        """The control line's URL."""
        return self._control.url

    def play(self, text: str, name: str, speed: float, done: Callable[[dict], None]) -> None:
        """Act a hand script out on the running board; `done` gets the result when it has ended."""
        self._on_played = done
        asked = json.dumps({"text": text, "name": name, "speed": speed})
        self._say(f"{_PLAY} {_PLAY} {asked}")

    def loop(self) -> None:
        """Serve until an exception ends it. Raises SimulatorProblem when the firmware ends."""
        looked = 0.0
        while not self._stopped:
            for key, mask in self._selector.select(LOOK_S):
                key.data(mask)
            if time.monotonic() - looked >= LOOK_S:
                looked = time.monotonic()
                self._serial.watch()
        raise SimulatorProblem(
            "the firmware stopped by itself; what it said stands above. Please report that."
        )

    def close(self) -> None:
        """End the firmware (for the board: the power goes) and close all lines."""
        self._child.close()
        self._serial.close()
        self._control.close()
        self._selector.close()
        process.end(self._process)

    def _say(self, text: str) -> None:
        self._child.send(text.encode() + b"\n")

    def _typed(self, data: bytes) -> None:
        self._say("serial " + binascii.hexlify(data).decode())

    def _taken(self, count: int) -> None:
        if count:
            self._say(f"taken {count}")

    def _ask(self, client: str, words: str) -> None:
        self._say(f"do {client} {words}")

    def _came(self, data: bytes) -> None:
        *lines, self._half = (self._half + data).split(b"\n")
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            if word == "serial":
                self._serial.from_board(binascii.unhexlify(rest))
            elif word == "taken":
                self._serial.board_took(int(rest))
            elif word == "port":
                self._serial.plug(rest == "1")
            elif word == "answer":
                client, _, answer = rest.partition(" ")
                if client != _PLAY:
                    self._control.answer(client, answer)
                elif self._on_played:
                    self._on_played(json.loads(answer))

    def _ended(self) -> None:
        self._stopped = True


def _start(board: list[str], hold: tuple[int, ...], build: str):
    """Start the child; returns it, its socket, its interpreter and what else it has said."""
    token = secrets.token_hex(16)
    with socket.socket() as server:
        server.bind((HOST, 0))
        server.listen(4)
        server.settimeout(0.1)
        arguments = [HOST, str(server.getsockname()[1]), token, *board]
        child = process.start(
            "merels_host.simulator.run", arguments, **({"pass_fds": hold} if hold else {})
        )
        try:
            deadline = time.monotonic() + START_S
            while time.monotonic() < deadline and child.poll() is None:
                try:
                    stream, _ = server.accept()
                except TimeoutError:
                    continue
                stream.settimeout(max(0.1, deadline - time.monotonic()))
                if build:  # MicroPython takes no argument so long
                    stream.sendall(build.encode() + b"\n")
                hello, _, rest = _first_line(stream).partition(b"\n")
                words = hello.decode("ascii", "replace").split(" ", 2)
                if len(words) == 3 and words[:2] == ["hello", token]:
                    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return child, stream, words[2], rest
                stream.close()  # some other program of this machine; ours knows the token
        except BaseException:
            child.kill()
            raise
    child.kill()
    process.end(child)
    raise SimulatorProblem(
        f"the firmware did not start on {process.micropython() or 'CPython'}; what it said stands "
        f"above (set {process.OVERRIDE}=cpython to run it on CPython)."
    )


def _first_line(stream: socket.socket) -> bytes:
    data = b""
    try:
        while b"\n" not in data and len(data) < 4096:
            came = stream.recv(4096)
            if not came:
                break
            data += came
    except OSError:
        pass
    return data
