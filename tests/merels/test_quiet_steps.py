# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""While nothing is committed, a step takes no heap, and no number that it handles leaves a small
int of the Pico.

Only MicroPython can lock the heap, so those tests exist there only. It has 63-bit small ints on a
PC: that nothing reaches 2**30 is tested with ints that watch themselves, which CPython has.
"""

import sys

from fakes.table import Table
from merels.app import App
from merels.board import WOOD
from merels.lights.hints import LEVELS
from merels.lights.idle import SLEEP_MS
from merels.lights.palette import PALETTES
from merels.modes.menu import LEAVE_MS
from merels.wire import framing
from merels_host.simulator.ports import MemoryStorage

WRAP = 1 << 30
PLACING = "a1 d2 b6 f4 g7"
MOVING = (
    "position white=a1,d1,b2,f2,d6 black=a7,d7,b6,f6,g4 turn=white",
    "position white=a1,d1,b2 black=a7,d7,b6,f6 turn=white",
)


class Quiet:
    """Ports that allocate nothing; `seen` and `pressed` are what the sensors and buttons read."""

    def __init__(self, colour):
        self.board_id = "quiet"
        self.colour = colour
        self.points = (1 << 25) - 1
        self.seen = self.white = self.black = self.pressed = 0
        self.typed = b""
        self.at = 0
        self.frames = 0
        self.sensors = self.lights = self.console = self.buttons = self
        self.storage = MemoryStorage()
        self.reading = self.read
        self.sensors = Sensors(self)
        self.buttons = Buttons(self)

    def read(self):
        if self.at < len(self.typed):
            self.at += 1
            return self.typed[self.at - 1]
        return -1

    def write(self, what, start=0, end=0):
        self.frames += 1
        return end - start


class Sensors:
    analog = False

    def __init__(self, ports):
        self.ports = ports
        self.colour = ports.colour
        self.points = ports.points
        self.white = self.black = 0

    def read(self):
        self.white = self.ports.white
        self.black = self.ports.black
        return self.ports.seen


class Buttons:
    def __init__(self, ports):
        self.ports = ports

    def read(self):
        return self.ports.pressed


class Still:
    """An app on quiet ports, at a position with its pieces on the wood, everything written."""

    def __init__(self, position, host, colour=False, now=0, number=int):
        self.number = number
        self.ports = Quiet(colour)
        self.now = now
        self.app = App(self.ports)
        self.run(100)
        if position:
            assert self.app.request(position, self.now % WRAP).startswith("ok")
        self.stand()
        if host:
            line = framing.frame(":", "1 hello proto=1") + "\n"
            self.ports.typed = line.encode()
            self.run(300)
            last = self.app.journal.last
            self.ports.typed += (framing.frame(":", "2 ack %d" % last) + "\n").encode()
        self.run(1500)
        assert self.app.talk.live == host and self.app.hands.sync
        assert self.app.journal.pending == 0

    def stand(self):
        game = self.app.game
        self.ports.white = self.number(game.white)
        self.ports.black = self.number(game.black)
        self.ports.seen = self.number(game.white | game.black)

    def run(self, ms):
        """Steps 2 ms apart; allocates nothing itself."""
        until = self.now + ms
        while self.now < until:
            self.app.step(self.number(self.now % WRAP))
            self.now += 2

    def lift(self, bit, ms):
        """Lift a piece and put it back, `ms` apart."""
        white, black, seen = self.ports.white, self.ports.black, self.ports.seen
        self.ports.white = white & ~(1 << bit)
        self.ports.black = black & ~(1 << bit)
        self.ports.seen = seen & ~(1 << bit)
        self.run(ms)
        self.ports.white, self.ports.black, self.ports.seen = white, black, seen
        self.run(ms)


def stills(number=int, now=0, hosts=(False, True)):
    """Apps in both phases, with and without a host, with and without colour."""
    for position in ("", "position white=a1,d2 black=b6,f4 hand=7,7") + MOVING:
        for host in hosts:
            for colour in (False, True):
                yield Still(position, host, colour, now, number)


def unchanged(still, action):
    """Nothing was committed by the action."""
    before = still.app.game.position(), still.app.journal.last
    action()
    assert (still.app.game.position(), still.app.journal.last) == before


def pieces(still):
    seen = int(still.ports.seen)
    return [bit for bit in range(25) if seen >> bit & 1]


if sys.implementation.name == "micropython":
    import gc

    from micropython import heap_lock, heap_unlock

    def locked(action):
        """Run the action with the heap locked: whatever allocates raises MemoryError."""
        gc.collect()
        heap_lock()
        try:
            action()
        finally:
            heap_unlock()

    def locked_run(still, ms):
        gc.collect()
        heap_lock()
        try:
            still.run(ms)
        finally:
            heap_unlock()

    def list_of_three():
        return [1, 2, 3]

    def test_the_lock_works():
        try:
            locked(list_of_three)
        except MemoryError:
            pass
        else:
            raise AssertionError

    def test_quiet_steps():
        for still in stills():
            locked_run(still, 3000)

    def test_lifted_and_put_back():
        for still in stills():
            for bit in pieces(still):
                for ms in (20, 150):

                    def act(still=still, bit=bit, ms=ms):
                        still.lift(bit, ms)

                    locked(act)
            assert not still.app.match.complaints

    def test_two_pieces_in_the_air():
        for still in stills():
            bits = pieces(still)[:2]
            if len(bits) > 1:

                def act(still=still, bits=bits):
                    # shorter than it takes for a complaint to be counted, which is an event
                    seen, white, black = still.ports.seen, still.ports.white, still.ports.black
                    for ms in (20, 80):
                        for bit in bits:
                            still.ports.seen &= ~(1 << bit)
                            still.ports.white &= ~(1 << bit)
                            still.ports.black &= ~(1 << bit)
                            still.run(ms)
                        still.ports.seen, still.ports.white, still.ports.black = seen, white, black
                        still.run(ms)

                locked(act)

    def test_bouncing_contacts():
        for still in stills():

            def act(still=still):
                for count in range(200):
                    still.ports.seen ^= 0b1010101
                    still.ports.white ^= 0b1010101
                    still.run(2 * (count % 3))
                    still.ports.seen ^= 0b1010101
                    still.ports.white ^= 0b1010101
                    still.run(8)

            locked(act)

    def test_rhythms_of_light():
        for still in stills():
            # the host's wish breathes and blinks
            game = still.app.game
            text = [text for text in game.legal() if "x" not in text][0]
            assert still.app.request("move text=" + text, still.now) == "ok"
            still.run(100)
            frames = still.ports.frames
            locked_run(still, 3000)
            assert still.ports.frames > frames + 20

    def set_to(still, words):
        assert still.app.request("set " + words, still.now) == "ok"
        still.run(100)

    def test_every_palette_and_level_of_help():
        for still in stills(hosts=(False,)):
            for palette in PALETTES:
                for level in LEVELS:
                    set_to(still, "palette=%s help=%s" % (palette, level))
                    bits = pieces(still)[:3]

                    def act(still=still, bits=bits):
                        still.run(300)
                        for bit in bits:
                            still.lift(bit, 150)

                    locked(act)

    def test_what_a_teacher_sees():
        for still in stills():
            set_to(still, "help=teacher")
            game = still.app.game
            hints = still.app.hints

            def act(game=game, hints=hints):
                hints.see(game)

            locked(act)

    def test_falling_asleep_and_waking():
        for still in stills():
            still.run(SLEEP_MS - 2500)
            assert not still.app.lights.dim
            locked_run(still, 3000)
            assert still.app.lights.dim
            bits = pieces(still)[:1]

            def act(still=still, bits=bits):
                for bit in bits:
                    still.lift(bit, 50)

            locked(act)
            assert still.app.lights.dim != bool(bits)

    def test_the_show_at_the_end():
        for still in stills(hosts=(False,)):
            assert still.app.request("result winner=white reason=resigned", still.now) == "ok"
            still.run(1500)
            locked_run(still, 1500)
            bits = pieces(still)

            def act(still=still, bits=bits):
                for bit in bits:
                    still.lift(bit, 150)

            locked(act)
            assert still.app.lights.still == bool(bits)

    def test_an_open_menu():
        for still in stills(hosts=(False,)):
            game = still.app.game
            still.ports.pressed = 1
            still.run(1300)  # opened, it is loaded
            assert still.app.is_mode("menu")
            still.ports.pressed = 0
            locked_run(still, 300)
            for page in (0, 1):

                def act(still=still):
                    still.ports.pressed = 2  # the next choice
                    still.run(150)
                    still.ports.pressed = 0
                    still.run(150)
                    still.ports.seen ^= 1 << 24  # not lit
                    still.ports.white ^= 1 << 24
                    still.run(400)
                    still.ports.seen ^= 1 << 24
                    still.ports.white ^= 1 << 24
                    still.run(400)
                    still.ports.seen ^= 1  # lit, but not for long
                    still.ports.white ^= 1
                    still.run(100)
                    still.ports.seen ^= 1
                    still.ports.white ^= 1
                    still.run(600)

                locked(act)
                assert still.app.is_mode("menu")
                if page == 0:
                    still.ports.pressed = 1  # its values
                    still.run(150)
                    still.ports.pressed = 0
                    still.run(150)
            locked_run(still, LEAVE_MS - 2000)
            still.run(2000)
            assert not still.app.is_mode("menu") and still.app.game is game

    def test_out_of_step():
        for still in stills():
            if len(pieces(still)) < 5:
                continue
            for bit in pieces(still)[:4]:
                still.ports.seen &= ~(1 << bit)
                still.ports.white &= ~(1 << bit)
                still.ports.black &= ~(1 << bit)
            still.run(1000)
            assert still.app.hands.lost
            locked_run(still, 2000)

    def test_a_button_under_the_finger():
        still = Still(MOVING[0], False)
        still.ports.pressed = 1
        locked_run(still, 900)
        still.run(200)  # it opens the menu, which is loaded for it
        locked_run(still, 2000)
        still.ports.pressed = 0
        locked_run(still, 500)
        still.ports.pressed = 2
        locked_run(still, 900)


if sys.implementation.name == "cpython":

    class Watched(int):
        """An int all of whose descendants stay within the small ints of a 32-bit MicroPython."""

    def _watched(name):
        plain = getattr(int, name)

        def operation(self, *others):
            result = plain(self, *others)
            if type(result) is not int:
                return result  # NotImplemented
            assert -WRAP <= result < WRAP, (name, int(self), others, result)
            return Watched(result)

        return operation

    for _name in ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor"):
        for _form in ("__%s__", "__r%s__"):
            setattr(Watched, _form % _name, _watched(_form % _name))
    for _name in ("__neg__", "__invert__", "__abs__", "__pos__"):
        setattr(Watched, _name, _watched(_name))

    def test_the_watch_works():
        assert Watched(1) << 29 == 1 << 29
        for wrong in (lambda: Watched(1) << 30, lambda: 2 * Watched(WRAP - 1)):
            try:
                wrong()
            except AssertionError:
                pass
            else:
                raise ValueError

    def numbers_of(thing, seen, path):
        """All ints in the attributes of merels' own objects, with where they are."""
        if id(thing) in seen:
            return
        seen.add(id(thing))
        if isinstance(thing, int):
            yield path, thing
        elif isinstance(thing, (list, tuple)):
            for index, item in enumerate(thing):
                yield from numbers_of(item, seen, "%s[%d]" % (path, index))
        elif type(thing).__module__.startswith("merels."):
            for name, value in vars(thing).items():
                yield from numbers_of(value, seen, path + "." + name)

    def test_no_number_reaches_two_to_the_thirtieth():
        for start in (WRAP - 2500, (1 << 29) - 1000):
            for still in stills(Watched, start):
                app = still.app

                def act(still=still):
                    still.run(400)
                    for bit in pieces(still)[:4]:
                        still.lift(bit, 150)
                    still.ports.pressed = Watched(1)
                    still.run(1200)
                    still.ports.pressed = Watched(0)
                    still.run(300)

                for level in LEVELS:
                    assert app.request("set help=" + level, start) == "ok"
                    unchanged(still, act)
                assert app.is_mode("menu")
                found = list(numbers_of(app, set(), "app"))
                assert len(found) > 50
                for path, number in found:
                    if path.endswith(".record.hash"):
                        continue  # of the record sent last
                    assert -WRAP <= number < WRAP, (path, number)


def test_what_is_lifted_shows_at_once():
    table = Table()
    table.ask(MOVING[0])
    table.board.wood.stand(table.app.game.white, table.app.game.black)
    table.run(1000)
    table.lift("a1")
    table.steps(5)  # 10 ms
    shown = table.app.lights.shown()
    assert shown["a1"] == "lifted" and shown["a4"] == "target"
    assert WOOD[9] == "a4"
