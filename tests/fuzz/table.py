# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The table: a simulated board with its clock, and a note of all that hands did to it.

Times are given for a settle time of 200 ms and scaled. It steps exactly as the player of hand
scripts does, so that the notes are a hand script that repeats the game.

    table = Table("variant nine-mens-morris\nset settle=200\n", 0)
    table.drop(4, 0)
    table.pause(300)
"""

from merels.board import WOOD
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.handscript import SIDES, parse
from merels_host.simulator.play import BOOT_MS, SETTLE_MS
from merels_host.simulator.ports import MemoryConsole, MemoryStorage

NEW = 0
BACK = 1


class Table:
    """header: the lines of a hand script above its deeds. settle: ms, a setting of the header.
    deeds: (ms since the start, text)."""

    def __init__(self, header, settle, base=0):
        script = parse(header, "fuzz")
        self.settle = settle
        self.board = SimulatedBoard(
            MemoryStorage(), MemoryConsole(), "sim-0", script.sensors == "colour"
        )
        self.deeds = []
        self._later = []
        self.now = base
        self.board.power_on()
        self._run(base + BOOT_MS)
        self.board.start(script, self.now)
        self._run(self.now + SETTLE_MS)
        self.zero = self.now

    @property
    def app(self):
        return self.board.app

    @property
    def wood(self):
        return self.board.wood

    @property
    def standing(self):
        """Mask of the points where a piece stands."""
        return self.board.wood.white | self.board.wood.black

    def scaled(self, ms):
        return ms * self.settle // 200

    def wait(self, ms):
        """Let `ms` pass, not scaled; deeds that were planned for then are done."""
        until = self.now + ms
        while self._later and self._later[0][0] <= until:
            when, deed = self._later.pop(0)
            self._run(when)
            self._do(deed)
        self._run(until)

    def pause(self, ms):
        self.wait(self.scaled(ms))

    def finish(self):
        """Wait until all that was planned for later is done."""
        if self._later:
            self.wait(self._later[-1][0] - self.now)

    def later(self, ms, deed):
        """Plan a deed, `ms` (scaled) from now."""
        when = self.now + self.scaled(ms)
        at = len(self._later)
        while at and self._later[at - 1][0] > when:
            at -= 1
        self._later.insert(at, (when, deed))

    def lift(self, bit):
        self._do(("lift", bit))

    def drop(self, bit, side):
        self._do(("drop", bit, side))

    def noise(self, bit, ms):
        self._do(("noise", bit, ms))

    def press(self, button, ms=100):
        self._do(("press", button, ms))

    def power(self, on):
        self._do(("power", on))

    def _run(self, until):
        while self.now < until:
            self.now += self.board.step(self.now)
        self.now = until

    def _do(self, deed):
        self.deeds.append((self.now - self.zero, _text(deed)))
        self.board.do(deed, self.now)


def _text(deed):
    what = deed[0]
    if what == "drop":
        return "drop %s %s" % (WOOD[deed[1]], SIDES[deed[2]])
    if what == "lift":
        return "lift " + WOOD[deed[1]]
    if what == "noise":
        return "noise %s %d" % (WOOD[deed[1]], deed[2])
    if what == "press":
        return "press %s %d" % (("new", "back")[deed[1]], deed[2])
    return "power " + ("off", "on")[deed[1]]
