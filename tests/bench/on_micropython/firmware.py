# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The part of bench/firmware.py that runs on MicroPython; its arguments are import paths."""

import gc
import random
import sys
import time

sys.path[:0] = sys.argv[1:]

KB = 1024
HEAP_BUDGET = 110  # KB on the Pico, everything loaded


def used():
    gc.collect()
    return gc.mem_alloc()


def heap(what, size, budget=0):
    line = "%-44s %7.1f KB here, about %6.1f KB on a Pico" % (what, size / KB, size / KB / 2)
    print(line + (" (budget %d KB)" % budget if budget else ""))


def main():
    before = used()
    import merels.app

    modules = used() - before
    from merels_host.simulator.board import SimulatedBoard
    from merels_host.simulator.ports import MemoryConsole, MemoryStorage

    start = used()
    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-0")
    board.power_on()
    app = board.app
    assert isinstance(app, merels.app.App)
    now = run(board, 0, 3000)
    heap("modules of merels, as .mpy", modules)
    heap("modules and a running app", modules + used() - start, HEAP_BUDGET)

    before = used()
    now, plies = play(board, now, 100)
    grown = used() - before
    heap("what a game of %d plies adds" % plies, grown)
    stored = board.ports.storage.size(app.journal.segments[-1])
    print("%-44s %7.1f bytes a ply on flash" % ("its records", stored / plies))
    before = used()
    app.match.start(type(app.game)(), now)
    now = run(board, now, 3000)
    app.match.finished = None
    print("%-44s %7d bytes" % ("heap when the next game has begun, change", used() - before))

    allocations(board, app, now)
    times(board, app, now)


def run(board, now, ms):
    end = now + ms
    while now < end:
        now = min(end, now + board.step(now))
    return now


def play(board, now, plies):
    """A random game of so many plies, acted out."""
    random.seed(7)
    app = board.app
    wood = board.wood
    while app.game.ply < plies and not app.game.over:
        game = app.game
        side = game.turn
        actions = game.legal_actions()
        action = actions[random.randint(0, len(actions) - 1)]
        takes = game.takes(action)
        if action >> 5 != 31:
            wood.lift(action >> 5)
            now = run(board, now, 300)
        wood.drop(action & 31, side)
        now = run(board, now, 300)
        for bit in range(25):
            if takes >> bit & 1:
                wood.lift(bit)
                now = run(board, now, 300)
                break
    return run(board, now, 3000), app.game.ply


def allocations(board, app, now):
    app.step(now)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(1000):
        now += 2
        app.step(now)
    print("%-44s %7d bytes" % ("allocated by 1000 quiet steps", gc.mem_alloc() - before))
    before = gc.mem_alloc()
    for count in range(1000):
        now += 2
        if count % 20 == 0:
            board.wood.white ^= 1 << 4
        app.step(now)
    taken = gc.mem_alloc() - before
    print("%-44s %7d bytes" % ("allocated by 1000 steps with a flickering point", taken))
    gc.enable()


def times(board, app, now):
    sensors = board.ports.sensors
    for point in range(25):
        board.wood.white &= ~(1 << point)

    def scan(count):
        start = time.ticks_us()
        for _ in range(count):
            sensors.read()
        return time.ticks_diff(time.ticks_us(), start) / count

    def step(count, change):
        nonlocal now
        start = time.ticks_us()
        for number in range(count):
            now += 2
            if change and number % 4 == 0:
                board.wood.white ^= 1 << 4
            app.step(now)
        return time.ticks_diff(time.ticks_us(), start) / count

    ratios = []
    for _ in range(5):
        one = scan(2000)
        ratios.append((step(2000, False) / one, step(400, True) / one))
    quiet = sorted([pair[0] for pair in ratios])[2]
    moving = sorted([pair[1] for pair in ratios])[2]
    print("%-44s %7.1f simulated scans (median of 5)" % ("a quiet step takes as long as", quiet))
    print("%-44s %7.1f simulated scans (median of 5)" % ("a step, an image in four", moving))


main()
