# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The whole firmware on the modelled board: from a magnet to a light, the flash and the host."""

import sys

import config
from fakes import NoHeap, allocates, driver, flash, power_on, ticks
from fakes.usb import Usb
from merels.app import App
from merels.board import WOOD

ports_module = driver("ports")
loop = driver("loop")
Guard = driver("guard").Guard
CROSSINGS = config.POINTS.split()
LEDS = config.LEDS.split()


class Enough(BaseException):
    """The time that a test wants is over."""


class Board:
    """A board on the table: hands put and take magnets, time passes, the host reads along."""

    def __init__(self, folder=None, broken_flash=False):
        self.folder = folder or flash.fresh_folder()
        if broken_flash:
            self.folder += "/missing/too"
        self.wiring = power_on()
        self.usb = ports_module.sys = Usb()
        self.image = 0
        self.start()

    def start(self):
        self.ports = ports_module.Ports(config, self.folder)
        self.app = App(self.ports)
        self.run(50)

    def run(self, ms):
        """Let the true loop of the board run for so long."""
        end_us = ticks.now_us + 1000 * ms
        step = self.app.step

        def until_the_end(now):
            if ticks.now_us >= end_us:
                raise Enough
            return step(now)

        app = type("app", (), {"step": staticmethod(until_the_end), "watchdog": False})
        try:
            loop.run(app, self.ports.console, Guard(self.ports.storage))
        except Enough:
            pass

    def put(self, *names):
        for name in names:
            self.image |= 1 << CROSSINGS.index(name)
        self._settle()

    def take(self, *names):
        for name in names:
            self.image &= ~(1 << CROSSINGS.index(name))
        self._settle()

    def _settle(self):
        self.wiring.sensors.place(self.image)
        self.run(400)

    def ask(self, line):
        self.usb.incoming += line + b"\n"
        heard = b""
        for _ in range(20):
            self.run(20)
            heard += self.usb.host_reads()
        return heard.decode()


def test_a_piece_becomes_a_move():
    board = Board()
    for name in ("d6", "f4", "d2"):
        board.put(name)
    assert board.app.game.turns() == ["d6", "f4", "d2"]
    assert board.app.game.white | board.app.game.black == (
        1 << WOOD.index("d6") | 1 << WOOD.index("f4") | 1 << WOOD.index("d2")
    )


def test_a_lift_lights_the_ways_within_ten_milliseconds():
    board = Board()
    for k in range(9):
        board.put(("d6", "d5", "f6", "c4", "b4", "e4", "g1", "a1", "g7")[k])
        board.put(("a4", "b2", "d2", "d1", "e5", "c5", "f4", "c3", "a7")[k])  # no mill
    assert board.app.game.hand[0] == board.app.game.hand[1] == 0
    board.run(10)
    before = len(board.wiring.lights.frames)
    lifted_us = ticks.now_us
    board.image &= ~(1 << CROSSINGS.index("b4"))
    board.wiring.sensors.place(board.image)
    board.run(30)
    at_us, frame = board.wiring.lights.frames[before]
    assert at_us - lifted_us <= 10000
    lit = [LEDS[k] for k in range(25) if any(frame[3 * k : 3 * k + 3])]
    assert "b6" in lit  # the only free neighbour of b4


def test_the_game_is_there_after_a_restart():
    board = Board()
    board.put("d6")
    board.put("f4")
    board.run(3000)
    assert board.ports.storage.names() != []
    again = Board(board.folder)
    assert again.app.game.turns() == ["d6", "f4"]


def test_a_host_hears_the_game():
    board = Board()
    board.put("d6")
    board.run(3000)
    assert board.usb.host_reads() == b""  # silent until a host says hello
    heard = board.ask(b":1 hello proto=1")
    assert heard.startswith(":1 ok proto=1")
    assert " id=e6616408432f9a27 " in heard
    assert " move text=d6 " in heard
    assert board.usb.waited_ms == 0


def test_a_host_that_stops_reading_stops_nothing():
    board = Board()
    board.usb.incoming += b":1 hello proto=1\n:2 help\n:3 help\n:4 state\n"
    board.run(500)
    assert len(board.usb.waiting) == 256
    board.put("d6")
    board.put("f4")
    assert board.app.game.turns() == ["d6", "f4"]
    assert board.usb.waited_ms == 0


def test_the_new_button_starts_a_game():
    board = Board()
    board.put("d6")
    board.wiring.buttons.pressed.add(config.NEW_BUTTON)
    board.run(100)
    board.wiring.buttons.pressed.clear()
    board.run(100)
    assert board.app.journal.game == 1  # it asks
    board.wiring.buttons.pressed.add(config.NEW_BUTTON)
    board.run(100)
    board.wiring.buttons.pressed.clear()
    board.run(100)
    assert board.app.journal.game == 2


def test_a_flash_that_fails_stops_no_game():
    board = Board(broken_flash=True)
    board.put("d6")
    board.run(8000)
    board.put("f4")
    assert board.app.game.turns() == ["d6", "f4"]
    assert "storage=ok" not in board.ask(b":1 state")


def test_a_quiet_step_allocates_nothing():
    board = Board()
    board.put("d6")
    board.run(5000)
    board.run(10)
    before = len(board.wiring.lights.frames)
    step = board.app.step
    now = [ticks.ticks_ms()]

    def quiet():
        for _ in range(20):
            now[0] += 2
            step(now[0])

    assert not allocates(quiet)
    ticks.sleep_ms(2)
    assert len(board.wiring.lights.frames) == before


def test_main_starts_the_board():
    lights = power_on().lights
    ports_module.sys = Usb()
    folder_class, ticks_ms = ports_module.FlashFolder, loop.ticks_ms
    folders = []
    start_module = driver("start")

    def fresh(folder):
        folders.append(folder)
        return folder_class(flash.fresh_folder())

    def ticks_for_a_while():
        if ticks.now_us > 100000:
            raise Enough
        return ticks_ms()

    ports_module.FlashFolder, loop.ticks_ms = fresh, ticks_for_a_while
    start_module.FlashFolder = fresh
    start_module.memory = NoHeap
    modules = dict(sys.modules)  # a start unloads some
    try:
        __import__("main")
    except Enough:
        pass
    finally:
        ports_module.FlashFolder, loop.ticks_ms = folder_class, ticks_ms
        start_module.FlashFolder = folder_class
        for name in modules:
            sys.modules[name] = modules[name]
    assert folders == ["/journal", "/journal"]
    assert len(lights.frames) >= 1  # the first light
    assert lights.frames[0][0] < 100000
