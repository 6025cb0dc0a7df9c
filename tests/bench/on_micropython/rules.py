# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The MicroPython side of tests/bench/rules.py: heap, allocations and speed of the rules.

The modules come from the folder in the first argument, as .mpy files. A 32-bit MicroPython (the
WebAssembly one, whose objects have the sizes of the Pico's) was found to need two thirds of what a
64-bit one needs for the rules, not half: bytecode and text do not shrink.
"""

import gc
import sys
import time

PICO = 0.67
GAME = (
    "d6 e4 d2 b2 f4 f2 c5 d5 d1 d3 c4 c3 e3 b4 b6 f6 a4 a1 d1-g1 a1-d1 g1-g4 d1-a1 g4-g7 e4-e5 "
    "e3-e4 a1-d1 d6-d7 d3-e3 a4-a7xd1 d5-d6 c5-d5 c3-d3 c4-c3 b4-a4 b6-b4 d6-b6 d7-d6 a4-a1 g7-g4"
)


def heap():
    gc.collect()
    return gc.mem_alloc()


def show(what, number):
    print("  %-34s %7d bytes, on the Pico about %6d" % (what, number, number * PICO))


def allocated(function, times):
    """Bytes that a call allocates, without collecting in between."""
    function()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(times):
        function()
    number = gc.mem_alloc() - before
    gc.enable()
    return number // times


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


sys.path.insert(0, sys.argv[1])
print(sys.version)
start = heap()
from merels.rules.game import Game  # noqa: E402

loaded = heap()
show("modules of the rules", loaded - start)
game = Game()
game.position()
made = heap()
show("first game, with tables of its start", made - loaded)
from merels.unload import unload  # noqa: E402

unload("merels.rules.ruleset_maker", "merels.rules.options", "merels.rules.variants")
forgotten = heap()
show("tables forgotten", forgotten - made)
show("standard game running", forgotten - start)


def parsed():
    moves = []
    for part in GAME.split():
        for move in part.replace("x", " x").split():
            moves.append(game.parse(move))
    return moves


moves = parsed()
before = heap()
for move in moves:
    game.do(move)
show("what %d actions add" % len(moves), heap() - before)

count = Game.from_position("white=a7,c3,d1,g4,b4 black=b6,d7,e5,f2,f6")
move = count.parse("g4-g7")


def masks():
    count.movable()
    count.closing()
    count.removable()
    count.takes(move)
    for bit in range(25):
        count.targets(bit)


def do_and_undo():
    count.do(move)
    count.undo()


def play_and_undo():
    count.play("g4-g7")
    count.undo()


print("allocated by a call")
for what, function in (
    ("masks (29 of them)", masks),
    ("do and undo", do_and_undo),
    ("play, from text, and undo", play_and_undo),
    ("legal, a list of texts", count.legal),
    ("position, a text", count.position),
):
    print("  %-34s %7d bytes" % (what, allocated(function, 50)))

from merels.rules.perft import perft  # noqa: E402

rates = []
for _ in range(5):
    fresh = Game()
    then = time.ticks_us()
    sequences = sum(perft(fresh, 3))
    rates.append(sequences * 1000000 // time.ticks_diff(time.ticks_us(), then))
print("perft 3: %d positions a second, median of %d" % (median(rates), len(rates)))
