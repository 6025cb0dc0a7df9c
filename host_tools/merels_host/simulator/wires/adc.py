# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `machine.ADC` on the RP2040, with what it does wrong.

The first sample after the input has changed still holds half of the one before; each has a few
codes of noise; and at four codes the converter jumps (RP2040 data sheet, erratum E11). What is at
the pin is for `wiring.py` to say.

    ADC(Pin(26)).read_u16() >> 4      # 2047
"""

from merels_host.simulator.wires import ticks

_FIRST, _LAST = 26, 29
_SAMPLE_US = 2
_JUMPS = (512, 1536, 2560, 3584)
NOISY = 4096  # beside the code, of what is at the pin: it has noise
_JUMP = 8  # codes to either side that are not to be had

NOISE = 3  # codes to either side, of the converter itself

_wiring = None
_state = {"held": 0, "input": None, "random": 1, "noise": NOISE}


def reset(wiring):
    global _wiring
    _wiring = wiring
    _state.update({"held": 0, "input": None, "random": 1, "noise": NOISE})


def set_noise(codes):
    """So many codes to either side; NOISE is what the converter has by itself."""
    _state["noise"] = codes


class ADC:
    def __init__(self, pin):
        if not _FIRST <= pin.gpio <= _LAST:
            raise ValueError("Pin doesn't have ADC capabilities")
        pin.init(pin.ALT)  # no pull, and the digital input off
        self._pin = pin

    def read_u16(self):
        pin = self._pin
        at = _wiring.analog(pin.gpio, pin.pull())
        code = at & 4095
        ticks.sleep_us(_SAMPLE_US)
        source = (at >> 13) * 32 + pin.gpio
        if source != _state["input"]:
            _state["input"] = source
            first = (code + _state["held"]) // 2
            _state["held"] = code
            code = first
        else:
            _state["held"] = code
            if at & NOISY:
                code += _random(2 * _state["noise"] + 1) - _state["noise"]
        code = min(max(_around_jumps(code), 0), 4095)
        return code << 4 | code >> 8


def _around_jumps(code):
    for jump in _JUMPS:
        if -_JUMP < code - jump < _JUMP:
            return jump - _JUMP + 2 * _JUMP * _random(2)
    return code


def _random(count):
    state = _state["random"] * 48271 % 0x7FFFFFFF
    _state["random"] = state
    return (state >> 8) % count
