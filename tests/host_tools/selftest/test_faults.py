# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Every fault that the self test knows, on modelled wires that the real drivers read."""

import pytest
from fakes import MatrixWires, driver, power_on
from fakes.configs import Changed, Example
from fakes.hall import HallBoard
from fakes.solder import Soldered, Turned, bare
from merels.board import WOOD
from merels_host.selftest import diodes, recognise
from merels_host.selftest.observed import Observed, Strength
from merels_host.selftest.wiring import ToldWiring
from merels_host.simulator.wires.expander import ExpanderWires
from merels_host.simulator.wires.magnets import Magnet
from merels_host.simulator.wires.shift import ShiftWires
from merels_host.simulator.wires.switches import SwitchWires

CONSTANTS = {
    "matrix": ("ROWS", "COLUMNS"),
    "switches": ("SWITCHES",),
    "shift": ("SHIFT_LOAD", "SHIFT_CLOCK", "SHIFT_DATA"),
    "expander": ("I2C_SDA", "I2C_SCL", "EXPANDERS"),
    "hall": ("MUX_SELECT", "MUX_ADC", "MUX_ENABLE", "HALL_POWER"),
}


def wiring_of(config, kind):
    """As `selftest wiring` and `selftest points` tell it."""
    constants = {}
    for name in CONSTANTS[kind]:
        value = getattr(config, name)
        many = value if isinstance(value, tuple) else (value,)
        constants[name.lower()] = ",".join(str(one) for one in many if one is not None)
    return ToldWiring(kind, constants, tuple(config.POINTS.split()))


class Walk:
    """A piece walked over a board whose sensors the real driver reads."""

    def __init__(self, kind, wires, config=None):
        self.config = config or (Changed() if kind == "matrix" else Example(kind))
        self.wires = wires
        power_on(wires)
        self.sensors = driver("sensors." + kind).make(self.config)
        self.seen = Observed(wiring_of(self.config, kind))
        self.places = list(self.seen.wiring.places)

    def lit(self, *points):
        """What is seen with pieces on these points."""
        self.wires.place(sum(1 << self.places.index(point) for point in points))
        image = self.sensors.read() | self.sensors.read()
        return frozenset(WOOD[bit] for bit in range(25) if image >> bit & 1)

    def walk(self, only=None):
        """Walk it, and fill a matrix for its diodes; the observations."""
        seen = self.seen
        seen.stuck = self.lit()
        for point in only or seen.wiring.points:
            if point not in seen.stuck:
                seen.walk[point] = self.lit(point) - seen.stuck
        if seen.wiring.kind == "matrix":
            matrix = recognise.build_of(seen.wiring)
            puts = diodes.fills(matrix, seen.sound)
            puts += [diodes.rectangle(matrix, dead, seen.sound) for dead in sorted(seen.dead)]
            seen.fills = [(frozenset(put), self.lit(*put)) for put in puts if put]
            for doubt in diodes.doubts(matrix, seen):
                put = diodes.rectangle(matrix, doubt, seen.sound)
                seen.fills.append((frozenset(put), self.lit(*put)))
        return seen

    def found(self, only=None):
        return recognise.findings(self.walk(only))


def faults(found):
    return [finding.fault for finding in found]


def only(found):
    """The one finding; its sentence is one, and names its points."""
    assert len(found) == 1, [finding.sentence for finding in found]
    assert found[0].sentence.endswith(".")
    return found[0]


def reference(row=None, column=None):
    points = Changed().POINTS.split()
    return points[5 * row : 5 * row + 5] if row is not None else points[column::5]


def matrix(**solder):
    return Walk("matrix", Soldered(MatrixWires(), inputs=Changed().COLUMNS, **solder))


def test_a_sound_board_has_no_findings():
    assert matrix().found() == []
    assert Walk("shift", ShiftWires(2, 3, 4, 32)).found() == []
    config = Example("switches")
    assert Walk("switches", SwitchWires(config.SWITCHES)).found() == []
    config = Example("expander")
    assert Walk("expander", ExpanderWires(18, 19, config.EXPANDERS)).found() == []
    for changes in ({}, {"MUX_SELECT": (12, 13, 14), "MUX_ENABLE": (2, 3, 4, 5)}):
        assert HallWalk(**changes).found() == []


# the matrix


@pytest.mark.parametrize("row", range(5))
def test_a_dead_row(row):
    finding = only(matrix(cut={2 + row}).found())
    assert finding.fault == "row" and set(finding.points) == set(reference(row=row))
    assert f"ROW{row} on GP{2 + row} (pin " in finding.sentence


@pytest.mark.parametrize("column", range(5))
def test_a_dead_column(column):
    finding = only(matrix(cut={7 + column}).found())
    assert finding.fault == "column" and set(finding.points) == set(reference(column=column))
    assert f"COL{column} on GP{7 + column} (pin " in finding.sentence


def test_a_dead_row_and_a_dead_column_at_once():
    assert sorted(faults(matrix(cut={3, 9}).found())) == ["column", "row"]


def test_all_rows_cut():
    assert only(matrix(cut={2, 3, 4, 5, 6}).found()).fault == "all"


def test_a_row_at_ground():
    finding = only(matrix(fixed={4: 0}).found())
    assert finding.fault == "row-low" and "ROW2 on GP4" in finding.sentence


def test_a_column_at_ground():
    finding = only(matrix(fixed={8: 0}).found())
    assert finding.fault == "column-low" and "COL1 on GP8" in finding.sentence
    assert set(finding.points) == set(reference(column=1))


@pytest.mark.parametrize(("pair", "fault"), [((2, 5), "rows"), ((7, 8), "columns")])
def test_two_lines_that_touch_or_are_swapped(pair, fault):
    for way in ("touch", "swapped"):
        finding = only(matrix(**{way: [pair]}).found())
        assert finding.fault == f"{fault}-{way}"
        for gpio in pair:
            assert f"GP{gpio} (pin " in finding.sentence


def test_a_row_wire_that_ends_on_the_way():
    walk = matrix()
    true = walk.lit
    gone = reference(row=1)[2:]
    walk.lit = lambda *points: true(*(point for point in points if point not in gone))
    finding = only(walk.found())
    assert finding.fault == "row-end" and list(finding.points) == gone
    assert f"ROW1 on GP3 (pin 5) reaches {reference(row=1)[1]}, but not" in finding.sentence


def test_a_single_switch_that_never_closes_or_never_opens():
    walk = matrix()
    true = walk.lit
    walk.lit = lambda *points: true(*(point for point in points if point != "f4"))
    finding = only(walk.found())
    assert (finding.fault, finding.points) == ("dead", ("f4",))
    assert "between ROW2 on GP4 (pin 6) and COL3 on GP10 (pin 14)" in finding.sentence
    walk = matrix()
    true_too = walk.lit
    walk.lit = lambda *points: true_too(*{*points, "f4"})
    finding = only(walk.found())
    assert (finding.fault, finding.points) == ("stuck", ("f4",))


@pytest.mark.parametrize("at", range(25))
def test_each_single_diode_that_is_missing_or_reversed(at):
    point = Changed().POINTS.split()[at]
    finding = only(Walk("matrix", bare(at)).found())
    assert (finding.fault, finding.points) == ("diode", (point,))
    found = Walk("matrix", Turned(at)).found()
    assert ("diode-reversed", (point,)) in [(one.fault, one.points) for one in found]


def test_no_diodes_at_all_and_some_of_them():
    assert only(Walk("matrix", MatrixWires(diodes=False)).found()).fault == "diodes"
    finding = only(Walk("matrix", bare(0, 7, 13)).found())
    assert finding.fault == "diodes" and "Several" in finding.sentence


class OneDead(MatrixWires):
    """A matrix without the diodes at these crossings, and with a switch that stays open."""

    def __init__(self, dead, bare):
        MatrixWires.__init__(self)
        self.bare = sum(1 << at for at in bare)
        self._dead = dead

    def place(self, image):
        MatrixWires.place(self, image & ~(1 << self._dead))


def test_a_dead_switch_hides_no_diode_and_blames_none():
    names = Changed().POINTS.split()
    found = Walk("matrix", OneDead(4, ())).found()
    assert [(one.fault, one.points) for one in found] == [("dead", (names[4],))]
    found = Walk("matrix", OneDead(4, (7,))).found()
    assert [(one.fault, one.points) for one in found] == [
        ("dead", (names[4],)),
        ("diode", (names[7],)),
    ]
    found = Walk("matrix", OneDead(4, range(25))).found()
    assert faults(found) == ["dead", "diodes"] and "No diode works" in found[1].sentence


# a chain of 74HC165


def shift(**solder):
    return Walk("shift", Soldered(ShiftWires(2, 3, 4, 32), inputs=(4,), **solder))


def test_wires_of_the_chain():
    assert only(shift(cut={4}).found()).fault == "all"
    assert only(shift(fixed={4: 0}).found()).fault == "data-low"
    for solder in ({"fixed": {3: 0}}, {"fixed": {3: 1}}):
        finding = only(shift(**solder).found())
        assert finding.fault == "clock" and "GP3 (pin 5)" in finding.sentence


class Chips(ShiftWires):
    """From this input on the chain gives only this level; or it is some bits late."""

    def __init__(self, start=32, count=32, closed=False, late=0):
        ShiftWires.__init__(self, 2, 3, 4, 32)
        self._mask = ((1 << count) - 1) << start
        self._lost = closed
        self._late = late

    def place(self, image):
        image = image << self._late if self._late > 0 else image >> -self._late
        self.image = image | self._mask if self._lost else image & ~self._mask


def test_chips_of_the_chain():
    finding = only(Walk("shift", Chips(8)).found())
    assert finding.fault == "chain" and "From 74HC165 number 2 on" in finding.sentence
    assert only(Walk("shift", Chips(16, closed=True)).found()).fault == "chain-low"
    assert only(Walk("shift", Chips(8, 8)).found()).fault == "chip"
    assert only(Walk("shift", Chips(8, 8, closed=True)).found()).fault == "chip-low"
    for late in (1, -1):
        assert only(Walk("shift", Chips(late=late)).found()).fault == "shifted"


# expanders and single pins


def test_expanders_that_are_dead_or_swapped():
    config = Example("expander")
    wires = ExpanderWires(18, 19, config.EXPANDERS)
    wires.chips[0x21].answers = False
    finding = only(Walk("expander", wires).found())
    assert finding.fault == "chip" and "0x21" in finding.sentence
    wires = ExpanderWires(18, 19, config.EXPANDERS)
    for chip in wires.chips.values():
        chip.answers = False
    assert only(Walk("expander", wires).found()).fault == "all"
    config.EXPANDERS = (0x21, 0x20)
    found = Walk("expander", ExpanderWires(18, 19, (0x20, 0x21)), config).found()
    assert only(found).fault == "chips-swapped"


def test_pins_that_are_swapped_or_touch():
    def switches(**solder):
        return Walk("switches", Soldered(SwitchWires(Example("switches").SWITCHES), **solder))

    assert only(switches(cut=set(range(29))).found()).fault == "all"
    finding = only(switches(swapped=[(0, 5)]).found())
    assert finding.fault == "swapped" and set(finding.points) == {"a7", "f6"}
    finding = only(switches(touch=[(0, 5)]).found())
    assert finding.fault == "touch" and set(finding.points) == {"a7", "f6"}
    finding = only(switches(cut={5}).found())
    assert finding.fault == "dead" and "between GP5 (pin 7) and ground" in finding.sentence


# Hall sensors


class HallWalk(Walk):
    def __init__(self, faults=None, mt=49, **changes):
        solder = changes.pop("solder", {})
        board = HallBoard(faults=faults, **changes)
        self.board, self.mt = board, mt
        self.wires = Soldered(board.wires, **solder)
        power_on(self.wires)
        self.sensors = driver("sensors.hall").make(board)
        self.seen = Observed(wiring_of(board, "hall"))
        self.odd = {}  # point -> mT of the piece there

    def lit(self, *points):
        self.board.wires.magnets = [Magnet(one, self.odd.get(one, self.mt)) for one in points]
        for _ in range(4):
            self.sensors.read()
        image = self.sensors.read()
        for point in points:
            read = self.sensors.judge.read[WOOD.index(point)]
            self.seen.strengths[point] = Strength(read - 2048, 372)
        return frozenset(WOOD[bit] for bit in range(25) if image >> bit & 1)


@pytest.mark.parametrize("wire", range(4))
@pytest.mark.parametrize("level", [0, 1])
def test_a_select_wire_that_stays(wire, level):
    walk = HallWalk(solder={"fixed": {12 + wire: level}})
    found = [one for one in recognise.findings(walk.walk()) if one.fault == "select"]
    finding = only(found)
    assert f"S{wire} on GP{12 + wire}" in finding.sentence
    assert f"always {'high' if level else 'low'}," in finding.sentence
    assert f"channels {1 << wire} apart" in finding.sentence


def test_select_wires_that_are_swapped():
    walk = HallWalk(solder={"swapped": [(12, 14)]})
    assert only(walk.found()).fault == "select-swapped"


def test_a_dead_multiplexer_and_a_dead_adc_pin():
    finding = HallWalk(solder={"cut": {27}}).found()[0]
    assert finding.fault == "mux" and "GP27 (pin 32)" in finding.sentence
    four = {"MUX_SELECT": (12, 13, 14), "MUX_ENABLE": (2, 3, 4, 5)}
    assert HallWalk(solder={"cut": {26}}, **four).found()[0].fault == "adc"
    assert HallWalk(solder={"cut": {26, 27}}).found()[0].fault == "all"


def test_missing_sensors():
    found = HallWalk(faults={"d6": "missing"}).found()
    assert ("dead", ("d6",)) in [(one.fault, one.points) for one in found]


def test_weak_and_reversed_magnets():
    walk = HallWalk()
    walk.odd = {"d6": 12, "f4": -49}
    found = {one.fault: one.points for one in walk.found()}
    assert found == {"weak": ("d6",), "reversed": ("f4",)}
    assert faults(HallWalk(mt=12).found()) == ["weak-magnet"]
    assert faults(HallWalk(mt=-49).found()) == ["pole"]
