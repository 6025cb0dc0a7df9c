# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The process of the firmware: finds the interpreter and starts a module of the child's side.

MicroPython is looked for beside this Python, then on the PATH; where there is none the same
module runs on CPython. The environment variable MERELS_INTERPRETER overrides that: `cpython`,
or the path of a MicroPython.

    process = start("merels_host.simulator.play", [], stdin=subprocess.PIPE)
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from merels_host.errors import SimulatorProblem
from merels_host.setup.firmware_files import sources

OVERRIDE = "MERELS_INTERPRETER"


def micropython() -> str | None:
    """The path of the MicroPython to run the firmware on, None for CPython."""
    wanted = os.environ.get(OVERRIDE, "")
    if wanted.lower() == "cpython":
        return None
    if wanted:
        return wanted
    folder = str(Path(sys.executable).parent)
    return shutil.which("micropython", path=folder) or shutil.which("micropython")


def start(module: str, arguments: list[str], **pipes) -> subprocess.Popen:
    """Run `module` with `arguments`; `pipes` go to Popen. Raises SimulatorProblem."""
    roots = [_root("merels"), _root("merels_host"), _pico()]
    environment = dict(os.environ)
    found = micropython()
    if found:
        command = [found, "-X", "heapsize=8m", "-m", module, *arguments]
        environment["MICROPYPATH"] = os.pathsep.join([*roots, ".frozen"])
    else:
        command = [sys.executable, "-m", module, *arguments]
        earlier = os.environ.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join(roots + ([earlier] if earlier else []))
        environment["PYTHONUNBUFFERED"] = "1"
    if os.name == "posix":
        # Ctrl-C is for the parent, whose end is the child's end
        pipes["start_new_session"] = True
    else:
        pipes["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    signals = _SignalsLater()
    with signals:
        try:
            # the current folder is on the child's path: let it be one whose files are known
            child = subprocess.Popen(command, cwd=roots[1], env=environment, **pipes)
        except OSError as error:
            raise SimulatorProblem(
                f"cannot start {command[0]} ({error.strerror or error}); set {OVERRIDE}=cpython "
                "to run the firmware on CPython."
            ) from error
    if signals.came:
        child.kill()
        child.wait()
        signals.give()
    return child


class _SignalsLater:
    """Keeps Ctrl-C and polite kills back while a child is started: an exception in the midst of
    that would leave a child that nobody knows of. came: those that came."""

    def __init__(self) -> None:
        self.came: list[tuple[int, FrameType | None]] = []
        self._handlers: dict[int, Callable[[int, FrameType | None], object]] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # no other thread gets any
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            handler = None if number is None else signal.getsignal(number)
            if number is not None and callable(handler):
                self._handlers[number] = handler
                signal.signal(number, lambda *heard: self.came.append(heard))

    def __exit__(self, *exc_info: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def give(self) -> None:
        """Let them do what they would have done."""
        for number, frame in self.came:
            self._handlers[number](number, frame)


@contextlib.contextmanager
def running(module: str, arguments: list[str], **pipes):
    """A child for the length of a block, which it does not outlive: not even by Ctrl-C."""
    child = start(module, arguments, **pipes)
    try:
        yield child
    except BaseException:
        child.kill()
        raise
    finally:
        end(child)


def end(process: subprocess.Popen, patience: float = 2.0) -> None:
    """Wait for a child whose line to us is closed, and kill it if it does not end by itself."""
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()


def _pico() -> str:
    """The folder that holds the drivers of the Pico."""
    return str(sources()["pico/__init__.py"].resolve().parents[1])


def _root(package: str) -> str:
    """The folder that holds `package`."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SimulatorProblem(f"the package {package} is not installed; install merels again.")
    return str(Path(next(iter(spec.submodule_search_locations))).resolve().parent)
