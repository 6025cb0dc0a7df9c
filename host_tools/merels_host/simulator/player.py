# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Plays hand scripts through the real firmware, one child process for many scripts.

Stands between `merels hands` (or a test) and `play`, which runs in the child.

    with Player() as player:
        result = player.play("at 0 drop d6 white", "first.hands")
        result["moves"]     # ["d6"]
"""

import contextlib
import json
import subprocess

from merels_host.errors import ScriptProblem, SimulatorProblem
from merels_host.simulator import process

KEYS = (
    "moves", "position", "over", "sync", "takebacks", "asks", "complaints", "lights", "ms",
)  # fmt: skip


class Player:
    """A child process that plays scripts with injected time; started at the first script."""

    def __init__(self) -> None:
        self._child: subprocess.Popen | None = None

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def play(self, text: str, name: str, base: int = 0, explain: bool = False) -> dict:
        """Play one script; the result has the keys of `KEYS` first, in their order.

        base: the board's clock in ms when its power comes on. explain: add "explain", lines that
        say what the firmware thought. Raises ScriptProblem where firmware
        or wood refuse the script, SimulatorProblem where the firmware ends.
        """
        child = self._child or self._start()
        assert child.stdin and child.stdout
        asked = {"name": name, "text": text, "base": base, "explain": explain, "attended": True}
        try:
            child.stdin.write(json.dumps(asked) + "\n")
            child.stdin.flush()
        except OSError:
            pass  # it has ended; what follows says so
        while True:
            line = child.stdout.readline()
            if not line:
                raise self._ended(name)
            if line.startswith("{"):
                break
            print(line, end="")  # the firmware printed something
        answer = json.loads(line)
        if "error" in answer:
            raise ScriptProblem(answer["error"] + ".")
        return {key: answer[key] for key in (*KEYS, *sorted(answer.keys() - set(KEYS)))}

    def close(self) -> None:
        """End the child."""
        if self._child:
            child, self._child = self._child, None
            assert child.stdin
            with contextlib.suppress(OSError):
                child.stdin.close()
            process.end(child)

    def _start(self) -> subprocess.Popen:
        self._child = process.start(
            "merels_host.simulator.play",
            [],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        return self._child

    def _ended(self, name: str) -> SimulatorProblem:
        self.close()
        return SimulatorProblem(
            f"{name}: the firmware stopped while it played this script; what it said stands above."
        )
