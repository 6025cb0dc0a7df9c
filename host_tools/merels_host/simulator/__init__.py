# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The simulated board: the real firmware on an interpreter of the PC, with wood made of numbers.

Two sides. In the child process, on MicroPython where there is one, run the firmware's `App` and
these modules, written as plainly as the firmware: `wood` (what stands where), `ports` (what the
firmware meets instead of pins), `board` (both together), `handscript` (what hands do), `play`
(hand scripts with injected time) and `run` (real time). In the parent, on CPython: `process`
(finds the interpreter, starts the child), `player` (hand scripts), `expectation` (compares),
`bridge` (the serial line and the control line that others connect to), `control` (its client).

    from merels_host.simulator.player import Player
"""
