# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""A board that nobody touches: it sleeps, it wakes, and the show at the end stops."""

from fakes.table import Table
from merels.clock import MASK
from merels.lights.idle import SHOW_MS, SLEEP_MS, Idle
from merels.lights.lights import current_ma


def test_it_sleeps_and_wakes():
    for start in (0, 12345, MASK - 5000):
        idle = Idle()
        idle.begin(False, start)
        assert not idle.step(start)
        assert idle.wait == SLEEP_MS
        later = (start + SLEEP_MS - 1) & MASK
        assert not idle.step(later) and not idle.asleep and idle.wait == 1
        later = (later + 1) & MASK
        assert idle.step(later) and idle.asleep
        assert not idle.step(later) and idle.wait == SLEEP_MS
        idle.touch((later + 100000) & MASK)
        assert not idle.asleep and idle.step((later + 100000) & MASK)
        assert not idle.step((later + 100001) & MASK)


def test_the_show_is_stopped_by_a_touch_but_not_by_the_last_move():
    idle = Idle()
    idle.begin(False, 0)
    idle.begin(True, 1000)
    idle.touch(1400)
    assert not idle.step(1400) and not idle.still
    assert idle.wait == SHOW_MS - 400
    idle.touch(3100)
    assert idle.still and idle.step(3100) and not idle.step(3200)
    idle.begin(True, 4000)  # still over: no second show
    assert idle.still
    idle.begin(False, 5000)  # taken back
    assert not idle.still
    idle.begin(True, 6000)
    assert not idle.still


def test_the_show_stops_by_itself():
    idle = Idle()
    idle.begin(True, 0)
    assert not idle.step(SHOW_MS - 1) and idle.wait == 1
    assert idle.step(SHOW_MS) and idle.still
    assert idle.wait == SLEEP_MS - SHOW_MS


def test_a_board_dims_and_wakes():
    table = Table()
    table.play("d6 f4")
    bright = bytes(table.board.ports.lights.frame)
    table.run(SLEEP_MS - 2000)
    assert bytes(table.board.ports.lights.frame) == bright
    table.run(2000)
    dim = bytes(table.board.ports.lights.frame)
    assert 0 < sum(dim) < sum(bright) // 2
    assert table.app.lights.shown() == {"f4": "last-move"}
    table.lift("d6")
    table.run(20)
    table.drop("d6", 0)
    table.run(300)
    assert bytes(table.board.ports.lights.frame) == bright
    table.run(SLEEP_MS)
    assert bytes(table.board.ports.lights.frame) == dim
    table.board.wood.press(1, table.now, 100)
    table.run(30)
    assert sum(table.board.ports.lights.frame) >= sum(bright)  # before the button is let go
    table.run(SLEEP_MS + 500)
    assert table.ask("takeback").startswith("ok")  # a host wakes it by what it does
    table.run(50)
    assert table.app.lights.shown()["d6"] == "extra"
    assert sum(table.board.ports.lights.frame) > sum(dim)


def test_the_end_is_a_show():
    table = Table(rules="variant=three-mens-morris")
    table.play("a1 a2 b1 b2 c1")
    table.run(2000)
    shown = table.app.lights.shown()
    assert set(shown.values()) == {"over"} and len(shown) == 3
    frames = table.board.ports.lights
    seen = set()
    for _ in range(8):
        table.run(128)
        seen.add(bytes(frames.frame))
    assert len(seen) > 2
    table.lift("c3")
    table.run(300)
    still = bytes(frames.frame)
    for _ in range(8):
        table.run(128)
        assert bytes(frames.frame) == still
    assert table.app.lights.shown() == shown and 25 < current_ma(still) < 300
    # each of the winner's lights is fully on
    assert len({still[3 * point : 3 * point + 3] for point in (15, 16, 17)}) == 1
