# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Runs the firmware on a simulated board in real time. The child of `bridge`.

It ends at once when the parent ends: for the board a power cut. The pieces stay where they stand,
in the file `.board` beside the firmware's own files, until the next run.

    micropython -m merels_host.simulator.run HOST PORT TOKEN FOLDER presence|colour 24|25 [build]

With `build` the first line of the parent is JSON: {"constants": those of the config.py, "faults":
[[word, where], ...]}.
"""

import binascii
import json
import os
import sys

from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.builds import Config
from merels_host.simulator.faults import fault_text
from merels_host.simulator.handscript import ScriptError, parse, parse_deed
from merels_host.simulator.line import LineConsole, ParentGone, ParentLine, ticks_ms
from merels_host.simulator.ports import FolderStorage
from merels_host.simulator.prompt import Prompt

SETTLE_MS = 1000  # between a script's position and its first deed
LONGEST_WAIT_MS = 200
CTRL_C = b"\x03"
KEPT = ".board"  # the board itself: its id and the pieces on the wood


class RunningBoard:
    """A simulated board with power, a line to the parent, and perhaps a script under way."""

    def __init__(self, line, folder, colour, points, build=None):
        self._line = line
        self._storage = FolderStorage(folder)
        self._console = LineConsole(line)
        kept = self._load()
        self._id = kept["id"]
        config = Config(build["constants"]) if build else None
        self._board = SimulatedBoard(
            self._storage, self._console, self._id, colour, points, config
        )
        self._dips = 0
        self._board.wood.stand(kept["white"], kept["black"])
        self._kept = None
        self._keep()
        self._performance = None
        self._prompt = None  # what answers while the firmware is stopped
        for word, where in build["faults"] if build else []:
            self._board.fault((word, where), ticks_ms())
        self._board.power_on()

    def loop(self):
        """Step the firmware until the parent is gone (raises ParentGone)."""
        while True:
            now = ticks_ms()
            if self._performance:
                self._perform(now)
            wait = min(self._step(now), LONGEST_WAIT_MS)
            self._tell_dips()
            if self._performance:
                wait = min(wait, self._performance.wait(now))
            if self._line.wait(wait):
                for line in self._line.lines():
                    self._hear(line)

    def _step(self, now):
        if self._prompt is None:
            return self._board.step(now)
        if self._prompt.step():
            self._prompt = None
            self._board.power_off()
            self._board.power_on()
            return 1
        return 1 if self._prompt.pending() else LONGEST_WAIT_MS

    def _hear(self, line):
        word, rest = _split(line)
        if word == "serial":
            typed = binascii.unhexlify(rest)
            place = typed.find(CTRL_C)
            if place >= 0 and self._prompt is None and self._board.app:
                self._console.drop(place + 1)
                self._prompt = Prompt(self._console)
                typed = typed[place + 1 :]
            self._console.came(typed)
        elif word == "taken":
            self._console.taken(int(rest))
        else:
            name, rest = _split(rest)
            if word == "play":
                asked = json.loads(rest)
                self._begin(name, asked["text"], asked["name"], asked["speed"])
            elif rest.startswith("!"):
                self._line.say(f"answer {name} {rest[1:]}")  # the parent's own, in its turn
            else:
                self._line.say(f"answer {name} {json.dumps(self._answer(rest.split()))}")

    def _answer(self, words):
        """Do or tell what a line of the control channel asks for; never raises."""
        if not words:
            return {"error": "an empty line asks for nothing"}
        if words == ["lights"]:
            return self._board.app.lights.shown() if self._board.app else {}
        if words == ["frame"]:
            return self._board.ports.colours()
        if words == ["state"]:
            return self._state()
        try:
            deed = parse_deed(words)
            self._do(deed)
            self._keep()
        except (ValueError, OSError) as error:
            return {"error": str(error)}
        answer = {"ok": True, "ms": ticks_ms()}
        if deed[0] == "host":
            answer["reply"] = self._board.replies.pop() if self._board.replies else None
        return answer

    def _do(self, deed):
        was_on = self._board.app is not None
        if self._prompt and deed[0] == "host":
            raise ValueError("the firmware is stopped; Ctrl-D on its serial line starts it")
        self._board.do(deed, ticks_ms())
        is_on = self._board.app is not None
        if is_on != was_on:
            self._prompt = None
            self._console.reset()
            self._line.say(f"port {int(is_on)}")
        self._tell_dips()

    def _tell_dips(self):
        """A board whose supply has dipped has gone from the port and come again."""
        if self._dips != self._board.dips:
            self._dips = self._board.dips
            self._console.reset()
            self._line.say("port 0")
            self._line.say("port 1")

    def _state(self):
        state = self._board.result()
        state["wood"] = self._board.standing()
        if self._board.config:
            state["build"] = self._board.config.SENSORS
            state["faults"] = [fault_text(fault) for fault in self._board.ports.faults]
        state["power"] = self._board.app is not None
        state["ms"] = ticks_ms()
        return state

    def _begin(self, name, text, file, speed):
        try:
            script = parse(text, file)
            now = ticks_ms()
            self._board.inject(script, now)
            self._board.start(script, now)
            self._keep()
            self._performance = Performance(name, script, speed, now + SETTLE_MS)
        except ScriptError as error:
            self._line.say(f"answer {name} {json.dumps({'error': str(error)})}")

    def _perform(self, now):
        performance = self._performance
        answer = None
        while answer is None:
            due = performance.due(now)
            if due is None:
                break
            line, deed = due
            try:
                self._do(deed)
                self._keep()
            except (ValueError, OSError) as error:
                answer = {"error": str(performance.script.error(line, str(error)))}
        if answer is None and performance.over(now):
            answer = self._board.result()
        if answer is not None:
            self._performance = None
            self._line.say(f"answer {performance.name} {json.dumps(answer)}")

    def _load(self):
        try:
            with open(self._storage.path(KEPT)) as file:
                return json.loads(file.read())
        except (OSError, ValueError):
            name = "sim-" + binascii.hexlify(os.urandom(4)).decode()
            return {"id": name, "white": 0, "black": 0}

    def _keep(self):
        wood = self._board.wood
        kept = {"id": self._id, "white": wood.white, "black": wood.black}
        if kept != self._kept:
            self._storage.replace(KEPT, json.dumps(kept).encode())
            self._kept = kept


class Performance:
    """A script that is acted out in real time, `speed` times as fast as it says."""

    def __init__(self, name, script, speed, zero):
        self.name = name
        self.script = script
        self._speed = speed
        self._zero = zero
        self._next = 0

    def due(self, now):
        """The next (line number, deed) if its time has come, else None."""
        if self._next == len(self.script.deeds):
            return None
        when, line, deed = self.script.deeds[self._next]
        if now < self._at(when):
            return None
        self._next += 1
        return line, deed

    def over(self, now):
        """Has the script ended?"""
        return self._next == len(self.script.deeds) and now >= self._at(self.script.length())

    def wait(self, now):
        """Milliseconds until something is due."""
        deeds = self.script.deeds
        when = deeds[self._next][0] if self._next < len(deeds) else self.script.length()
        return max(1, self._at(when) - now)

    def _at(self, when):
        # the end keeps its distance: the firmware settles no faster for a faster script
        rest = max(0, when - self.script.deeds[-1][0]) if self.script.deeds else when
        return self._zero + int((when - rest) / self._speed) + rest


def interpreter():
    """The name and version of what runs this."""
    version = sys.implementation.version
    if sys.implementation.name == "micropython":
        numbers = ".".join([str(part) for part in version[:3]])
        extra = "-" + version[3] if len(version) > 3 and version[3] else ""
        return f"MicroPython {numbers}{extra}"
    return "CPython " + sys.version.split()[0]


def _split(text):
    at = text.find(" ")
    return (text, "") if at < 0 else (text[:at], text[at + 1 :])


def main(arguments):
    """Run until the parent has gone."""
    host, port, token, folder, sensors, points = arguments[:6]
    try:
        line = ParentLine(host, int(port))
        build = json.loads(line.first()) if "build" in arguments[6:] else None
        board = RunningBoard(line, folder, sensors == "colour", int(points), build)
        line.say(f"hello {token} {interpreter()}")
        board.loop()
    except ParentGone:
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
