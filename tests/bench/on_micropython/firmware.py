# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The part of bench/budgets.py that runs on MicroPython; its arguments are import paths.

Prints a line for each figure, `name number`.
"""

import gc
import random
import sys
import time

sys.path[:0] = sys.argv[1:]

QUIET_MS = 3000


def used():
    gc.collect()
    return gc.mem_alloc()


def told(name, number):
    print(name, number)


def main():
    start = used()
    from merels.rules.game import Game
    from merels.rules.game_words import unload_tables

    game = Game()
    game.position()
    unload_tables()
    told("rules", used() - start)
    del game
    import merels.app

    modules = used() - start
    from merels_host.simulator.board import SimulatedBoard
    from merels_host.simulator.ports import MemoryConsole, MemoryStorage

    before = used()
    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-0")
    board.power_on()
    app = board.app
    assert isinstance(app, merels.app.App)
    now = run(board, 0, QUIET_MS)
    running = modules + used() - before
    told("modules", modules)
    told("running", running)
    before = held(board)
    now, plies = play(board, now, 100)
    told("plies", plies)
    told("game", held(board) - before)
    told("flash", board.ports.storage.size(app.journal.segments[-1]))
    now = begin(board, now)
    before = held(board)
    now, _ = play(board, now, 100)
    now = begin(board, now)
    told("left", held(board) - before)

    allocations(board, app, now)
    times(board, app, now)

    board = SimulatedBoard(MemoryStorage(), MemoryConsole(), "sim-0")
    board.power_on()
    now = run(board, 0, QUIET_MS)
    for word in ("learn", "selftest", "bench"):
        before = used()
        assert board.app.request(word, now).startswith("ok")
        told(word, running + used() - before)
        board.app.request(word + " stop", now)
        now = run(board, now, QUIET_MS)
    board.wood.drop(4, 0)
    now = run(board, now, QUIET_MS)
    told("light", light(board, now))


def held(board):
    """The heap without the files of the simulated flash, which lie in it."""
    storage = board.ports.storage
    return used() - sum([storage.size(name) for name in storage.names()])


def begin(board, now):
    """The next game, on an empty board."""
    board.wood.white = board.wood.black = 0
    board.app.match.start(type(board.app.game)(), now)
    return run(board, now, QUIET_MS)


def light(board, now):
    """ms from a lift to the first light that follows, a step every 2 ms that takes no time."""
    frame = bytes(board.ports.lights.frame)
    board.wood.lift(4)
    passed = 0
    while bytes(board.ports.lights.frame) == frame:
        board.step(now + passed)
        passed += 2
    return passed


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
    emptied = []  # a piece that is put where one was just taken may be that one, put back
    while app.game.ply < plies and not app.game.over:
        game = app.game
        side = game.turn
        before = game.ply
        actions = [one for one in game.legal_actions() if one & 31 not in emptied[-3:]]
        action = actions[random.randint(0, len(actions) - 1)]
        takes = game.takes(action)
        if action >> 5 != 31:
            wood.lift(action >> 5)
            now = run(board, now, 300)
        wood.drop(action & 31, side)
        now = run(board, now, 300)
        for bit in range(25):
            if takes >> bit & 1:
                emptied.append(bit)
                wood.lift(bit)
                now = run(board, now, 300)
                break
        for _ in range(60):
            if app.game.ply == before and not app.game.over:
                now = run(board, now, 100)  # what could mean two things takes longer
    return run(board, now, 3000), app.game.ply


def allocations(board, app, now):
    app.step(now)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(1000):
        board.ports.sensors.read()
    simulated = gc.mem_alloc() - before  # by the simulated sensors, which no Pico has
    before = gc.mem_alloc()
    for _ in range(1000):
        now += 2
        app.step(now)
    told("quiet", gc.mem_alloc() - before - simulated)
    before = gc.mem_alloc()
    for count in range(1000):
        now += 2
        if count % 20 == 0:
            board.wood.white ^= 1 << 4
        app.step(now)
    told("flicker", gc.mem_alloc() - before - simulated)
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
    told("quiet_scans", quiet)
    told("moving_scans", moving)


main()
