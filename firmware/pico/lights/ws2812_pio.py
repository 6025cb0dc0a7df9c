# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false
"""The data line of WS2812 LEDs, timed by the PIO to 50 ns, with interrupts on.

Each bit is a high pulse, short for 0 and long for 1, and a pause. The line is low when nothing is
sent. LED_TIMING becomes cycles of the program:

    low_1       low: a bit is taken up; here the program rests when there is none
    high_0      high
    the rest    high for a 1, low for a 0: one of two branches

    wire = make_wire(22, 25, 3, (350, 900, 800, 450), 300)
"""

from machine import Pin
from rp2 import PIO, asm_pio

from pico.lights.pio_wire import PioWire

_STEP_NS = 50
_MOST_CYCLES = 16  # of one instruction, when one of its five bits for delay and side sets the pin


def make_wire(pin, leds, channels, timing, rest_us):
    """The wire at this GPIO. timing: ns high and low of a 0, and of a 1."""
    cycles, ns = cycles_of(timing)
    count = leds * channels
    high, more_high, low, more_low = cycles
    us = count * 8 * ns * (high + low + max(more_high, more_low)) // 1000 + 1 + rest_us
    return PioWire(
        _program(*cycles), 1000000000 // ns, bytearray(count), us, sideset_base=Pin(pin)
    )


def cycles_of(timing):
    """((high of 0, more of it for 1, low of 1, more of it for 0), nanoseconds of a cycle)."""
    high_0, low_0, high_1, low_1 = timing
    times = (high_0, high_1 - high_0, low_1, low_0 - low_1)
    ns = _STEP_NS * -(-max(times) // (_STEP_NS * _MOST_CYCLES))
    return tuple([max(1, (time + ns // 2) // ns) for time in times]), ns


def _program(high, more_high, low, more_low):
    """The program with these cycles."""

    @asm_pio(
        sideset_init=PIO.OUT_LOW,
        out_shiftdir=PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
        fifo_join=PIO.JOIN_TX,
    )
    def bits():
        wrap_target()
        label("bit")
        out(x, 1).side(0)[low - 1]
        jmp(not_x, "zero").side(1)[high - 1]
        jmp("bit").side(1)[more_high - 1]
        label("zero")
        nop().side(0)[more_low - 1]
        wrap()

    return bits
