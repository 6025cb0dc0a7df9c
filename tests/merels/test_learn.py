# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Learning the wiring: every way a board can lie, any wiring at all, and power cuts."""

from fakes.table import BadFlash, Table
from merels.board import WOOD
from merels.modes import menu, menu_choices
from merels.modes.learning import Learn
from merels.modes.orientation import _WAYS, _moved, filled, turned
from merels.sensing import point_order
from merels_host.simulator.ports import MemoryStorage

SAME = tuple(range(25))
WAYS = [tuple([_moved(point, way) for point in range(25)]) for way in _WAYS]
# any wiring: a shuffle without a pattern, which leaves d4 alone
SHUFFLED = tuple([(7 * point + 5) % 24 for point in range(24)]) + (24,)


class Wiring:
    """Between wood and firmware: sensor i lies at point sensors[i], LED i at point lights[i]."""

    def __init__(self, table, sensors, lights):
        self.table = table
        ports = table.app.ports
        read = ports.sensors.read
        write = ports.lights.write
        self.lit = bytearray(75)

        def scan():
            seen = read()
            return sum([1 << i for i in range(25) if seen >> sensors[i] & 1])

        def shine(frame):
            for led in range(25):
                at = 3 * lights[led]
                self.lit[at : at + 3] = frame[3 * led : 3 * led + 3]
            write(self.lit)

        ports.sensors.read = scan
        ports.lights.write = shine

    def shining(self):
        return [point for point in range(25) if any(self.lit[3 * point : 3 * point + 3])]

    def tap(self, point):
        self.table.drop(WOOD[point])
        self.table.run(400)
        self.table.lift(WOOD[point])
        self.table.run(100)

    def learn(self):
        """Do what is asked for; the number of placements."""
        taps = 0
        table = self.table
        while table.app.mode:
            taps += 1
            assert taps < 60, table.ask("learn state")
            words = table.ask("learn state")
            where = words.partition("ask=")[2]
            if "learn=names" in words:
                assert len(self.shining()) == 25
                self.tap(WOOD.index(where))
            else:
                lit = self.shining()
                assert len(lit) == 1, lit
                if "learn=check" in words:
                    assert WOOD[lit[0]] == where
                self.tap(lit[0])
        return taps


def taught(sensors, lights):
    table = Table()
    wiring = Wiring(table, sensors, lights)
    assert table.ask("learn") == "ok learn=names done=0 of=3 ask=a7"
    table.run(100)
    return table, wiring, wiring.learn()


def test_a_turned_board_takes_eight_pieces():
    for number in range(8):
        table, wiring, taps = taught(WAYS[number], WAYS[7 - number])
        assert taps == 8
        assert table.ask("learn state") == "ok learn=turned"
        table.drop("d6")
        table.run(400)
        assert table.app.sight.image == 1 << WOOD.index("d6")
        assert WOOD.index("d6") in wiring.shining()


def test_any_other_wiring_is_learnt_point_by_point():
    table, _, taps = taught(SHUFFLED, WAYS[0])
    assert taps == 25 + 3 + 2 and table.ask("learn state") == "ok learn=points"
    table, _, taps = taught(SHUFFLED, SHUFFLED[5:24] + SHUFFLED[:5] + (24,))
    assert taps == 52 and table.ask("learn state") == "ok learn=points"
    table.drop("b2")
    table.run(400)
    assert table.app.sight.image == 1 << WOOD.index("b2")


def test_it_survives_power_off_and_can_be_forgotten():
    table, _, _ = taught(WAYS[1], WAYS[0])
    found = table.app.sight.order.points
    table.cut()
    assert table.app.sight.order.points == found == bytes(WAYS[1])
    assert table.app.lights.order is None
    assert table.ask("learn reset") == "ok learn=off"
    assert table.app.sight.order is None
    table.cut()
    assert table.app.sight.order is None


def test_stopped_by_button_or_host_all_is_as_before():
    for stop in ("button", "host"):
        table, _, _ = taught(WAYS[2], WAYS[0])
        before = table.app.sight.order
        table.ask("learn")
        assert table.app.sight.order is None
        if stop == "host":
            assert table.ask("learn stop") == "ok learn=stopped"
        else:
            table.board.wood.press(1, table.now, 1200)
            table.run(1500)
        assert table.app.mode is None and table.app.sight.order is before
    assert table.ask("learn nonsense") == "err code=bad-word"


def test_the_menu_begins_it():
    table = Table()
    table.board.wood.press(0, table.now, 1200)
    table.run(1500)
    table.drop(WOOD[menu.PLACES[menu_choices.NAMES.index(menu_choices.LEARN)]])
    table.run(500)
    assert table.ask("learn state").startswith("ok learn=names")


def test_a_damaged_file_is_none():
    storage = MemoryStorage()
    assert point_order.load(storage, 25) == (None, None)
    point_order.save(storage, 25, bytes(WAYS[1]), bytes(SAME))
    assert point_order.load(storage, 25)[0].points == bytes(WAYS[1])
    assert point_order.load(storage, 24) == (None, None)
    data = bytearray(storage.size(point_order.FILE))
    storage.read(point_order.FILE, 0, data)
    for at in range(len(data)):
        broken = bytearray(data)
        broken[at] ^= 1
        storage.replace(point_order.FILE, bytes(broken))
        assert point_order.load(storage, 25) == (None, None), at


def test_three_contradictions_are_a_failure():
    learn = Learn(24)

    class Rested:
        def remaining(self, mask, now, rest):
            return 0

    learn.see(0)
    for _ in range(200):
        if learn.result:
            break
        learn.skip()
    assert learn.words() == "learn=failed"
    assert not learn.step(Rested(), 0)


def test_what_is_not_known_stays_where_it_is():
    assert turned({0: 0, 1: 3}) is None
    assert filled({}) == bytes(SAME)
    assert sorted(filled({3: 5, 8: 2})) == list(SAME)
    assert filled({3: 5, 8: 2})[7] == 7


def test_a_full_flash_is_told_and_the_order_holds():
    table = Table(storage=BadFlash())
    wiring = Wiring(table, WAYS[3], WAYS[0])
    table.ask("learn")
    table.run(100)
    table.storage.fail = {"replace": 28}
    wiring.learn()
    assert table.ask("learn state") == "ok learn=turned storage=fault"
    assert table.app.sight.order.points == bytes(WAYS[3])


def test_a_piece_that_does_not_count_is_told():
    table = Table()
    table.ask("learn")
    table.run(100)

    def put(*names):
        for name in names:
            table.drop(name)
        table.run(400)
        words = table.ask("learn state")
        for name in names:
            table.lift(name)
        table.run(100)
        return words

    assert put("a7", "d7") == "ok learn=names done=0 of=3 ask=a7 saw=two"
    assert put("a7") == "ok learn=names done=1 of=3 ask=d7"
    assert put("a7") == "ok learn=names done=1 of=3 ask=d7 saw=used at=a7"
    table.drop("d7")
    table.run(100)  # not yet at rest
    assert table.ask("learn state") == "ok learn=names done=1 of=3 ask=d7"
    table.run(300)
    assert table.ask("learn state") == "ok learn=names done=2 of=3 ask=b6"
    table.lift("d7")
    assert put("b6") == "ok learn=lights done=0 of=3"
    assert put("a7") == "ok learn=lights done=1 of=3"
    assert put("a7") == "ok learn=lights done=1 of=3 saw=used at=a7"


def test_a_host_can_skip():
    table = Table()
    assert table.ask("learn skip") == table.ask("learn state")
    table.ask("learn")
    assert table.ask("learn skip") == "ok learn=names done=1 of=3 ask=d7"
