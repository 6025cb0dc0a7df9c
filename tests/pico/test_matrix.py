# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The reed matrix: every point, no ghosts, wires treated well, nothing allocated."""

from array import array

import fakes

SwitchMatrix = fakes.driver("sensors.matrix").SwitchMatrix
ROWS = (2, 3, 4, 5, 6)
COLUMNS = (7, 8, 9, 10, 11)
ALL = (1 << 25) - 1


def _matrix(board, bits=None, settle_us=30):
    fakes.power_on(board)
    return SwitchMatrix(board.rows, board.columns, bits or list(range(25)), settle_us)


def test_each_point_alone():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    for bit in range(25):
        board.place(1 << bit)
        assert sensors.read() == 1 << bit, bit


def test_empty_and_full():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    assert sensors.read() == 0
    board.place(ALL)
    assert sensors.read() == ALL


def test_patterns_sampled():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    pattern = 1
    for _ in range(500):
        pattern = pattern * 1103515245 + 12345 & 0x3FFFFFFF
        image = pattern >> 4 & ALL
        board.place(image)
        assert sensors.read() == image, hex(image)


def _three_corners():
    """Every rectangle of the matrix with one corner open, which is where ghosts live."""
    for top in range(5):
        for bottom in range(top + 1, 5):
            for left in range(5):
                for right in range(left + 1, 5):
                    corners = [
                        5 * row + column for row in (top, bottom) for column in (left, right)
                    ]
                    for open_corner in corners:
                        yield sum([1 << corner for corner in corners if corner != open_corner])


def test_three_corners_show_no_ghost():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    count = 0
    for image in _three_corners():
        board.place(image)
        assert sensors.read() == image, hex(image)
        count += 1
    assert count == 400


def test_without_diodes_the_model_shows_ghosts():
    board = fakes.MatrixWires(diodes=False)
    sensors = _matrix(board)
    for image in _three_corners():
        board.place(image)
        assert sensors.read() != image, hex(image)


def test_points_in_another_order():
    board = fakes.MatrixWires()
    order = [(7 * k + 3) % 25 for k in range(25)]
    sensors = _matrix(board, order)
    assert sensors.points == ALL
    for crossing in range(25):
        board.place(1 << crossing)
        assert sensors.read() == 1 << order[crossing]


def test_board_without_the_centre():
    board = fakes.MatrixWires()
    sensors = _matrix(board, list(range(24)))
    assert sensors.points == ALL >> 1
    board.place(ALL)
    assert sensors.read() == ALL >> 1


def test_matrix_of_another_shape():
    board = fakes.MatrixWires(rows=(2, 3, 4), columns=(5, 6, 7, 8, 9, 10, 11, 12))
    sensors = _matrix(board, list(range(24)))
    board.place(0xA5C31F)
    assert sensors.read() == 0xA5C31F


def test_crossings_where_nothing_is():
    board = fakes.MatrixWires(rows=(2, 3, 4, 5), columns=(6, 7, 8, 9, 10, 11, 12, 13))
    bits = [-1, 24, -1, -1] + list(range(24))
    sensors = _matrix(board, bits)
    assert sensors.points == ALL
    board.place((1 << 32) - 1)
    assert sensors.read() == ALL
    board.place(0b11)
    assert sensors.read() == 1 << 24


def test_levels_are_open_and_closed():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    levels = array("h", [9] * 25)
    board.place(1 << 24 | 1)
    sensors.levels(levels)
    assert list(levels) == [1] + [0] * 23 + [1]
    assert sensors.analog is False and sensors.problem() == ""
    assert not fakes.allocates(lambda: sensors.levels(levels))


def test_reeds_do_not_tell_colours():
    assert _matrix(fakes.MatrixWires()).colour is False


def test_no_row_is_low_outside_a_scan():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    assert board.low_rows() == 0
    board.place(ALL)
    sensors.read()
    assert board.low_rows() == 0


def test_a_row_left_low_by_an_earlier_program_is_let_go():
    board = fakes.MatrixWires()
    fakes.power_on(board)
    fakes.machine.Pin(4, fakes.machine.Pin.OUT, value=0)
    SwitchMatrix(board.rows, board.columns, list(range(25)), 30)
    assert board.low_rows() == 0


def test_waits_as_long_as_config_says():
    board = fakes.MatrixWires(charge_us=61)
    try:
        _matrix(board, settle_us=60).read()
    except fakes.WiringFault as fault:
        assert "GP7 is read before it has settled" in str(fault)
    else:
        raise AssertionError("the model let a column be read too early")
    assert _matrix(fakes.MatrixWires(charge_us=61), settle_us=61).read() == 0


def test_a_scan_at_the_longest_settle_time_leaves_half_of_its_millisecond():
    sensors = _matrix(fakes.MatrixWires(), settle_us=100)
    start = fakes.ticks.now_us
    sensors.read()
    assert fakes.ticks.now_us - start == 500


def test_a_scan_allocates_nothing():
    board = fakes.MatrixWires()
    sensors = _matrix(board)
    board.place(0x155AA55)
    assert not fakes.allocates(sensors.read)


def test_the_model_knows_what_allocates():
    import sys

    assert fakes.allocates(lambda: [0] * 100) == (sys.implementation.name == "micropython")


def test_the_model_refuses_what_would_hurt():
    Pin = fakes.machine.Pin
    fakes.power_on(fakes.MatrixWires())
    assert fakes.fault(lambda: Pin(2, Pin.OUT, value=1)) == "the row on GP2 is driven high"
    assert fakes.fault(lambda: Pin(7, Pin.OUT, value=0)) == "the column on GP7 is driven"
    assert fakes.fault(Pin(7, Pin.IN)) == "GP7 is read without a pull-up and floats"
    assert "has no pull-up" in fakes.fault(Pin(3, Pin.IN, Pin.PULL_UP))
