# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Somebody who runs `merels selftest` on a simulated board with faults, and does what it asks for.

acted = Acted(folder, "dead-column:GP8", options=["--points", "a7,d7"])
acted.code, acted.lines, acted.report
"""

import re
import subprocess
import sys
import time

from merels_host.simulator.control import Control
from merels_host.simulator.simulate_command import SimulateCommand


class Acted:
    """What a self test of a board said, wrote and ended with; the hands do what it asks for."""

    def __init__(self, folder, *faults, build="matrix", options=()):
        self.folder = folder
        arguments = [word for fault in faults for word in ("--fault", fault)]
        self.standing = {}
        with (
            SimulateCommand("--build", build, *arguments) as board,
            Control(board.control) as self.control,
        ):
            self.process = subprocess.Popen(
                [sys.executable, "-m", "merels_host", "selftest", board.serial, *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,  # with --json the steps are there
                text=True,
                cwd=folder,
            )
            self.lines = []
            assert self.process.stdout
            try:
                for line in self.process.stdout:
                    self.lines.append(line.rstrip("\n"))
                    self.react(line)
                self.code = self.process.wait(300)
            finally:
                self.process.kill()
        (report,) = [*folder.glob("*.txt")]
        self.report = report.read_text()

    def key(self, key):
        assert self.process.stdin
        self.process.stdin.write(f"{key}\n")
        self.process.stdin.flush()

    def put(self, *points):
        """Exactly these pieces."""
        for point in [*self.standing]:
            if point not in points:
                self.control.ask(f"lift {point}")
                del self.standing[point]
        for point in points:
            if point not in self.standing:
                self.control.ask(f"drop {point} white")
                self.standing[point] = True

    def react(self, line):
        points = re.search(r"[Pp]ut (?:the piece|pieces) on (.*?)(?: \(|, and on no other)", line)
        if points:
            names = re.findall(r"[a-g][1-7]", points[1])
            self.put(*names)
            if len(names) == 1 and names[0] in self.blind():
                self.key("n")
        elif line.startswith("Take"):
            self.put()
            self.key("")
        elif "One is seen on" in line:
            self.key("")
        elif line.startswith("All "):
            self.key("y" if self.shining() == 25 else "n")
        elif line.startswith("Does light"):
            self.key("y" if self.shining() else "n")
        elif line.startswith("Which colour"):
            time.sleep(0.15)
            reds, _, blues = map(sum, zip(*self.control.ask("frame"), strict=True))
            self.key("r" if reds > blues else "b")

    def shining(self):
        time.sleep(0.15)  # until an eye has seen it
        return sum(any(colours) for colours in self.control.ask("frame"))

    def blind(self):
        """Points that a person would see do nothing."""
        faults = self.control.ask("state")["faults"]
        if any("dead-column" in str(fault) for fault in faults):
            return ("d7", "c5")
        return ("d7", "g4") if any("stuck-select" in str(fault) for fault in faults) else ()
