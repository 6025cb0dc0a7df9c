# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A state machine of the PIO: runs a program cycle by cycle, on what the FIFO brings.

After the RP2040 data sheet, as far as lights need it: out with autopull, jmp, nop, side set.

    engine = Engine(program, 50, -1, 22, wiring)
    engine.start(0, True)
    engine.fifo.append(0xFF000000)
    engine.run(10000)                  # all that happens before 10 us
"""


class Engine:
    """fifo: words that wait. source: a DMA channel that refills it, or None. on: it runs."""

    def __init__(self, program, cycle_ns, out_pin, side_pin, wiring):
        self.fifo = []
        self.source = None
        self.on = False
        self._program = program
        self._cycle_ns = cycle_ns
        self._out_pin = out_pin
        self._side_pin = side_pin
        self._wiring = wiring
        settings = program.settings
        self._depth = 8 if settings.get("fifo_join") == 1 else 4
        self._threshold = settings.get("pull_thresh", 32)
        if not settings.get("autopull") or settings.get("out_shiftdir") != 0:
            raise ValueError("only programs that pull by themselves and shift left are modelled")
        self._levels = {}
        self._at = program.target
        self._now = 0
        self._waits = False  # for what the FIFO brings
        self._shift = self._left = self._x = 0
        for pin, first in ((out_pin, "out_init"), (side_pin, "sideset_init")):
            if pin >= 0:
                self._set(pin, settings[first] & 1)

    @property
    def room(self):
        return len(self.fifo) < self._depth

    def start(self, now, on):
        self.on = on
        self._now = now

    def run(self, until):
        """Do all that happens before this time, in nanoseconds."""
        if self._waits and not self.fifo and not self.source:
            self._now = until + 1
            return
        self._refill()
        while self.on and self._now < until + 1:
            word, first, second, side, delay = self._program.instructions[self._at]
            if side >= 0:
                self._set(self._side_pin, side)
            if word == "out" and not self._left:
                self._waits = not self._pull()
                if self._waits:
                    self._now = until + 1  # what comes next comes later than this
                    return
            if word == "out":
                self._out(first, second)
            self._now += self._cycle_ns * (1 + delay)
            self._at += 1
            if word == "jmp" and (first == "" or not self._x):
                self._at = self._program.labels[second]
            if self._at == self._program.end:
                self._at = self._program.target

    def _refill(self):
        while self.source and self.room:
            self.fifo.append(self.source.take())
            if self.source.over:
                self.source = None

    def _pull(self):
        """Take the next word out of the FIFO; False if there is none."""
        if not self.fifo:
            return False
        self._shift = self.fifo.pop(0)
        self._left = self._threshold
        self._refill()
        return True

    def _out(self, place, bits):
        if bits != 1:
            raise ValueError("only single bits are modelled")
        bit = self._shift >> 31 & 1
        self._shift = self._shift << 1 & 0xFFFFFFFF
        self._left -= 1
        if place == "x":
            self._x = bit
        else:
            self._set(self._out_pin, bit)

    def _set(self, pin, level):
        if self._levels.get(pin) != level:
            self._levels[pin] = level
            self._wiring.edge(pin, level, self._now)
