# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The product on an emulated Pico: hands on the wood, a small host on the wire, and what was seen.

    with Board(uf2, firmware.written()) as board:
        board.until_light()
        board.hello()
        board.drop("d6")
        board.wait(400)
        [record.values["text"] for record in board.moves]      # ["d6"]

A host is there from hello() on: it acknowledges records, and asks for the state every 4 s.
"""

from itertools import pairwise
from pathlib import Path

from emulated import image
from emulated.chip import Chip, Log
from emulated.firmware import constants
from emulated.product import framing

_STEP_MS = 5  # between two looks at what came
_PING_MS = 4000
_PROMPT = b">>> "  # what a board without a program shows
_STEADY_MS = 60  # scans with no longer pause for so long are the loop
_PAUSE_MS = 15
_START_MS = 10000  # a board that has not started then never will


class DidNotStart(Exception):
    """The board did not start; says what came over USB instead."""


class Board:
    """acking: does the host acknowledge what comes? records: those that came, without repetitions;
    heard_ms: when each came. text: what came that is no line of the wire. log: see chip.Log.
    begin_ms: what the clock says at power-on."""

    def __init__(self, uf2: Path, files: dict[str, bytes], lay: bytes | None = None, begin_ms=0):
        self.config = constants(files["config.py"])
        self.chip = Chip(uf2, image.build(files) if lay is None else lay, self.config, begin_ms)
        self.pieces: set[str] = set()
        self.white: set[str] = set()
        self.log = Log()
        self.acking = True
        self.records: list = []
        self.heard_ms: list[float] = []
        self.acked = 0
        self.journal: str | None = None
        self.text: list[str] = []
        self._numbers: set[int] = set()
        self._requests = 0
        self._forget_line()

    def _forget_line(self) -> None:
        self._rest = b""
        self._replies: dict[int, str] = {}
        self._live = False
        self._said_ms = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.chip.close()

    @property
    def ms(self) -> float:
        return self.chip.ms

    # time

    def wait(self, ms: float, tx: bytes = b"") -> None:
        """Let time pass, or until the watchdog resets the board; the host does its part."""
        end = self.ms + ms
        resets = self.chip.resets
        while self.ms < end and self.chip.resets == resets:
            tx = self._take(self.chip.advance(min(_STEP_MS, end - self.ms), tx))
            if self._live and self.ms - self._said_ms > _PING_MS:
                tx += self.request("state")
        if tx:
            self.chip.advance(0, tx)

    def until(self, is_so, ms: float) -> bool:
        """Let time pass until something is so, at most this long; is it?"""
        end = self.ms + ms
        while not is_so():
            if self.ms >= end:
                return False
            self.wait(5)
        return True

    def look(self) -> Log:
        """Add what was seen to the log."""
        self.log.add(self.chip.log())
        return self.log

    def look_anew(self) -> None:
        """Forget what was seen."""
        self.look()
        self.log = Log()

    def until_light(self) -> float:
        """Let time pass until the first frame; its milliseconds. Raises DidNotStart."""
        self.until(lambda: self.look().frames or self._rest == _PROMPT, _START_MS)
        if not self.log.frames:
            raise DidNotStart("\n".join(self.text))
        return self.log.frames[0].begin

    def until_moves(self) -> float:
        """Let time pass until the board scans without a pause, so that no move escapes it; the
        milliseconds of the first of these scans. Raises DidNotStart."""
        self.until_light()
        self.until(lambda: self._steady() is not None, _START_MS)
        steady = self._steady()
        if steady is None:
            raise DidNotStart("\n".join(self.text))
        return steady

    def _steady(self) -> float | None:
        first = None
        for scan, after in pairwise(self.look().scans):
            if after.begin - scan.begin > _PAUSE_MS:
                first = None
            elif first is None:
                first = scan.begin
            elif after.begin - first > _STEADY_MS:
                return first
        return None

    # the wire

    def request(self, text: str) -> bytes:
        """The next request as it goes over the wire."""
        self._requests += 1
        self._said_ms = self.ms
        return (framing.frame(":", f"{self._requests} {text}") + "\n").encode()

    def ask(self, text: str, ms: float = 3000) -> str | None:
        """Send a request; its answer as text, None when none came."""
        sent = self.request(text)
        number = self._requests
        self.wait(1, sent)
        self.until(lambda: number in self._replies, ms)
        return self._replies.get(number)

    def word(self, text: str, key: str) -> str | None:
        """The value of a key in the answer to a request."""
        answer = self.ask(text)
        return framing.parse(answer).values.get(key) if answer else None

    def hello(self, have: int = 0, ms: float = 3000) -> str | None:
        """Begin a session from the record after `have`; the answer, None when none came."""
        journal = f" journal={self.journal}" if self.journal else ""
        answer = self.ask(f"hello proto={framing.PROTO} have={have}{journal}", ms)
        self._live = answer is not None
        if answer:
            self.journal = framing.parse(answer).values["journal"]
            self.acked = have
        return answer

    def leave(self) -> None:
        """The host says nothing any more."""
        self._live = self.acking = False

    @property
    def moves(self) -> list:
        return [record for record in self.records if record.word == "move"]

    def _take(self, data: bytes) -> bytes:
        """Take what came; returns what the host says to it."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        newest = self.acked
        for raw in lines:
            text = raw.rstrip(b"\r").decode("latin1")
            line = framing.parse(text) if text else None
            if line is None or line.kind == "bad":
                self.text += [text] if text else []
            elif line.kind == "record":
                if line.number not in self._numbers:
                    self._numbers.add(line.number)
                    self.records.append(line)
                    self.heard_ms.append(self.ms)
                newest = max(newest, line.number)
            elif line.kind == "request":
                self._replies[line.number] = text
        if not self.acking or newest == self.acked:
            return b""
        self.acked = newest
        return self.request(f"ack {newest}")

    # the wood

    def put(self, pieces, white=()) -> float:
        """Pieces stand at these points from now on; returns the milliseconds."""
        self.pieces, self.white = set(pieces), set(white)
        words = {"pieces": sorted(self.pieces), "white": sorted(self.white)}
        return self.chip.ask("put", **words)["ns"] / 1e6

    def drop(self, point: str, white: bool = False) -> float:
        return self.put(self.pieces | {point}, self.white | ({point} if white else set()))

    def lift(self, point: str) -> float:
        return self.put(self.pieces - {point}, self.white - {point})

    def press(self, button: str, ms: float) -> None:
        """Hold a button, "NEW_BUTTON" or "BACK_BUTTON", for so long."""
        self.chip.ask("press", pin=self.config[button], down=True)
        self.wait(ms)
        self.chip.ask("press", pin=self.config[button], down=False)

    # accidents

    def read_no_more(self) -> None:
        """The computer is busy with something else: it takes nothing from the line."""
        self._live = False
        self.chip.ask("reading", on=False)

    def read_again(self) -> None:
        self.chip.ask("reading", on=True)

    def close_port(self) -> None:
        """The program at the computer has gone."""
        self._live = False
        self.chip.ask("port", open=False)

    def open_port(self) -> None:
        self.chip.ask("port", open=True)

    def power_cycle(self, lay: bytes | None = None) -> None:
        """The power goes and comes back; lay: with this on the flash instead of what is there."""
        self.look_anew()
        if lay is None:
            self.chip.power_cycle()
        else:
            self.chip.load(lay)
        self._forget_line()
