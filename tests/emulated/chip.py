# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""One emulated Pico: a process of `emulator/main.mjs`, asked a line at a time.

Time passes only when it is told to, so a measurement gives the same figures on every computer.

    with Chip(uf2, image.build(files), config) as chip:
        chip.advance(500)              # milliseconds of the board
        chip.advance(1, b"\\x03")       # what the computer sends
        chip.log()                      # what was seen at the pins
"""

import base64
import json
import math
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from emulated.image import OFFSET
from emulated.install import FOLDER, command

_MAIN = Path(__file__).parent / "emulator" / "main.mjs"


@dataclass
class Span:
    """Something that the board did, in milliseconds since power-on."""

    begin: float
    end: float

    @property
    def ms(self) -> float:
        return self.end - self.begin


@dataclass
class Scan(Span):
    """A scan of all sensors."""


@dataclass
class Frame(Span):
    """A frame of the lights. lit: colours of the points that shine, by their names."""

    lit: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Collection(Span):
    """A garbage collection. free, largest: bytes free after it, and in the largest block."""

    free: int = 0
    largest: int = 0


@dataclass
class FlashWrite:
    """kind: "erase" or "program". at: milliseconds since power-on. offset: in the whole flash."""

    kind: str
    at: float
    offset: int
    length: int
    data: bytes


@dataclass
class Log:
    """All that was seen since it was taken the last time."""

    scans: list[Scan] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    flash: list[FlashWrite] = field(default_factory=list)
    collections: list[Collection] = field(default_factory=list)

    def add(self, more: "Log") -> None:
        for name in ("scans", "frames", "flash", "collections"):
            getattr(self, name).extend(getattr(more, name))


class Chip:
    """ms: the board's clock since power-on. resets: how often its watchdog has reset it.
    begin_ms: what the clock says at the first power-on."""

    def __init__(self, uf2: Path, image: bytes, config: dict, begin_ms: float = 0):
        node = command("node")
        assert node, "make test-pico installs what this needs"
        self.ms = float(begin_ms)
        self.resets = 0
        self._folder = tempfile.TemporaryDirectory(prefix="merels-emulated-")
        folder = Path(self._folder.name)
        (folder / "image").write_bytes(image)
        (folder / "config.json").write_text(json.dumps(config))
        words = [FOLDER, uf2, folder / "config.json", folder / "image", OFFSET, begin_ms]
        self._process = subprocess.Popen(
            [*node, str(_MAIN), *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self) -> None:
        self._process.communicate()  # it ends with its input
        self._folder.cleanup()

    def ask(self, do: str, **words):
        """The emulator's answer to a request. Raises RuntimeError with its traceback."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps({"do": do, **words}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError("the emulator ended; what it said is above")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def advance(self, ms: float, tx: bytes = b"") -> bytes:
        """Let time pass, or until a reset, when the clock begins anew; returns what came."""
        nanos = math.ceil(ms * 1e6)  # never nothing, or a wait might not end
        answer = self.ask("advance", ns=nanos, tx=tx.hex())
        self.ms = answer["ns"] / 1e6
        self.resets = answer["resets"]
        return bytes.fromhex(answer["rx"])

    def log(self) -> Log:
        """What was seen since the last time."""
        found = self.ask("log")
        return Log(
            [Scan(b / 1e6, e / 1e6) for b, e in found["scans"]],
            [Frame(b / 1e6, e / 1e6, lit) for b, e, lit in found["frames"]],
            [
                FlashWrite(kind, at / 1e6, offset, length, base64.b64decode(data))
                for kind, at, offset, length, data in found["flash"]
            ],
            [Collection(b / 1e6, e / 1e6, *heap) for b, e, *heap in found["collections"]],
        )

    def power_cycle(self) -> None:
        self.ms = self.ask("power")["ns"] / 1e6

    def image(self) -> bytes:
        """The file system as it lies on the flash now."""
        return base64.b64decode(self.ask("dump", **{"from": OFFSET})["flash"])

    def load(self, image: bytes) -> None:
        """Another file system, and the power cycled."""
        self.ask("load", at=OFFSET, data=base64.b64encode(image).decode())
        self.power_cycle()
