# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Linear Hall sensors (DRV5055A2) behind 74HC4067 or 74HC4051, on ADC pins.

Said loudly: an ADC that is read before the multiplexer has settled, a select wire that floats, two
multiplexers enabled on one wire, or none. A sensor that is missing leaves the wire at what the
channel before it has left there, until a pull-up takes it away.

    wires = HallWires(points, select=(12, 13, 14, 15), adc=(26, 27), power=21)
    wires.magnets = [Magnet("d6", 49)]
    wires.drift = 200                        # codes that warmth adds to all
    wires.faults["a1"] = "missing"           # or "rail", or "frozen"
    wires.low = {12}                         # select wires that stay low whatever drives them
"""

from merels_host.simulator.wires import ticks
from merels_host.simulator.wires.adc import NOISY
from merels_host.simulator.wires.fault import WiringFault
from merels_host.simulator.wires.magnets import Magnet, field_at

CODES_PER_MT = 37  # 30 mV/mT at 3.3 V
_LEAST, _MOST = 248, 3847  # a DRV5055 ends 0.2 V from its supply
_PULLED_US = 250
_POWER_US = 1000
_PULL_UP = 1


class HallWires:
    """points: the name at each channel of the first multiplexer, then of the second, "-" for none.
    offsets: codes by which a sensor rests beside the middle, by point."""

    def __init__(self, points, select, adc, enable=(), power=None, settle_us=10):
        self.points = points
        self.pins = (
            tuple(select) + tuple(adc) + tuple(enable) + (() if power is None else (power,))
        )
        self.magnets = []
        self.offsets = {}
        self.faults = {}
        self._chosen = dict.fromkeys(adc, -1)  # ADC pin -> the channel at it, -1: to be found
        self.heal()
        self._select = dict.fromkeys(select, -1)
        self._backwards = tuple(reversed(select))
        self._adc = tuple(adc)
        self._enable = tuple(enable)
        self._enabled = dict.fromkeys(enable, -1)
        self._power = power
        self._on = power is None
        self._on_us = -_POWER_US
        self._settle_us = settle_us
        self._changed_us = 0
        self._left = {}  # ADC pin -> the code left on its wire
        self._fields_of = None  # the magnets whose fields these are
        self._fields = {}

    def heal(self):
        """As good as new."""
        self.drift = 0
        self.aside = 1  # how many times as strong as it should be a magnet is on other points
        self.low = set()
        self._forget_channels()
        self.faults.clear()
        self._fields_of = None

    def place(self, image):
        """White pieces at exactly these channels."""
        self.magnets = [
            Magnet(name, 49)
            for k, name in enumerate(self.points)
            if image >> k & 1 and name != "-"
        ]

    def driven(self, gpio, level):
        """A pin now does this to its wire: 0 low, 1 high, -1 lets go."""
        if gpio in self._adc:
            if level != -1:
                raise WiringFault("GP%d is driven against the sensors" % gpio)
        elif gpio == self._power:
            if level == 0 and not self._on:
                self._on_us = ticks.now_us
            self._on = level == 0
        else:
            wires = self._select if gpio in self._select else self._enabled
            if wires[gpio] != level:
                self._changed_us = ticks.now_us
                self._forget_channels()
            wires[gpio] = level

    def level(self, gpio, mode, pull):
        raise WiringFault("GP%d is read as high or low" % gpio)

    def analog(self, gpio, pull):
        """The code at an ADC pin with this pull, NOISY beside it, and which channel it is."""
        channel = self._chosen[gpio]
        if channel < 0:
            channel = self._chosen[gpio] = self._channel(gpio)
        if ticks.now_us - self._changed_us < self._settle_us:
            raise WiringFault("the ADC on GP%d is read before the multiplexer has settled" % gpio)
        name = self.points[channel] if channel < len(self.points) else "-"
        fault = self.faults.get(name)
        if fault == "missing" or name == "-":
            if pull == _PULL_UP and ticks.now_us - self._changed_us >= _PULLED_US:
                self._left[gpio] = 4095
            return channel << 13 | NOISY | self._left.get(gpio, 0)
        code = 4095 if fault == "rail" else self._code(name)
        self._left[gpio] = code
        return channel << 13 | (0 if fault == "frozen" else NOISY) | code

    def _forget_channels(self):
        for gpio in self._chosen:
            self._chosen[gpio] = -1

    def _channel(self, gpio):
        _held(self._select)
        _held(self._enabled)
        address = 0
        for pin in self._backwards:
            address = address << 1 | (0 if pin in self.low else self._select[pin])
        number = self._adc.index(gpio)
        if self._enable:
            number = self._enabled_on(gpio, number)
        return (number << len(self._backwards)) + address

    def _enabled_on(self, gpio, number):
        turns = len(self._enable) // len(self._adc)
        mine = self._enable[number * turns : (number + 1) * turns]
        on = [pin for pin in mine if self._enabled[pin] == 0]
        if len(on) != 1:
            raise WiringFault("%d multiplexers are enabled on GP%d" % (len(on), gpio))
        return self._enable.index(on[0])

    def _code(self, name):
        if not self._on or ticks.now_us - self._on_us < _POWER_US:
            return 0
        rest = 2048 + self.offsets.get(name, 0)
        if self.faults.get(name) == "frozen":
            return rest
        if self._fields_of is not self.magnets:
            self._fields_of = self.magnets
            self._fields = {}
        if name not in self._fields:
            self._fields[name] = int(CODES_PER_MT * field_at(name, self.magnets, self.aside))
        return min(max(rest + self.drift + self._fields[name], _LEAST), _MOST)


def _held(wires):
    for pin in wires:
        if wires[pin] == -1:
            raise WiringFault("the wire on GP%d floats" % pin)
