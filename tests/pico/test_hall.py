# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Hall sensors behind multiplexers: colour, crosstalk, drift, and what a restart knows."""

from array import array

import fakes
from fakes.hall import HallBoard
from merels.board import WOOD
from merels.sensing import drift
from merels_host.simulator.ports import MemoryStorage
from merels_host.simulator.wires.magnets import Magnet

CHIPS_4051 = {"MUX_SELECT": (12, 13, 14), "MUX_ENABLE": (2, 3, 4, 5)}
BUILDS = (
    {},
    {"HALL_POWER": None},
    dict(CHIPS_4051),
    dict(CHIPS_4051, MUX_ADC=(28,)),
    {"MUX_SELECT": (12, 13, 14), "MUX_ADC": (26, 27, 28), "POINTS": " ".join(WOOD[:24])},
)


def _all(white, black):
    """24 pieces, white's and black's in turn."""
    return {WOOD[bit]: black if bit & 1 else white for bit in range(24)}


def test_each_point_alone_in_both_colours_on_each_build():
    for build in BUILDS:
        board = HallBoard(**build).start()
        assert board.seen() == ("", "")
        wired = [name for name in board.POINTS.split() if name != "-"]
        assert board.sensors.points == sum([1 << WOOD.index(name) for name in wired])
        for name in wired:
            board.stand(**{name: 49})
            assert board.seen() == (name, "")
            board.stand(**{name: -49})
            assert board.seen() == ("", name)


def test_unused_channels():
    board = HallBoard(POINTS="- a7 - " + " ".join(WOOD[1:24])).start()
    board.stand(a7=49, g1=-49)
    assert board.seen() == ("a7", "g1")


def test_colours_with_all_points_occupied():
    board = HallBoard().start()
    for strong in (23, 49, 62):  # least and most of a piece of 8 x 3 mm, 3 mm off in x and y
        board.stand(**_all(strong, -strong))
        white, black = board.seen()
        assert white == " ".join([WOOD[bit] for bit in range(0, 24, 2)])
        assert black == " ".join([WOOD[bit] for bit in range(1, 24, 2)])


def test_an_empty_point_among_23_pieces_of_one_colour_is_empty():
    for missing in ("d6", "a1", "c4"):
        pieces = _all(62, 62)
        del pieces[missing]
        board = HallBoard().start()
        board.stand(**pieces)
        assert board.seen() == (" ".join([n for n in WOOD[:24] if n != missing]), "")


def test_a_piece_slid_beside_its_point_is_no_piece_of_the_other_colour():
    board = HallBoard().start()
    for mm in range(11, 21):
        board.put([Magnet("d6", 84, dx=mm)])
        board.run(100)
        assert board.seen() == ("", ""), mm


def test_one_piece_in_place_of_another():
    board = HallBoard().start()
    board.stand(d6=49)
    assert board.seen() == ("d6", "")
    board.stand(d6=-49)
    assert board.seen() == ("", "d6")
    board.stand()
    assert board.seen() == ("", "")


def test_between_the_thresholds_nothing_flickers():
    board = HallBoard().start()
    board.stand(d6=10)  # 370: less than the threshold, more than where a piece ends
    board.run(1000)
    assert board.seen() == ("", "")
    board.stand(d6=49)
    board.run(20)
    board.stand(d6=10)
    for _ in range(200):
        assert board.seen() == ("d6", "")


def test_each_point_is_read_every_second_call():
    board = HallBoard().start()
    board.stand(**_all(49, -49))
    board.sensors.read()
    board.sensors.read()
    assert board.sensors.white | board.sensors.black == (1 << 24) - 1
    board.stand()
    before = bin(board.sensors.read()).count("1")
    assert 0 < before < 24  # half of them
    assert board.sensors.read() == 0


def test_drift_of_200_codes_in_an_hour_is_followed_under_pieces_too():
    board = HallBoard().start()
    board.stand(d6=23, f4=-23)
    slow = drift._SLOW
    drift._SLOW = 2  # 32 times as fast, the drift and the following: 200 codes in 112 s
    try:
        for step in range(200):
            board.wires.drift = step
            board.run(18000 // 32)
            assert board.seen() == ("d6", "f4")
    finally:
        drift._SLOW = slow
    base = board.sensors.judge.base
    for bit in range(25):
        assert abs(base[bit] - 2247) <= 30, (WOOD[bit], base[bit])
    board.stand()
    assert board.seen() == ("", "")


def test_a_scan_and_the_levels_allocate_nothing():
    board = HallBoard().start()
    board.stand(**_all(49, -49))
    levels = array("h", [0] * 25)

    def scans():
        for _ in range(60):
            board.sensors.read()

    assert not fakes.allocates(scans)
    assert not fakes.allocates(lambda: board.sensors.levels(levels))


def test_levels_are_deviations_with_white_positive():
    board = HallBoard().start()
    levels = array("h", [0] * 25)
    board.stand(d6=20, f4=-20)
    board.sensors.levels(levels)
    assert abs(levels[4] - 740) < 20 and abs(levels[13] + 740) < 20 and abs(levels[0]) < 20
    board.sensors.judge.flip = True
    board.sensors.levels(levels)
    assert abs(levels[4] + 740) < 20
    assert board.seen() == ("f4", "d6")
    assert board.sensors.analog and board.sensors.colour


def test_pieces_that_stand_at_power_on_are_seen_and_teach_nothing():
    board = HallBoard()
    board.stand(d6=49, f4=-49)
    board.start()
    assert board.seen() == ("d6", "f4")
    board.run(60000)
    assert not board.sensors.judge.calibrated
    board.stand()
    assert board.seen() == ("", "")


def test_what_was_measured_is_kept_over_a_power_cut():
    storage = MemoryStorage()
    board = HallBoard(storage)
    board.wires.offsets["d6"] = 200
    board.start()
    codes, spreads = board.sensors.measure()
    assert abs(codes[4] - 2248) < 6 and max(spreads) < 12
    board.sensors.judge.take_bases(codes, board.sensors.points)
    board.sensors.save()
    again = HallBoard(storage)
    again.wires.offsets["d6"] = 200
    again.stand(d6=-49)
    again.start()
    assert again.seen() == ("", "d6") and again.sensors.judge.calibrated
    assert again.sensors.judge.base[4] == codes[4]


def test_measuring_may_begin_in_the_middle_of_a_scan():
    for scans in (0, 1):
        board = HallBoard().start()
        board.stand(**_all(49, -49))
        for _ in range(scans):
            board.sensors.read()
        _, spreads = board.sensors.measure()
        assert max(spreads) < 12, spreads


def test_a_single_spoilt_sample_is_no_piece():
    middle = fakes.driver("sensors.hall")._middle
    for a in range(3):
        for b in range(3):
            for c in range(3):
                assert middle(a, b, c) == sorted((a, b, c))[1]
    board = HallBoard().start()
    count = [0]

    def spoilt(sample):
        def spark():
            count[0] += 1
            return 65535 - 16 * 100 if count[0] % 14 == 0 else sample()

        return spark

    board.sensors._parts = tuple([
        tuple([
            (change, tuple([(spoilt(sample), point) for sample, point in cells]))
            for change, cells in part
        ])
        for part in board.sensors._parts
    ])  # fmt: skip
    for _ in range(200):
        assert board.sensors.read() == 0
    assert count[0] > 4000
    assert board.sensors.judge.up == board.sensors.judge.down == 0


def test_missing_sensors_are_found_from_either_half_of_a_scan():
    for build in BUILDS:
        for point in ("a7", "d7", "b6", "g1"):
            board = HallBoard(faults={point: "missing"}, **build).start()
            for _ in range(4):
                board.sensors.measure()
                assert board.sensors.missing == 1 << WOOD.index(point), point
                board.sensors.read()
