# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board under the self test, in this process: firmware with real drivers on modelled wires, and
hands that do what they are told.

built = Built(cut={8})
built.test(points=["a7"])        # the findings; built.seen, built.hands
"""

import re

from merels.app import App
from merels.wire import framing
from merels_host.errors import RequestRefused
from merels_host.selftest import recognise
from merels_host.selftest.board import BoardUnderTest
from merels_host.selftest.keys import ENTER
from merels_host.selftest.procedure import Procedure
from merels_host.simulator.wires.magnets import Magnet

from fakes import MatrixWires, Ws2812Wires, driver, flash, power_on, ticks
from fakes.configs import Changed
from fakes.hall import HallBoard
from fakes.solder import Soldered
from fakes.usb import Usb

ports_module = driver("ports")


class Link:
    """A line to a firmware in this process; time passes while it is asked."""

    def __init__(self, app):
        self.app = app

    def read(self, timeout):
        return []

    def request(self, words):
        self.run(6)
        line = framing.parse(":" + self.app.request(words, ticks.ticks_ms()))
        if line.word == "err":
            raise RequestRefused(line.text, line.values["code"])
        return line.values

    def run(self, ms):
        for _ in range(ms // 2):
            self.app.step(ticks.ticks_ms())
            ticks.sleep_ms(2)


class Hands:
    """Does what it is told on the modelled wires, and presses keys.

    shining: how many LEDs of the chain get data. order: that of the colours in the LEDs.
    answers: keys by the beginning of what was told, before anything else.
    """

    gone = False

    def __init__(self, link, bench, answers=None, shining=25, order="GRB"):
        self.link, self.bench = link, bench
        self.answers = dict(answers or {})
        self.shining = shining
        self.order = order
        self.told, self.keys, self.pictures = [], [], []
        self.waited = 0

    def tell(self, text):
        self.told.append(text)
        self.link.run(20)  # what was asked for shines
        self.waited = 0
        self.keys = []
        for start, key in self.answers.items():
            if text.startswith(start):
                self.keys = [key]
                return
        points = re.search(r"[Pp]ut (?:the piece|pieces) on (.*?)(?: \(|, and on no other)", text)
        if points:
            self.bench.place(*re.findall(r"[a-g][1-7]", points[1]))
        elif text.startswith("Take"):
            self.bench.place()
            self.keys = [ENTER] if "Enter" in text else []
        elif text.startswith("All "):
            self.keys = ["y" if self.shining == 25 else "n"]
        elif text.startswith("Does light"):
            self.keys = ["y" if self.shines() else "n"]
        elif text.startswith("Which colour"):
            frame = self.bench.lights.frames[-1][1]
            self.keys = [self.order[[byte > 0 for byte in frame[:3]].index(True)].lower()]
        elif "One is seen on" in text:
            self.keys = [ENTER]

    def shines(self):
        frame = self.bench.lights.frames[-1][1]
        lit = [at for at in range(25) if any(frame[3 * at : 3 * at + 3])]
        assert len(lit) == 1
        return lit[0] < self.shining

    def show(self, lines):
        self.pictures.append(lines)

    def key(self, timeout):
        self.link.run(int(timeout * 1000))
        self.waited += timeout
        assert self.waited < 60, self.told
        if self.keys:
            return self.keys.pop()
        nothing = self.told[-1].startswith("Put the piece") and self.waited > 0.6
        return "n" if nothing else ""


class Built:
    """A board of this kind, with these wires, and what stands on it."""

    def __init__(self, wires=None, config=None, **solder):
        self.config = config or Changed()
        wires = wires or Soldered(MatrixWires(), inputs=(7, 8, 9, 10, 11), **solder)
        self.wires = wires
        self.lights = Ws2812Wires(self.config.LED_DATA, 25)
        power_on(wires, self.lights)
        ports_module.sys = Usb()
        driver("ports")  # what another board has unloaded is there again
        self.ports = ports_module.Ports(self.config, flash.fresh_folder())
        self.link = Link(App(self.ports))
        self.link.run(200)

    def place(self, *points):
        order = self.config.POINTS.split()
        self.wires.place(sum(1 << order.index(point) for point in points))

    def test(self, points=(), **hands):
        self.hands = Hands(self.link, self, **hands)
        self.board = BoardUnderTest(self.link)
        self.seen = Procedure(self.board, self.hands, points).run()
        self.board.end()
        return recognise.findings(self.seen)


class BuiltHall(Built):
    """49 mT at each piece, white's, but for those in `odd`."""

    def __init__(self, odd=None, faults=None, **solder):
        self.odd = odd or {}
        names = ("MUX_SELECT", "MUX_ADC", "MUX_ENABLE", "HALL_POWER", "POINTS")
        config = Changed(SENSORS="hall", **{name: getattr(HallBoard, name) for name in names})
        self.model = HallBoard(faults=faults).wires
        Built.__init__(self, Soldered(self.model, **solder), config)

    def place(self, *points):
        self.model.magnets = [Magnet(point, self.odd.get(point, 49)) for point in points]
