# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A simulated board as a process of this computer: `merels simulate`, started and ended here.

with SimulateCommand() as board:
    print(board.serial, board.interpreter)
"""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

import merels

import merels_host
from merels_host.errors import SimulatorProblem

_START = 20.0  # seconds


class SimulateCommand:
    """serial, control: URLs. pty: a path or None. interpreter: what runs the firmware."""

    def __init__(self, *arguments: str):
        """Start it; `arguments` go to `merels simulate`. Raises SimulatorProblem."""
        roots = [str(Path(package.__path__[0]).parent) for package in (merels, merels_host)]
        earlier = os.environ.get("PYTHONPATH")
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join(roots + ([earlier] if earlier else []))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "merels_host", "simulate", "--attended", *arguments],
            # It ends when we do, however we end: nobody holds the other end of this pipe then.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            # Ctrl-C is for us, and we end the board when all is written.
            start_new_session=os.name == "posix",
        )
        try:
            where = self._first_line()
            self.serial: str = where["serial"]
            self.control: str = where["control"]
            self.pty: str | None = where["pty"]
            self.interpreter: str = where["interpreter"]
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "SimulateCommand":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """End the board (for it: the power goes)."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()

    def _first_line(self) -> dict:
        lines: queue.Queue[str] = queue.Queue()
        stdout = self._process.stdout
        assert stdout is not None
        threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=_START)
        except queue.Empty:
            raise SimulatorProblem(
                f"the simulated board did not start within {_START:.0f} s; try again when this "
                "computer has less to do."
            ) from None
        if not line:
            raise SimulatorProblem(f"the simulated board did not start ({self._last_words()}).")
        return json.loads(line)

    def _last_words(self) -> str:
        """What the process said when it ended by itself."""
        self._process.wait()
        said = self._process.stderr.read().strip() if self._process.stderr else ""
        return said.splitlines()[-1].removeprefix("merels: ").rstrip(".") if said else "no words"
