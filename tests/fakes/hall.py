# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board with Hall sensors for tests: the driver on a model of its wires.

board = HallBoard().start()
board.stand(d6=49, f4=-49)            # mT at these points: white, black
board.run(500)                        # scans every 2 ms or so
board.seen()                          # ("d6", "f4"): white's and black's points
"""

from merels.app import App
from merels.board import WOOD
from merels_host.simulator.ports import MemoryConsole, MemoryStorage, SimulatedLights
from merels_host.simulator.wires.hall import HallWires
from merels_host.simulator.wires.magnets import Magnet

from fakes import driver, power_on, ticks

hall = driver("sensors.hall")


class HallBoard:
    """wires: the model. sensors: the driver. faults: {point: "missing", ...} from power-on on."""

    # two 74HC4067, outer and middle ring at the first; what a config.py would say
    MUX_SELECT = (12, 13, 14, 15)
    MUX_ADC = (26, 27)
    MUX_ENABLE = ()
    HALL_POWER = 21
    POINTS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4 d4"

    def __init__(self, storage=None, faults=None, **changes):
        for name in changes:
            setattr(self, name, changes[name])
        self.wires = HallWires(
            self.POINTS.split(), self.MUX_SELECT, self.MUX_ADC, self.MUX_ENABLE, self.HALL_POWER
        )
        self.wires.faults.update(faults or {})
        self.storage = storage
        self.wiring = power_on(self.wires)

    def start(self):
        """The driver at power-on; returns self."""
        self.sensors = hall.make(self)
        if self.storage is not None:
            self.sensors.open(self.storage)
        return self

    def stand(self, **fields):
        """Magnets of so many mT at exactly these points."""
        self.put([Magnet(name, fields[name]) for name in fields])

    def put(self, magnets):
        self.wires.magnets = magnets

    def run(self, ms):
        """Scan every 2 ms."""
        for _ in range(ms // 2):
            self.sensors.read()
            ticks.sleep_ms(2)

    def seen(self):
        """White's and black's points after a whole scan, as text."""
        self.sensors.read()
        image = self.sensors.read()
        assert image == self.sensors.white | self.sensors.black
        return names(self.sensors.white), names(self.sensors.black)


class HallApp(HallBoard):
    """The firmware on such a board: `ask` answers a request, `run` lets it play."""

    board_id = "e66038b713845a29"

    def __init__(self, storage=None, faults=None, **changes):
        HallBoard.__init__(self, storage or MemoryStorage(), faults, **changes)
        self.now = 0
        self.pressed = 0
        self.console = MemoryConsole()
        self.lights = SimulatedLights()
        self.buttons = Pressed(self)
        self.start()
        self.app = App(self)
        self.run(50)

    def ask(self, text):
        return self.app.request(text, self.now)

    def run(self, ms):
        """Step every 2 ms."""
        until = self.now + ms
        while self.now < until:
            self.app.step(self.now)
            self.now += 2
            ticks.sleep_ms(2)


class Pressed:
    """Buttons: `pressed` of the board says which are down."""

    def __init__(self, board):
        self._board = board

    def read(self):
        return self._board.pressed


def names(mask):
    return " ".join([WOOD[bit] for bit in range(25) if mask >> bit & 1])
