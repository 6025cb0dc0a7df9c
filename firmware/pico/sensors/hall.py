# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Sensors: a linear Hall sensor at each point, behind analog multiplexers, read by the ADC.

First room of the stream, with colour: white's magnets show one pole and black's the other. Two
74HC4067 share four select wires, each with an ADC pin; or 74HC4051 share three, each with an ADC
pin or with an enable wire. `merels.sensing.levels` judges which reading is a piece.

    sensors = HallSensors(config)
    sensors.read()         # 0b10001: a piece on a7 and one on d6
    sensors.white          # 0b00001: white's is the one on a7
    sensors.faults()       # "weak@d6,reversed@a1"
"""

from time import sleep_ms, sleep_us

from machine import ADC, Pin
from merels.board import WOOD
from merels.sensing.drift import Resting
from merels.sensing.levels import Levels
from merels.unload import once

from pico.order import wood_bits
from pico.sensors.hall_walk import walk

# After the last address wire has changed: 1 nF at the output of a 74HC4067 takes 3.4 us to come
# within half a code (ngspice).
_SETTLE_US = 12
_POWER_MS = 5  # from power to a reading, with 100 nF at each sensor: less than 1 ms
_PULL_US = 400  # the Pico's pull-up, 80 kohm at most, takes 1 nF up in that; a sensor stays
_PULLED = 3900
_FILE = "merels.sensing.levels_file"
_SCANS = 32  # of a measurement: 64 reads


def make(config):
    """The sensors that config.py describes."""
    return HallSensors(config)


class HallSensors:
    """white, black: masks of their pieces. judge, resting: see merels.levels and merels.resting.
    missing: mask of the points where no sensor drives the wire."""

    colour = True
    analog = True

    def __init__(self, config):
        power = getattr(config, "HALL_POWER", None)
        if power is not None:
            Pin(power, Pin.OUT, value=0)  # the gate of a P-channel FET: low is on
            sleep_ms(_POWER_MS)
        select = [Pin(pin, Pin.OUT, value=0) for pin in config.MUX_SELECT]
        enable = [Pin(pin, Pin.OUT, value=1) for pin in config.MUX_ENABLE]
        self._adc_pins = config.MUX_ADC
        samples = [ADC(Pin(pin)).read_u16 for pin in config.MUX_ADC]
        steps = walk(wood_bits(config.POINTS), select, enable, samples)
        half = (len(steps) + 1) // 2
        self._parts = (tuple(steps[:half]), tuple(steps[half:]))
        self.points = 0
        for _, cells in steps:
            for _, point in cells:
                self.points |= 1 << point
        self.white = self.black = 0
        self.judge = Levels(self.points)
        self.resting = Resting(self.judge)
        self._storage = None
        self.missing = self._undriven()
        self.read()
        self.read()

    def read(self):
        """Scan half the channels, the other half the next time; mask of the points with a piece.

        Allocates nothing. Called every 2 ms it sees each point every 4 ms, so that of three equal
        images, which make a piece, two are of different samples. tests/bench/scan.py has what it
        costs: less than 1 ms at 1 us a bytecode, not yet measured on a board.
        """
        self._part = part = 1 - self._part
        judge = self.judge
        read, low, high = judge.read, judge.low, judge.high
        settle = sleep_us
        for change, cells in self._parts[part]:
            change()
            settle(_SETTLE_US)
            for sample, point in cells:
                sample()  # still has something of the channel before
                code = sample() >> 4  # read_u16 gives the 12 bits of the ADC as 16
                if not low[point] <= code <= high[point]:
                    code = _middle(code, sample() >> 4, sample() >> 4)
                    judge.see(point, code)
                read[point] = code
        self.resting.tend()
        there = ~self.missing
        if judge.flip:
            self.white = judge.down & there
            self.black = judge.up & there
        else:
            self.white = judge.up & there
            self.black = judge.down & there
        return self.white | self.black

    def levels(self, into):
        """Scan all; into[bit] of 25 becomes the deviation from the baseline, white's positive."""
        self.read()
        self.read()
        judge = self.judge
        for point in range(25):
            deviation = judge.read[point] - judge.base[point]
            into[point] = -deviation if judge.flip else deviation

    def problem(self):
        """A sentence for whoever built the board when sensors are missing, else ''."""
        points = [WOOD[bit] for bit in range(25) if self.missing >> bit & 1]
        sentence = (
            "No Hall sensor answers at these points, which are dead: %s; look at its supply, at"
            " its output and at its channel of the multiplexer."
        )
        return sentence % " ".join(points) if points else ""

    def faults(self, order=None):
        """Words such as "weak@d6,stuck@a1", "" when all is well; merels.level_faults has them."""
        from merels.sensing.level_faults import faults

        return faults(self.judge, self.resting, self.missing, order)

    # calibration

    def open(self, storage):
        """Take what an earlier calibration has kept there."""
        self._storage = storage
        once(_FILE, lambda file: file.load(storage, self.judge))

    def save(self):
        """Keep the calibration. Raises OSError; then it holds until power-off."""
        once(_FILE, lambda file: file.save(self._storage, self.judge))

    def forget(self):
        """As before any calibration. Raises OSError, and then nothing has changed."""
        once(_FILE, lambda file: file.forget(self._storage))
        self.judge = Levels(self.points)
        self.resting = Resting(self.judge)
        self.read()
        self.read()

    def measure(self):
        """(codes, spreads) of 25 points over some 70 ms; also looks anew for missing sensors, and
        for those without noise."""
        if self._part == 0:
            self.read()  # the other half: the wires are then where a scan begins
        self.missing = self._undriven()
        read = self.judge.read
        sums, least, most = [0] * 25, [4095] * 25, [0] * 25
        for _ in range(_SCANS):
            self.read()
            self.read()
            for point in range(25):
                code = read[point]
                sums[point] += code
                least[point] = min(least[point], code)
                most[point] = max(most[point], code)
        for point in range(25):
            if self.points >> point & 1 and most[point] == least[point]:
                self.resting.frozen(point)
        codes = [total // _SCANS for total in sums]
        return codes, [most[point] - least[point] for point in range(25)]

    def _undriven(self):
        """Mask of the points whose reading goes where the Pico's own pull-up takes it. The wires
        have to be where a scan begins."""
        found = 0
        for pin in self._adc_pins:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        for part in self._parts:
            for change, cells in part:
                change()
                sleep_us(_PULL_US)
                for sample, point in cells:
                    sample()
                    if sample() >> 4 >= _PULLED:
                        found |= 1 << point
        for pin in self._adc_pins:
            ADC(Pin(pin))  # takes the pull-up away
        self._part = 1  # the wires are where a scan begins
        return found


def _middle(a, b, c):
    """The median: one sample that a spark has spoilt is no piece."""
    if a > b:
        a, b = b, a
    return b if b < c else (a if a > c else c)
