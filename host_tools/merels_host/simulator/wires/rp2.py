# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `rp2` on the Pico: PIO state machines and the DMA that feeds them.

Each instruction takes its cycles, and each change of a pin reaches the wiring with its time. What
they do goes on while the processor sleeps, and reads the buffer as it then is. Said loudly: a
second transfer before the first is over, and what the DMA would not pace by the FIFO.

    machine = StateMachine(0, program, freq=20000000, sideset_base=Pin(22))
    machine.active(1)
    machine.put(bytearray(75), 24)       # waits, and time passes: blocked_us counts it
"""

from merels_host.simulator.wires import ticks
from merels_host.simulator.wires.fault import WiringFault
from merels_host.simulator.wires.pio_program import asm_pio
from merels_host.simulator.wires.state_machine import Engine

__all__ = ("DMA", "PIO", "StateMachine", "asm_pio", "blocked_us", "reset")

_SYSTEM_HZ = 125000000
_SLOWEST = 65536  # of the divider

_wiring = None
_engines: list = [None] * 8  # of each state machine
blocked_us = 0  # that put() has waited for room


def reset(wiring):
    global _wiring, blocked_us
    _wiring = wiring
    blocked_us = 0
    _engines[:] = [None] * 8
    ticks.passing[:] = [_run]


def _run():
    ns = 1000 * ticks.now_us
    for engine in _engines:
        if engine:
            engine.run(ns)


class PIO:
    OUT_LOW, OUT_HIGH = 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2

    def __init__(self, number):
        self._number = number

    def remove_program(self, program=None):
        """All state machines of this PIO lose what they run."""
        for number in range(4):
            _engines[4 * self._number + number] = None


class StateMachine:
    def __init__(self, number, program, freq=-1, out_base=None, sideset_base=None):
        hz = _SYSTEM_HZ if freq < 0 else freq
        if not _SYSTEM_HZ // _SLOWEST < hz <= _SYSTEM_HZ:
            raise ValueError("freq out of range")
        for pin in (out_base, sideset_base):
            if pin:
                pin.init(pin.ALT)
        self.number = number
        self.engine = _engines[number] = Engine(
            program,
            1000000000 // hz,
            out_base.gpio if out_base else -1,
            sideset_base.gpio if sideset_base else -1,
            _wiring,
        )

    def active(self, on=None):
        if on is not None:
            self.engine.start(1000 * ticks.now_us, bool(on))
        return self.engine.on

    def tx_fifo(self):
        return len(self.engine.fifo)

    def put(self, value, shift=0):
        global blocked_us
        for word in (value,) if isinstance(value, int) else value:
            while not self.engine.room:
                blocked_us += 1
                ticks.sleep_us(1)
            self.engine.fifo.append(word << shift & 0xFFFFFFFF)
            self.engine.run(1000 * ticks.now_us)


class DMA:
    """The channel knows one job: bytes from a buffer to the FIFO of a state machine."""

    def __init__(self):
        self._buffer = b""
        self._machine = None
        self._count = self._at = 0
        self._ctrl = {}

    def pack_ctrl(self, **fields):
        return fields

    def config(self, read=None, write=None, count=None, ctrl=None, trigger=False):
        if self.active():
            raise WiringFault("the DMA is set up anew before its transfer is over")
        self._buffer = read if read is not None else self._buffer
        self._machine = write or self._machine
        self._count = count or self._count
        self._ctrl = ctrl or self._ctrl
        if trigger:
            self._start()

    def active(self):
        machine = self._machine
        return bool(machine and machine.engine.source is self)

    def _start(self):
        number = self._machine.number
        wanted = {"size": 0, "inc_write": False, "treq_sel": number // 4 * 8 + number % 4}
        if self._ctrl != wanted:
            raise WiringFault("the DMA does not send bytes at the pace of the FIFO")
        if self._count > len(self._buffer):
            raise WiringFault("the DMA reads past the end of the buffer")
        self._at = 0
        self._machine.engine.source = self
        self._machine.engine.run(1000 * ticks.now_us)

    def take(self):
        """The next byte, four times over, as the bus has it."""
        self._at += 1
        return self._buffer[self._at - 1] * 0x01010101

    @property
    def over(self):
        """Whether the last byte was taken."""
        return self._at == self._count
