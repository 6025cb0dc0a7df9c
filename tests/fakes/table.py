# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A table with a simulated board on it, hands that play turns there, a host, and a bad flash.

For pure tests of the whole app with injected time, on CPython and on MicroPython.

    table = Table()
    table.play("d6 f4 d2")                  # places the pieces by hand
    table.host.say("hello proto=1")         # a framed request; answers are in table.host.lines()
    table.cut()                             # the power goes and comes back
"""

from merels.board import WOOD
from merels.rules.game import Game
from merels.wire import framing
from merels_host.simulator.board import SimulatedBoard
from merels_host.simulator.ports import MemoryConsole, MemoryStorage

KEEP = 1 << 17  # bytes of what the firmware wrote
TURN_MS = 450  # from one turn to the next: settled, written and sent


class Table:
    """board, app, now; rules: words for the game, "variant=..."; game: what the hands play."""

    def __init__(self, storage=None, console=None, now=0, rules="", colour=False, points=25):
        self.storage = storage or MemoryStorage()
        self.console = console or MemoryConsole(KEEP)
        self.host = Host(self)
        self.now = now
        self.colour = colour
        self.board = SimulatedBoard(self.storage, self.console, "sim-1", colour, points)
        self.board.power_on()
        self.run(100)
        self.game = Game()
        if rules:
            assert self.app.request("new " + rules, self.app_now()).startswith("ok")
            self.follow()
        self.run(100)

    @property
    def app(self):
        return self.board.app

    def app_now(self):
        """The time as the firmware counts it."""
        return self.now & 0x3FFFFFFF

    def ask(self, text):
        """The answer to a request."""
        return self.app.request(text, self.app_now())

    def follow(self):
        """The hands play the game that the board has now."""
        game = self.app.game
        self.game = Game.from_position(game.position(), game.variant, **game.changed)

    def run(self, ms):
        """Let the firmware run for so long."""
        until = self.now + ms
        while self.now < until:
            self.now = min(until, self.now + self.board.step(self.now))

    def steps(self, count):
        """Run the firmware so many times, 2 ms apart, as the Pico's loop does."""
        for _ in range(count):
            self.board.step(self.now)
            self.now += 2

    def play(self, moves):
        """Act turns such as "d6 d6-f6xb4" out, one after the other."""
        for move in moves.split():
            self.turn(move)

    def turn(self, move, wait=TURN_MS):
        """Act one turn out."""
        before = self.game.actions
        side = self.game.turn
        self.game.play(move)
        for row in range(before, self.game.actions):
            action = self.game.history.action(row)
            if action >> 5 != 31:
                self.board.wood.lift(action >> 5)
            self.run(20)
            if action & 31 != 31:
                self.board.wood.drop(action & 31, side)
            self.run(20)
        self.run(wait)

    def drop(self, name, side=0):
        self.board.wood.drop(WOOD.index(name), side)

    def lift(self, name):
        self.board.wood.lift(WOOD.index(name))

    def cut(self, ms=200):
        """The power goes and comes back."""
        self.board.power_off()
        self.board.power_on()
        self.run(ms)

    def records(self):
        """The text of all records that the journal has, as a host would get them."""
        return records(self.storage)


def records(storage):
    """The text of all records in a storage, read by a journal of its own."""
    from merels.journal.journal import Journal
    from merels.journal.replay import Replay

    journal = Journal(storage)
    journal.open()
    replay = Replay(journal)
    texts = []
    replay.seek(journal.first)
    while replay.record:
        texts.append(replay.text())
        replay.advance()
    return texts


class Host:
    """The computer at the other end of the line."""

    def __init__(self, table):
        self._table = table
        self._number = 0
        self._read = 0  # bytes of what was said

    def say(self, text, ms=50):
        """Send a request, framed, and let the firmware run; the lines it wrote meanwhile."""
        self._number += 1
        self.type(framing.frame(framing.REQUEST, "%d %s" % (self._number, text)), 0)
        self._table.run(ms)
        return self.lines()

    def type(self, line, ms=50):
        """Type a line as it is; the lines that the firmware wrote meanwhile."""
        self._table.console.type(line + "\n")
        self._table.run(ms)
        return self.lines() if ms else []

    def lines(self):
        """What was said since the last call, as lines; all of them whole."""
        console = self._table.console
        said = bytes(console.said[self._read :]).decode()
        self._read = len(console.said)
        assert not said or said[-1] == "\n", said
        return said.split("\n")[:-1]

    def answer(self, text):
        """The text of the reply to a request, without number and checksum."""
        for line in self.say(text):
            parsed = framing.parse(line)
            if parsed and parsed.kind == "request" and parsed.number == self._number:
                return parsed.text[len(str(self._number)) + 1 :]
        return None


class BadFlash(MemoryStorage):
    """A flash that fails: `fail` is a dict of method name -> errno; `calls` counts them all.

    fail_at: {call number: errno} fails single calls. torn: bytes of a failing append that are
    written all the same.
    """

    def __init__(self):
        MemoryStorage.__init__(self)
        self.fail = {}
        self.fail_at = {}
        self.torn = 0
        self.calls = 0

    def _call(self, name):
        self.calls += 1
        errno = self.fail.get(name) or self.fail_at.get(self.calls)
        if errno:
            raise OSError(errno, name)

    def size(self, name):
        return MemoryStorage.size(self, name)

    def read(self, name, offset, buffer):
        self._call("read")
        return MemoryStorage.read(self, name, offset, buffer)

    def append(self, name, data):
        try:
            self._call("append")
        except OSError:
            if self.torn:
                MemoryStorage.append(self, name, data[: self.torn])
            raise
        MemoryStorage.append(self, name, data)

    def replace(self, name, data):
        self._call("replace")
        MemoryStorage.replace(self, name, data)

    def remove(self, name):
        self._call("remove")
        MemoryStorage.remove(self, name)

    def names(self):
        self._call("names")
        return MemoryStorage.names(self)


class SlowConsole(MemoryConsole):
    """Takes as many bytes a call as `takes` says, which may be 0."""

    def __init__(self, takes):
        MemoryConsole.__init__(self, KEEP)
        self.takes = takes

    def write(self, buffer, start, end):
        return MemoryConsole.write(self, buffer, start, min(end, start + self.takes()))


def copy(storage):
    """A storage of its own with the same files."""
    other = MemoryStorage()
    for name in storage.names():
        data = bytearray(storage.size(name))
        MemoryStorage.read(storage, name, 0, data)
        other.replace(name, data)
    return other


class Dice:
    """Numbers that look random and are the same on every interpreter."""

    def __init__(self, seed):
        self._state = seed & 0x7FFFFFFF or 1

    def below(self, limit):
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit

    def one_of(self, things):
        return things[self.below(len(things))]
