# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Stands in for `rp2.asm_pio`: writes PIO programs down, as far as lights need them.

As in MicroPython's ports/rp2/modules/rp2.py: the function is called with the names of the
instructions as its globals. A program that the true one refuses is refused: a delay that leaves
no bits, or a label that is missing.
"""

_BITS = 5  # of an instruction, for delay and side set


class Program:
    """instructions: each (word, first, second, side or -1, delay). target: where it wraps to."""

    def __init__(self, settings):
        self.settings = settings
        self.instructions = []
        self.labels = {}
        self.target = 0
        self.end = 0

    def wrap_target(self):
        self.target = len(self.instructions)

    def wrap(self):
        self.end = len(self.instructions)

    def label(self, name):
        if name in self.labels:
            raise ValueError("duplicate label " + name)
        self.labels[name] = len(self.instructions)

    def add(self, word, first, second=None):
        """Append an instruction; returns what side() and [delay] are said to."""
        self.instructions.append([word, first, second, -1, 0])
        return Instruction(self.instructions[-1])

    def out(self, place, bits):
        return self.add("out", place, bits)

    def jmp(self, condition, label=None):
        return self.add("jmp", condition, label) if label else self.add("jmp", "", condition)

    def nop(self):
        return self.add("nop", None)

    def finish(self):
        """Check what only the whole program shows."""
        if not self.end:
            self.end = len(self.instructions)
        sided = [one for one in self.instructions if one[3] >= 0]
        bits = _BITS
        if sided:
            if self.settings.get("sideset_init") is None:
                raise ValueError("no sideset")
            bits -= 1 if len(sided) == len(self.instructions) else 2
        for one in self.instructions:
            if not 0 <= one[4] < 1 << bits:
                raise ValueError("delay too large")
            if one[0] == "jmp" and one[2] not in self.labels:
                raise ValueError("unknown label " + one[2])


class Instruction:
    def __init__(self, fields):
        self._fields = fields

    def side(self, level):
        self._fields[3] = level
        return self

    def __getitem__(self, delay):
        self._fields[4] = delay
        return self


def asm_pio(**settings):
    def assemble(function):
        program = Program(settings)
        names = function.__globals__
        kept = dict(names)
        names.clear()
        names.update({"pins": "pins", "x": "x", "not_x": "not_x"})
        for name in ("jmp", "label", "nop", "out", "wrap", "wrap_target"):
            names[name] = getattr(program, name)
        try:
            function()
        finally:
            names.clear()
            names.update(kept)
        program.finish()
        return program

    return assemble
